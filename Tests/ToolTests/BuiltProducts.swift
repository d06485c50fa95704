import Foundation

/// Where the programs and sources of this package are.
enum BuiltProducts {
    /// The directory of the package.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A program built with the tests: it lies beside the running test program.
    static func path(_ name: String) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: runner).deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// A file of the package.
    static func source(_ path: String) -> URL { root.appendingPathComponent(path) }
}
