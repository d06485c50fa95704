import Foundation

/// A program that was run to its end, with all it wrote.
struct ShellCommand {
    let status: Int32
    let output: String

    /// Runs `arguments` without input and with the given environment on top of `PATH`.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        // A shell cannot catch what was ignored when it began, as it is below nohup.
        process.arguments = ["--default-signal=HUP"] + arguments
        process.environment = environment.merging(
            ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"],
            uniquingKeysWith: { own, _ in own })
        let pipe = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
    }

    /// True where `program` can be run.
    static func exists(_ program: String) -> Bool {
        (try? ShellCommand(["sh", "-c", "command -v \(program)"]).status) == 0
    }
}
