import Foundation
import Testing

/// One run of a program that was built beside the tests, with all it said.
struct ToolRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `tiltshadow` with `arguments` to its end.
    static func tool(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) async throws -> ToolRun {
        try await program(BuiltProducts.path("tiltshadow"), arguments, input: input, environment: environment)
    }

    /// Runs any program to its end; `input` is its standard input.
    ///
    /// No thread waits for it: other tests need theirs.
    static func program(
        _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) async throws -> ToolRun {
        let directory = try ScratchDirectory()
        let files = ["in", "out", "err"].map { URL(fileURLWithPath: directory.path + "/" + $0) }
        try input.write(to: files[0])
        for file in files[1...] { try Data().write(to: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in ended.resume() }
            do { try process.run() } catch { ended.resume(throwing: error) }
        }
        return ToolRun(
            status: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}
