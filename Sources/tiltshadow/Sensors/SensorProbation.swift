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
    /// How long was read, in seconds.
    var seconds = 0.0

    /// When the newest reading was taken.
    private var lastTime: Timestamp?

    /// Less time or fewer readings speak for no sensor, in seconds: a wrong length of gravity shows in two seconds of rest.
    private static let (leastSeconds, leastReadings) = (3.0, 5)
    /// Silence that is shorter tells nothing of a sensor that has just been opened, in seconds.
    private static let leastSilence = 1.0

    init(_ sensor: any Sensor) {
        self.sensor = sensor
        inspector = SensorInspector(sensor.description)
    }

    /// Reads for `seconds`, or until a signal.
    mutating func run(seconds: Double) throws(ToolError) {
        let signals: SignalWatch
        do throws(SystemError) { signals = try SignalWatch.open() } catch { throw .system(error) }
        let start = MonotonicClock.now()
        let end = start + Int64(seconds * 1e9)
        defer {
            // As at the end of a log: what is too short for the usual judgement tells a unit that is wrong all the same.
            if let lastTime { inspector.finish(at: lastTime) }
            self.seconds = Double(MonotonicClock.now() - start) * 1e-9
        }
        while true {
            do throws(SensorError) {
                try sensor.drain { reading in
                    readings += 1
                    lastTime = reading.time
                    _ = inspector.sample(from: reading)
                }
            } catch { throw .sensor(error) }
            let left = end - MonotonicClock.now()
            guard left > 0 else { return }
            let watched = [signals.descriptor, sensor.urgentDescriptor ?? -1]
            if DescriptorWait.readable(watched, nanoseconds: min(left, Self.drainInterval))[0] { return }
        }
    }

    /// True where no reading came of one that sends at rest, too.
    var isSilent: Bool {
        readings == 0 && seconds >= Self.leastSilence && !sensor.description.reportsOnlyChanges
    }

    /// True where nothing speaks against the sensor, and too little was read for that to say anything of it.
    var isShort: Bool {
        inspector.faults.isEmpty && !isSilent
            && (seconds < Self.leastSeconds || readings < Self.leastReadings)
    }

    /// What was too little.
    private var shortness: String {
        guard readings < Self.leastReadings else { return "which is too short to tell" }
        return "and \(readings) \(readings == 1 ? "reading is" : "readings are") too few to tell"
    }

    /// A longer look, and what to do meanwhile; the time is twice that of this one, in whole tens of seconds.
    private var longerLook: String {
        let time = max(1, Int((2 * seconds / 10).rounded(.up))) * 10
        return "--check \(time), and "
            + (sensor.description.reportsOnlyChanges
                ? "move the device meanwhile: it reports only changes" : "turn the device about meanwhile")
    }

    private static let silenceHint = "`dmesg | tail -n 20`, and `tiltshadow doctor`"

    /// What to say where no reading came.
    private var silence: String {
        if sensor.description.reportsOnlyChanges {
            return "no reading came: it reports only changes; move the device meanwhile"
        }
        let time = FrameLine.number(seconds, decimals: 1, signed: false) + " s"
        return isSilent
            ? "0 readings in \(time): it sends nothing" : "0 readings in \(time), which is too short to tell"
    }

    /// Lines for people.
    var text: String {
        var text = "\n\(sensor.description.name): \(readings) readings"
        text += ", \(inspector.rejected) left out as garbage, \(inspector.clipped) at the end of the range\n"
        for fault in inspector.faults {
            text += "    \(fault.description)\n        try: \(fault.hint)\n"
        }
        guard readings > 0 else {
            return text + "    \(silence)\n" + (isSilent ? "        try: \(Self.silenceHint)\n" : "")
        }
        guard inspector.faults.isEmpty else { return text }
        return isShort
            ? text + "    nothing speaks against it yet, \(shortness)\n        try: \(longerLook)\n"
            : text + "    nothing speaks against it\n"
    }

    /// One line of JSON.
    var json: String {
        var buffer = ByteBuffer(capacity: 512)
        buffer.append(#"{"type":"check""#)
        ServerMessage.append(key: "id", sensor.description.id, to: &buffer)
        ServerMessage.append(key: "readings", Double(readings), to: &buffer)
        StatusMessage.append(countsOf: inspector, to: &buffer)
        if isSilent {
            buffer.append(#","faults":[{"code":"silent""#)
            ServerMessage.append(key: "message", silence, to: &buffer)
            ServerMessage.append(key: "hint", Self.silenceHint, to: &buffer)
            buffer.append("}]")
        } else {
            StatusMessage.append(faultsOf: inspector, to: &buffer)
        }
        buffer.append(#","short":"#)
        buffer.append(text: isShort ? "true}\n" : "false}\n")
        return buffer.text
    }
}
