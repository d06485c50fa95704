import FanoutPeers
import Foundation
import LinuxSystem

/// One measurement of a fan-out: a server on the first processor, and its readers on the second.
struct FanoutRun {
    /// Who serves.
    enum Server {
        /// The loop in C, fed with a sensor of 200 Hz.
        case loop
        /// A daemon that plays a log of 200 Hz: this executable.
        case daemon(String)
    }

    /// What it has used, in seconds of CPU.
    var cpu = 0.0
    /// Of its own code and in the kernel, in clock ticks, and the kernel's part of the CPU, from 0 to 1.
    var (ownTicks, kernelTicks) = (0, 0)
    var kernelShare = 0.0
    /// Frames that the readers had.
    var frames = 0
    /// From a tick's deadline to the last reader, in milliseconds: the median and the 99th percentile.
    var (median, late) = (0.0, 0.0)
    var residentKilobytes = 0

    /// Something did not run; says what.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Plays one of the parts in a process of its own; its exit status.
    ///
    /// The parts are `fanout-loop SOCKET RATE_HZ`, `fanout-feed` `fanout-readers SOCKET COUNT`, and
    /// `fanout-mapped SOCKET COUNT RATE_HZ`.
    static func play(_ words: [String]) -> Int32 {
        switch (words.first, words.count) {
        case ("fanout-feed", 1): fanout_feed()
        case ("fanout-loop", 3): fanout_loop(words[1], Double(words[2]) ?? 50)
        case ("fanout-readers", 3): fanout_readers(words[1], Int32(words[2]) ?? 1)
        case ("fanout-mapped", 4): fanout_mapped(words[1], Int32(words[2]) ?? 1, Double(words[3]) ?? 50)
        default: 2
        }
    }

    /// Measures for so many seconds, once every reader has had a frame, or, where they are to read that, a page.
    init(
        _ server: Server, readers count: Int, rateHz: Double, seconds: Int, areMapped: Bool = false
    ) throws {
        let directory = NSTemporaryDirectory() + "tiltshadow-fanout-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let socket = directory + "/s"
        let feed = try Part(server.needsFeed ? ["fanout-feed"] : nil, on: 1)
        let serving = try Part(
            server.words(socket, rateHz, log: directory + "/log"), on: 0, reading: feed)
        let words =
            areMapped
            ? ["fanout-mapped", socket, "\(count)", "\(rateHz)"] : ["fanout-readers", socket, "\(count)"]
        let readers = try Part(words, on: 1)
        guard readers.line() == "ready" else {
            throw Failure(description: "\(count) readers of \(server.name) had no frames")
        }
        Thread.sleep(forTimeInterval: 1)
        let before = try ProcessUsage(of: serving.processIdentifier)
        Thread.sleep(forTimeInterval: Double(seconds))
        let after = try ProcessUsage(of: serving.processIdentifier)
        let numbers = readers.end().split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else {
            throw Failure(description: "the readers of \(server.name) ended before their time")
        }
        cpu = Double(after.cpuNanoseconds - before.cpuNanoseconds) * 1e-9
        ownTicks = after.ownTicks - before.ownTicks
        kernelTicks = after.kernelTicks - before.kernelTicks
        kernelShare = Double(kernelTicks) / Double(max(1, ownTicks + kernelTicks))
        residentKilobytes = after.residentKilobytes
        frames = Int(numbers[0])
        (median, late) = (numbers[1] / 1000, numbers[2] / 1000)
    }
}

extension FanoutRun.Server {
    fileprivate var name: String {
        switch self {
        case .loop: "the loop in C"
        case .daemon(let path): path
        }
    }

    fileprivate var needsFeed: Bool {
        if case .loop = self { true } else { false }
    }

    /// What it is started with; a daemon gets its log written.
    fileprivate func words(_ socket: String, _ rateHz: Double, log: String) throws -> [String] {
        guard case .daemon(let path) = self else { return ["fanout-loop", socket, "\(rateHz)"] }
        try Data(Workload.csv(20_000)).write(to: URL(fileURLWithPath: log))
        return [
            path, "--socket", socket, "--replay", log, "--loop", "--set", "socket.max_subscribers=16384",
            "--set", "shadow.rate_hz=\(rateHz)",
        ]
    }
}

/// A process that is ended with this value, and with this program, however that ends.
private final class Part {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts words, which are one of our own parts or begin with the path of a program, on a processor.
    ///
    /// Starts nothing where they are `nil`. Its standard input is what another writes, or a pipe of its own.
    init(_ words: [String]?, on processor: Int, reading other: Part? = nil) throws {
        guard let words else { return }
        let own = words[0].hasPrefix("fanout-") ? ["/proc/\(getpid())/exe"] : []
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let ways = ["setpriv", "--pdeathsig", "TERM", "taskset", "--cpu-list", "\(processor)"]
        process.arguments = ways + own + words
        process.standardInput = (other?.process.isRunning ?? false ? other?.output : nil) ?? input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        guard process.isRunning else { return }
        process.terminate()
        process.waitUntilExit()
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// The next line that it says; empty where it has ended.
    func line() -> String {
        var bytes: [UInt8] = []
        while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 10 {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ends its standard input; what it says then.
    func end() -> String {
        try? input.fileHandleForWriting.close()
        return line()
    }
}
