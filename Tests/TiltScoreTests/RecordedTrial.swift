import Foundation
import TiltCore
import TiltScore

/// A fast rotation of the BROAD recordings, from the directory that `TILTSHADOW_DATA` names.
struct RecordedTrial {
    let truth: Truth
    /// Up straight from the accelerometer.
    let unfiltered: Estimates

    private static let base =
        (ProcessInfo.processInfo.environment["TILTSHADOW_DATA"] ?? "")
        + "/broad/broad_06_undisturbed_fast_rotation_A"

    static var isThere: Bool { FileManager.default.fileExists(atPath: base + ".gt.csv.gz") }

    init() throws {
        var reader = TruthReader()
        try Self.forEachLine(of: Self.base + ".gt.csv.gz") { try reader.read($0, number: $1) }
        truth = try reader.finish()
        var log = LogReader()
        var estimates = Estimates()
        try Self.forEachLine(of: Self.base + ".imu.csv.gz") { line, number in
            guard let reading = try log.read(line, number: number), let force = reading.accelerometer else {
                return
            }
            guard let up = Up<DeviceAxes>(of: force) else { return }
            let offset = ShadowMapping.tilt(DisplayRotation.none(up), gain: 10)
            estimates.append(up, offset: offset, at: Double(reading.time.nanoseconds) * 1e-9)
        }
        unfiltered = estimates
    }

    private static func forEachLine(
        of path: String, _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
    ) throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        for (index, line) in data.split(separator: UInt8(ascii: "\n")).enumerated() {
            try Array(line).withUnsafeBufferPointer { try body($0, index + 1) }
        }
    }
}
