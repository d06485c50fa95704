import Foundation
import LinuxSystem
import Testing

@testable import tiltshadow

/// One run of the tool, or of another program, with all it said.
struct ToolRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs `tiltshadow` with `arguments` to its end, in this process.
    ///
    /// It has streams and an environment of its own, so that any number of them run side by side, and nothing is loaded
    /// or linked for each. ``executable(_:)`` is for what only a process has.
    static func tool(
        _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) async throws -> ToolRun {
        let streams = try StandardStreams(input: input)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let console = Console(
            input: streams.input.fileDescriptor, output: streams.output.fileDescriptor,
            errors: streams.errors.fileDescriptor, environment: Environment(variables))
        let status = await withCheckedContinuation { continuation in
            // A thread of its own: it waits as long as it likes, and blocks signals.
            Thread.detachNewThread {
                continuation.resume(
                    returning: Console.$current.withValue(console) { Tiltshadow.run(arguments) })
            }
        }
        return ToolRun(status: status, output: streams.outputText, errors: streams.errorText)
    }

    /// Runs the program `tiltshadow` with `arguments` to its end.
    static func executable(_ arguments: [String]) async throws -> ToolRun {
        try await program(BuiltProducts.path("tiltshadow"), arguments)
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
