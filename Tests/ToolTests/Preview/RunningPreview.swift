import Foundation
import Testing

/// `tiltshadow preview`, running as a program of its own on a port that was free.
final class RunningPreview {
    let port: Int
    private let process = Process()
    private let directory: ScratchDirectory
    private let errorFile: URL

    /// Starts it with `arguments` besides the port, where `path` is given with that PATH, and waits for its first line.
    init(_ arguments: [String], path: String? = nil) async throws {
        directory = try ScratchDirectory()
        let output = URL(fileURLWithPath: try directory.file("out", ""))
        process.executableURL = URL(fileURLWithPath: BuiltProducts.path("tiltshadow"))
        process.arguments = ["preview", "--port", "0"] + arguments
        process.standardOutput = try FileHandle(forWritingTo: output)
        errorFile = URL(fileURLWithPath: try directory.file("errors", ""))
        process.standardError = try FileHandle(forWritingTo: errorFile)
        if let path {
            process.environment = ProcessInfo.processInfo.environment.merging(["PATH": path]) { $1 }
        }
        try process.run()
        var line = ""
        while !line.hasSuffix("\n"), process.isRunning {
            try await Task.sleep(for: .milliseconds(5))
            line = try String(contentsOf: output, encoding: .utf8)
        }
        try #require(line.hasPrefix("http://127.0.0.1:") && line.hasSuffix("/\n"), "\(line)")
        port = try #require(Int(line.dropFirst("http://127.0.0.1:".count).dropLast(2)))
    }

    deinit { stop() }

    /// Ends it (SIGTERM), and waits.
    @discardableResult
    func stop() -> Int32 {
        if process.isRunning {
            process.terminate()
            process.waitUntilExit()
        }
        return process.terminationStatus
    }

    /// Asks it to end, and does not wait.
    func askToEnd() { process.terminate() }

    /// Waits until it has ended by itself, at most a minute; its exit status, -1 where it goes on.
    func end() async throws -> Int32 {
        for _ in 0..<6000 where process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
        return process.isRunning ? -1 : process.terminationStatus
    }

    /// The processes it has started that still run.
    var children: [pid_t] {
        let own = process.processIdentifier
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { pid_t($0) }.filter { child in
            let stat = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
            // After the name, which may hold anything: the state and the parent.
            return stat.split(separator: ")").last?.split(separator: " ").dropFirst().first == "\(own)"
        }
    }

    /// What it has warned about so far.
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    /// The descriptors it has open.
    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd").count)
            ?? 0
    }

    /// What it holds in memory, in kB.
    var residentKilobytes: Int {
        let status =
            (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
    }
}
