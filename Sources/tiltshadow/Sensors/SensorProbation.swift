import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltSensors

/// Reads a sensor for a while and judges it by its own readings.
struct SensorProbation {
    /// Between two drains, in nanoseconds: the daemon's own pace.
    private static let drainInterval: Int64 = 20_000_000

    private let sensor: any Sensor
    /// What the readings say against the sensor.
    private(set) var inspector: SensorInspector
    /// Readings so far.
    private(set) var readings = 0

    init(_ sensor: any Sensor) {
        self.sensor = sensor
        inspector = SensorInspector(sensor.description)
    }

    /// Reads for `seconds`, or until a signal.
    mutating func run(seconds: Double) throws(ToolError) {
        let signals: SignalWatch
        do throws(SystemError) { signals = try SignalWatch.open() } catch { throw .system(error) }
        let end = MonotonicClock.now() + Int64(seconds * 1e9)
        while true {
            do throws(SensorError) {
                try sensor.drain { reading in
                    readings += 1
                    _ = inspector.sample(from: reading)
                }
            } catch { throw .sensor(error) }
            let left = end - MonotonicClock.now()
            guard left > 0 else { return }
            let watched = [signals.descriptor, sensor.urgentDescriptor ?? -1]
            if DescriptorWait.readable(watched, nanoseconds: min(left, Self.drainInterval))[0] { return }
        }
    }

    /// Lines for people.
    var text: String {
        var text = "\n\(sensor.description.name): \(readings) readings"
        text += ", \(inspector.rejected) left out as garbage, \(inspector.clipped) at the end of the range\n"
        for fault in inspector.faults {
            text += "    \(fault.description)\n        try: \(fault.hint)\n"
        }
        return inspector.faults.isEmpty ? text + "    nothing speaks against it\n" : text
    }

    /// One line of JSON.
    var json: String {
        var buffer = ByteBuffer(capacity: 512)
        buffer.append(#"{"type":"check""#)
        ServerMessage.append(key: "id", sensor.description.id, to: &buffer)
        ServerMessage.append(key: "readings", Double(readings), to: &buffer)
        StatusMessage.append(countsOf: inspector, to: &buffer)
        StatusMessage.append(faultsOf: inspector, to: &buffer)
        buffer.append("}\n")
        return buffer.text
    }
}
