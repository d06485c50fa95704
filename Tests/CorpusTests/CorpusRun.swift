import Foundation
import RecordedDevices
import TiltCore
import TiltDaemon

/// What became of a log: the sensor it was of, what was decoded, and the frames that a subscriber would have had.
struct CorpusRun {
    let decoded: Decoded
    /// Readings in physical units and device axes, without what is no measurement.
    private(set) var samples: [Sample] = []
    private(set) var frames: [Frame] = []
    /// What was found wrong with the sensor, in the order in which it showed.
    private(set) var faults: [SensorFault] = []
    private(set) var rejected = 0
    private(set) var clipped = 0

    /// Makes frames of what was decoded, as `tiltshadow replay` does.
    init(_ decoded: Decoded, settings: Settings = Settings()) {
        self.decoded = decoded
        guard let sensor = decoded.sensor else { return }
        var inspector = SensorInspector(sensor)
        var replay = Replay(
            engine: settings.engineParameters, options: settings.subscription, sensor: sensor)
        for reading in decoded.readings {
            samples.append(inspector.sample(from: reading))
            for fault in inspector.faults
            where !faults.contains(where: { $0.code.description == fault.code.description }) {
                faults.append(fault)
            }
            replay.feed(reading) { frames.append($0) }
        }
        replay.finish { frames.append($0) }
        (rejected, clipped) = (inspector.rejected, inspector.clipped)
    }

    /// Runs a log with the settings that its header asks for.
    init(_ log: CorpusLog) throws {
        var settings = Settings()
        for assignment in log.values("set") { try settings.apply(assignment, option: "set") }
        let decoded =
            log.isDevice
            ? try Self.decoded(device: log.place, settings) : ImportedReadings.decoded(log.place, settings)
        self.init(decoded, settings: settings)
    }

    private static func decoded(device: URL, _ settings: Settings) throws -> Decoded {
        let root = FileManager.default.temporaryDirectory.appending(path: "tiltshadow-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let tree = try RecordedTree(String(contentsOf: device, encoding: .utf8))
        return try tree.decoded(below: root.path, settings.sensorOptions)
    }

    /// Seconds from the first reading.
    func seconds(_ time: Timestamp) -> Double {
        decoded.readings.first.map { time.seconds(since: $0.time) } ?? 0
    }
}
