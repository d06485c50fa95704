import Foundation
import TiltCore

/// A recording of real or exact motion below the directory that TILTSHADOW_DATA names.
struct RecordedTrial: Sendable, CustomStringConvertible {
    let url: URL
    var description: String { url.lastPathComponent }

    /// Where the recordings are; `nil` where nobody says.
    static let directory = ProcessInfo.processInfo.environment["TILTSHADOW_DATA"].map {
        URL(fileURLWithPath: $0)
    }

    /// The recordings of one kind, by name.
    static func all(_ kind: String) -> [RecordedTrial] {
        guard let folder = directory?.appendingPathComponent(kind) else { return [] }
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.lastPathComponent.hasSuffix(".imu.csv.gz") }
            .sorted { $0.path < $1.path }.map { RecordedTrial(url: $0) }
    }

    /// Every `step`-th reading.
    func readings(each step: Int = 1) throws -> [Reading] {
        let unpacked = Process()
        let pipe = Pipe()
        unpacked.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        unpacked.arguments = ["gzip", "-dc", url.path]
        unpacked.standardOutput = pipe
        try unpacked.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        unpacked.waitUntilExit()
        return LogSession(text).readings.enumerated().filter { $0.offset % step == 0 }.map { $0.element }
    }
}
