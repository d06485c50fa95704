import Foundation

/// A directory of a test's own, removed with what is in it.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        // Short: a socket's path has at most 107 bytes.
        path = "/tmp/tst-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The place of a file in it.
    func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }

    /// Writes a file and returns its path.
    func file(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}
