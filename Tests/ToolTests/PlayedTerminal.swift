import CLinux
import Foundation
import LinuxSystem
import Testing

/// A terminal with a program in front of it: keys are pressed, and what the program makes of the screen is kept.
final class PlayedTerminal {
    private let process = Process()
    /// The terminal's own end.
    private let terminal: OwnedDescriptor
    /// The program's end, held so that what was written last can still be read.
    private let line: OwnedDescriptor
    private var bytes: [UInt8] = []

    /// Starts the tool as a shell's job in front: the terminal turns keys into signals for it.
    convenience init(_ arguments: [String]) throws {
        try self.init(BuiltProducts.path("tiltshadow"), arguments)
    }

    /// Starts any program as the first of a session of its own.
    init(_ program: String, _ arguments: [String]) throws {
        terminal = try .open("/dev/ptmx", O_RDWR | O_NOCTTY)
        // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which are macros: it is unlocked, and tells its number.
        var (lock, number): (CInt, CInt) = (0, 0)
        try #require(clinux_ioctl(terminal.raw, 0x4004_5431, &lock) == 0)
        try #require(clinux_ioctl(terminal.raw, 0x8004_5430, &number) == 0)
        line = try .open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        let end = FileHandle(fileDescriptor: line.raw, closeOnDealloc: false)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        try process.run()
    }

    deinit { if process.isRunning { process.terminate() } }

    /// Presses keys.
    func press(_ keys: String) {
        let keys = Array(keys.utf8)
        _ = write(terminal.raw, keys, keys.count)
    }

    /// Sends a signal to whoever is in front.
    func signal(_ number: CInt) {
        let group = tcgetpgrp(terminal.raw)
        if group > 1 { kill(-group, number) }
    }

    /// All that was written to the terminal so far.
    var shown: String {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var ready = pollfd(fd: terminal.raw, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) == 1, ready.revents & Int16(POLLIN) != 0 {
            let count = read(terminal.raw, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// True where the terminal gives whole lines, and shows them as they are typed.
    var takesLines: Bool {
        var settings = termios()
        let wanted = tcflag_t(ICANON | ECHO)
        return tcgetattr(terminal.raw, &settings) == 0 && settings.c_lflag & wanted == wanted
    }

    /// Waits until so much has been shown; fails after a minute, and where the program ends before.
    func wait(until isEnough: (String) -> Bool) async throws {
        for _ in 0..<6000 {
            if isEnough(shown) { return }
            try #require(process.isRunning, "it has ended: \(shown)")
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(Bool(false), "not within a minute: \(shown)")
    }

    /// Waits for the end; the exit status, 128 and the signal's number where one ended it.
    func end() async throws -> Int32 {
        for _ in 0..<6000 where process.isRunning {
            _ = shown
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(!process.isRunning, "it has not ended within a minute: \(shown)")
        return process.terminationStatus
    }
}
