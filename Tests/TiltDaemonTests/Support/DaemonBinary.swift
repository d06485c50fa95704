import Foundation

/// The executable under test: what `TILTSHADOWD` names, or the one built beside these tests.
enum DaemonBinary {
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["TILTSHADOWD"] { return named }
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("tiltshadowd")
            .path
    }()
}
