import Foundation

/// A directory of its own for one test, gone with it.
final class ScratchDirectory {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "tiltimport-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file; returns its path.
    @discardableResult func file(_ name: String, _ text: String) throws -> String {
        try file(name, Array(text.utf8))
    }

    /// Writes a file; returns its path.
    @discardableResult func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
        return path + "/" + name
    }
}
