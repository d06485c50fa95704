import Foundation

/// `Tests/RealKernel/bench.sh`, run as a program.
enum Bench {
    /// The status of a bench that lacks something on this machine; it prints what.
    static let cannotRun: Int32 = 77

    /// Whether a bench that cannot run is a failure: `TILTSHADOW_REAL_KERNEL=required`, for CI.
    static let isRequired = ProcessInfo.processInfo.environment["TILTSHADOW_REAL_KERNEL"] == "required"

    /// The names of all scenarios, in order; none when the directory cannot be read.
    static let scenarios: [String] = {
        let folder = directory.appending(path: "scenarios").path
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (files ?? []).filter { $0.hasSuffix(".sh") }.map { String($0.dropLast(3)) }.sorted()
    }()

    /// Boots the guest, runs one scenario in it, and waits for the end.
    static func run(_ scenario: String) async throws -> BenchOutcome {
        let log = FileManager.default.temporaryDirectory
            .appending(path: "tiltshadow-bench-\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let output = try FileHandle(forWritingTo: log)

        let process = Process()
        process.executableURL = directory.appending(path: "bench.sh")
        process.arguments = [daemon, scenario]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let text = try String(contentsOf: log, encoding: .utf8)
        return BenchOutcome(scenario: scenario, status: status, output: text)
    }

    /// The package's root, two levels above this file's directory.
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let directory = package.appending(path: "Tests/RealKernel")

    /// The daemon under test: `TILTSHADOW`, or the release build of this package.
    private static let daemon =
        ProcessInfo.processInfo.environment["TILTSHADOW"]
        ?? package.appending(path: ".build/release/tiltshadowd").path
}
