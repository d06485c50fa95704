import LinuxSystem
import TiltClient
import TiltCore
import TiltSensors

/// Reads a sensor for a while, measures it, and keeps what it said as a log.
struct DoctorProbation {
    /// Between two drains, in nanoseconds: the daemon's own pace.
    private static let drainInterval: Int64 = 20_000_000

    private let sensor: any Sensor
    private(set) var measurement: SensorMeasurement
    /// A .tiltlog of what was read.
    private(set) var log = ByteBuffer(capacity: 1 << 16)

    init(_ sensor: any Sensor) {
        self.sensor = sensor
        measurement = SensorMeasurement(sensor.description)
    }

    /// Reads for `seconds`, or until `stop` is readable.
    mutating func run(seconds: Double, stop: CInt) throws(SensorError) {
        var inspector = SensorInspector(sensor.description)
        var writer = LogWriter(for: sensor.description)
        LogHeader(sensor: sensor.description).append(to: &log)
        let start = MonotonicClock.now()
        let end = start + Int64(seconds * 1e9)
        while true {
            let now = MonotonicClock.now()
            try sensor.drain { reading in
                writer.append(reading, to: &log)
                measurement.take(inspector.sample(from: reading), now: Timestamp(nanoseconds: now))
            }
            let left = end - MonotonicClock.now()
            guard left > 0 else { break }
            let watched = [stop, sensor.urgentDescriptor ?? -1]
            if DescriptorWait.readable(watched, nanoseconds: min(left, Self.drainInterval))[0] { break }
        }
        writer.appendEnd(dropped: 0, to: &log)
        measurement.seconds = Double(MonotonicClock.now() - start) * 1e-9
        measurement.faults = inspector.faults
    }
}
