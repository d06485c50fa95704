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
    static func program(
        _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) async throws -> ToolRun {
        try await RunningProgram(program, arguments, input: input, environment: environment).end()
    }

    /// Runs a program that never ends by itself until it has printed more than `count` lines, then kills it: status 9.
    static func program(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        untilMoreLinesThan count: Int
    ) async throws -> ToolRun {
        let running = try RunningProgram(program, arguments, environment: environment)
        try await running.wait(for: "\(count + 1) lines") { $0.lines.count > count }
        return try await running.end(SIGKILL)
    }

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
}
