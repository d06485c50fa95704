import Foundation
import Sessions
import Testing

/// What the daemon does, told as text: Tests/Sessions has a README.
@Suite struct `Sessions` {
    private static let folder = URL(filePath: #filePath).appending(path: "../../Sessions").standardized

    /// A file of the folder, named by its place and its first line.
    struct File: CustomTestStringConvertible, Sendable {
        let url: URL
        var testDescription: String {
            url.deletingLastPathComponent().lastPathComponent + "/"
                + url.deletingPathExtension().lastPathComponent
        }
    }

    private static let files: [File] = {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let urls = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter {
            $0.pathExtension == "session"
        }
        return urls.map { File(url: $0) }.sorted { $0.testDescription < $1.testDescription }
    }()

    @Test func `are there`() { #expect(Self.files.count > 50) }

    @Test(arguments: files) func `go as they say`(_ file: File) throws {
        let session = try Session.parse(String(contentsOf: file.url, encoding: .utf8))
        if let failure = try SessionRun.failure(of: session) {
            Issue.record("\(file.url.path): \(session.title)\n\(failure)")
        }
    }
}
