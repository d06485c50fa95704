import Foundation
import TiltCore

/// A file of a trial, as lines; compressed ones go through `gzip -dc`.
enum TrialFile {
    /// The bytes of `path`, or of `path.gz`.
    static func bytes(_ path: String) throws(MotionError) -> [UInt8] {
        if let data = FileManager.default.contents(atPath: path) { return Array(data) }
        let compressed = path + ".gz"
        guard FileManager.default.isReadableFile(atPath: compressed) else { throw .unreadable(path: path) }
        let gzip = Process()
        let pipe = Pipe()
        gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", compressed]
        gzip.standardOutput = pipe
        do { try gzip.run() } catch { throw .unreadable(path: compressed) }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        gzip.waitUntilExit()
        guard gzip.terminationStatus == 0 else { throw .unreadable(path: compressed) }
        return Array(data)
    }

    /// Hands out each line of `path` with its number; `body` returns what is wrong with the file, or `nil`.
    static func forEachLine(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>, Int) -> String?
    ) throws(MotionError) {
        var lines = LineSplitter()
        var number = 0
        var reason: String?
        func take(_ line: LineSplitter.Line) -> Bool {
            number += 1
            guard case .whole(let bytes) = line else { reason = "line \(number) is too long"; return false }
            reason = body(bytes, number)
            return reason == nil
        }
        try bytes(path).withUnsafeBufferPointer { lines.feed($0, take) }
        if reason == nil { lines.flush { take($0) } }
        if let reason { throw .malformed(path: path, reason: reason) }
    }
}
