import LinuxSystem
import TiltCore

/// The open sensor, judged by its own readings; says in the journal what becomes wrong, and what is right again.
struct Inspection {
    private let sensor: SensorDescription
    /// What is wrong, and how much was left out.
    private(set) var inspector: SensorInspector
    /// How many samples really come.
    private(set) var rate = SampleRate()
    /// Where the time goes.
    private(set) var latency = LatencySplit()
    /// What the sensor said since this was last taken.
    private var raw: RawSample?
    /// What has been said and still stands.
    private var standing: [SensorComplaint] = []

    init(_ sensor: SensorDescription) {
        self.sensor = sensor
        inspector = SensorInspector(sensor)
    }

    /// The reading in physical units and device axes, without what is no measurement.
    mutating func sample(from reading: Reading) -> Sample {
        if reading.accelerometer != nil {
            rate.add(reading.time)
            latency.note(reading.time)
        }
        let sample = RawSample(reading, sensor.calibration)
        raw = raw?.merging(sample) ?? sample
        return inspector.sample(from: reading)
    }

    /// What the sensor has said since the last call; `nil` where nothing came.
    mutating func takeRaw() -> RawSample? {
        defer { raw = nil }
        return raw
    }

    /// Counts a tick; see ``LatencySplit``.
    mutating func countTick(readAt: Int64, publishedAt: Int64?, sentAt: Int64) {
        latency.add(readAt: readAt, publishedAt: publishedAt, sentAt: sentAt)
    }

    /// Compares with what was said before; costs nothing while nothing changes.
    mutating func report(to journal: Journal) {
        let complaints = inspector.complaints
        guard complaints != standing else { return }
        for complaint in complaints where !standing.contains(complaint) {
            journal.warning("\(sensor.name): \(complaint.description); \(complaint.hint)", sensor.fields)
        }
        for complaint in standing where !complaints.contains(complaint) {
            journal.info("\(sensor.name): no longer: \(complaint.description)", sensor.fields)
        }
        standing = complaints
    }
}
