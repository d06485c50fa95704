import Foundation
import Testing

/// A bench of `Tests/RealKernel`, run as a program.
enum Bench: String, CustomTestStringConvertible {
    /// The daemon alone, on a small system.
    case kernel = "bench.sh"
    /// The installed service, on Debian with systemd.
    case service = "bench-systemd.sh"

    /// The status of a bench that lacks something on this machine; it prints what.
    static let cannotRun: Int32 = 77

    /// Whether a bench that cannot run is a failure: `TILTSHADOW_REAL_KERNEL=required`, for CI.
    static let isRequired = ProcessInfo.processInfo.environment["TILTSHADOW_REAL_KERNEL"] == "required"

    var testDescription: String { self == .kernel ? "the daemon" : "the service, with systemd" }

    /// The names of all scenarios in the order in which they run; none when the directory cannot be read.
    ///
    /// Without those that run at night and say why (`# Nightly:`), unless `TILTSHADOW_SCENARIOS` is `all`, and without `soak`,
    /// which is a matter of hours (`.ci/soak guest`). `recovery-sleep` parts the guest's two clocks, so it is the last one.
    var scenarios: [String] {
        let folder = Self.directory.appending(path: self == .kernel ? "scenarios" : "scenarios-systemd")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let names = files.filter { file in
            file.hasSuffix(".sh") && (Self.wantsAll || !Self.isNightly(folder.appending(path: file)))
        }.map { String($0.dropLast(3)) }.sorted()
        return names.filter { !["soak", "recovery-sleep"].contains($0) }
            + names.filter { $0 == "recovery-sleep" }
    }

    private static let wantsAll = ProcessInfo.processInfo.environment["TILTSHADOW_SCENARIOS"] == "all"

    private static func isNightly(_ scenario: URL) -> Bool {
        let text = (try? String(contentsOf: scenario, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").contains { $0.hasPrefix("# Nightly: ") }
    }

    /// Boots the guest once, runs scenarios in it, and waits for the end.
    func run(_ scenarios: [String]) async throws -> BenchOutcome {
        let log = FileManager.default.temporaryDirectory
            .appending(path: "tiltshadow-bench-\(UUID().uuidString).log")
        try Data().write(to: log)
        defer { try? FileManager.default.removeItem(at: log) }
        let output = try FileHandle(forWritingTo: log)

        let process = Process()
        process.executableURL = Self.directory.appending(path: rawValue)
        process.arguments = ["-t", Self.timeLimit, product] + scenarios
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
        return BenchOutcome(scenarios: scenarios, status: status, output: text)
    }

    /// Seconds of this machine, which may be busy: the guest's time is virtual.
    private static let timeLimit = "1800"

    /// The package's root, two levels above this file's directory.
    private static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let directory = package.appending(path: "Tests/RealKernel")

    /// What is under test: the daemon, which `TILTSHADOW` names, or the one that is shipped.
    ///
    /// For the service it is the directory with all programs that are shipped.
    private var product: String {
        let shipped = Self.package.appending(path: ".build/shipped")
        guard self == .kernel else { return shipped.path }
        return ProcessInfo.processInfo.environment["TILTSHADOW"]
            ?? shipped.appending(path: "tiltshadowd").path
    }
}
