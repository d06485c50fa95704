import Foundation

/// The files of this package, and a directory beside it to try them in.
enum SourceTree {
    /// The top level of the package.
    static let root = URL(filePath: #filePath).appending(path: "../../..").standardized

    /// The text of a file, by its path from the top level.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Where the executables of this test run were built: beside the bundle with the tests.
    static var products: URL? {
        CommandLine.arguments.first { $0.hasSuffix(".xctest") }
            .map { URL(filePath: $0).deletingLastPathComponent() }
    }

    /// Runs `body` with a new, empty directory that is gone afterwards.
    static func withScratch<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "tiltshadow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        return try body(scratch)
    }
}
