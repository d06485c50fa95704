import Foundation
import LinuxSystem
import Testing

/// A program that runs beside a test, with all it has said so far; its whole process group ends with it.
final class RunningProgram {
    private let process = Process()
    private let streams: StandardStreams
    private let ended: Task<Void, Never>

    /// Starts any program; `input` is its standard input.
    init(
        _ program: String, _ arguments: [String], input: Data = Data(), environment: [String: String] = [:]
    ) throws {
        streams = try StandardStreams(input: input)
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = streams.input
        process.standardOutput = streams.output
        process.standardError = streams.errors
        // No thread waits for it: other tests need theirs.
        let (ends, end) = AsyncStream.makeStream(of: Never.self)
        process.terminationHandler = { _ in end.finish() }
        ended = Task { for await _ in ends {} }
        try process.run()
        try streams.close()
    }

    deinit { signal(SIGKILL) }

    /// The process that was started.
    var identifier: CInt { process.processIdentifier }

    var output: String { streams.outputText }
    var errors: String { streams.errorText }

    /// The whole lines of the output so far.
    var lines: [String] {
        let output = output
        return output[..<(output.lastIndex(of: "\n") ?? output.startIndex)].split(separator: "\n").map(
            String.init)
    }

    /// Waits until what it has said is `enough`, or it has ended; fails after a minute.
    func wait(for what: String, until enough: (RunningProgram) throws -> Bool) async throws {
        let limit = MonotonicClock.now() + 60_000_000_000
        while try !enough(self), process.isRunning {
            try #require(MonotonicClock.now() < limit, "no \(what) within a minute\n\(output)\n\(errors)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Sends a signal to it and all it started.
    ///
    /// SIGTERM does not reach them: the threads of a test block it, and so their children.
    func signal(_ number: CInt) {
        if process.isRunning { kill(-process.processIdentifier, number) }
    }

    /// Sends a signal, if one is given, and waits for its end.
    func end(_ number: CInt? = nil) async throws -> ToolRun {
        if let number { signal(number) }
        await ended.value
        return ToolRun(status: process.terminationStatus, output: output, errors: errors)
    }
}
