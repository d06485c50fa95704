import CLinux
import Foundation
import LinuxSystem

/// A daemon that plays a 200 Hz log in a process of its own, ended with this value.
final class MeasuredDaemon {
    private let directory: String
    private let process = Process()

    /// Where it serves.
    var socket: String { directory + "/s" }

    /// The `tiltshadowd` of the same build.
    static var besideThisProgram: String {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("tiltshadowd")
            .path
    }

    /// Starts `executable` with more arguments.
    init(_ executable: String, _ arguments: [String] = []) throws {
        directory = NSTemporaryDirectory() + "tiltshadow-bench-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        let log = directory + "/log.csv"
        try Data(Workload.csv(20_000)).write(to: URL(fileURLWithPath: log))
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = ["--socket", socket, "--replay", log, "--loop"] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: directory)
    }

    /// A new connection; tries for some seconds until the daemon listens.
    func connect() throws -> UnixStream {
        for _ in 0..<1000 {
            do throws(SystemError) { return try UnixStream.connect(socket) } catch {
                guard process.isRunning else { throw error }
            }
            _ = poll(nil, 0, 5)
        }
        return try UnixStream.connect(socket)
    }

    /// What it has used so far.
    func usage() throws -> ProcessUsage { try ProcessUsage(of: process.processIdentifier) }
}
