import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltSensors

/// Drains a sensor into a log until a signal, a time limit, or the end of the sensor.
struct RecordLoop {
    /// Between two drains, in nanoseconds: the daemon's own pace.
    private static let drainInterval: Int64 = 20_000_000
    /// Silence after which the sensor is asked whether it is still there, in nanoseconds.
    private static let probeInterval: Int64 = 1_000_000_000

    /// Where to record to, and how.
    private struct Target {
        let path: String
        let overwrite: Bool
        let limits: RecordLimits
    }

    private let sensor: any Sensor
    private let seconds: Double?
    /// `nil` before the first reading.
    private var recorder: LimitedRecorder?
    private var progress = ProgressLine()
    private var inspector: SensorInspector
    private var doubts: SensorDoubts
    /// Rows written so far.
    private(set) var rows = 0
    /// Logs written so far.
    private(set) var files = 0
    /// True where the only log became full.
    private(set) var isFull = false

    init(sensor: any Sensor, seconds: Double?) {
        self.sensor = sensor
        self.seconds = seconds
        inspector = SensorInspector(sensor.description)
        doubts = SensorDoubts(name: sensor.description.name)
    }

    /// Records to `path`; whatever ends it, the log is a valid one.
    ///
    /// It is begun with the first reading: where none comes, what was there before stays as it is.
    mutating func run(
        to path: String, overwrite: Bool, limits: RecordLimits = RecordLimits()
    ) throws(ToolError) {
        let failure: SensorError?
        do throws(SystemError) {
            let signals = try SignalWatch.open()
            let start = MonotonicClock.now()
            let target = Target(path: path, overwrite: overwrite, limits: limits)
            failure = try drain(into: target, from: start, until: signals.descriptor)
            signals.takeAll()
            progress.clear()
            try recorder?.finish()
        } catch {
            progress.clear()
            throw error.errno == EPIPE ? .outputClosed : .recording(error, rows: rows)
        }
        if let failure { throw .sensor(failure) }
        guard rows > 0 else { throw .nothingRecorded(sensor.description.name) }
    }

    /// Returns why the sensor ended; `nil` where it was the person or the clock that ended the recording.
    private mutating func drain(
        into target: Target, from start: Int64, until stop: CInt
    ) throws(SystemError) -> SensorError? {
        let end = seconds.map { start + Int64($0 * 1e9) }
        var nextProbe = start + Self.probeInterval
        while true {
            let now = MonotonicClock.now()
            let before = rows
            let failure = try drain(into: target, now: now)
            if let recorder { (rows, files, isFull) = (recorder.rows, recorder.files, recorder.isFull) }
            if let failure { return failure }
            if isFull { return nil }
            if rows > before { nextProbe = now + Self.probeInterval }
            if now >= nextProbe {
                nextProbe = now + Self.probeInterval
                do throws(SensorError) { try sensor.probe() } catch { return error }
            }
            progress.update { Self.progress(rows: rows, nanoseconds: now - start) }
            if let end, now >= end { return nil }
            let wait = min(Self.drainInterval, end.map { $0 - now } ?? .max)
            if DescriptorWait.readable([stop, sensor.urgentDescriptor ?? -1], nanoseconds: wait)[0] {
                return nil
            }
        }
    }

    private mutating func drain(into target: Target, now: Int64) throws(SystemError) -> SensorError? {
        var failure: SystemError?
        do throws(SensorError) {
            try sensor.drain { reading in
                guard failure == nil else { return }
                judge(reading)
                do throws(SystemError) {
                    try append(reading, to: target, now: Timestamp(nanoseconds: now))
                } catch { failure = error }
            }
        } catch {
            return error
        }
        if let failure { throw failure }
        return nil
    }

    private mutating func append(
        _ reading: Reading, to target: Target, now: Timestamp
    ) throws(SystemError) {
        if recorder == nil {
            recorder = try LimitedRecorder(
                path: target.path, sensor: sensor.description, overwrite: target.overwrite,
                limits: target.limits, now: now)
        }
        try recorder?.append(reading, now: now)
    }

    /// Warns, once, of what is wrong with the sensor: the recording is made again sooner than explained away.
    private mutating func judge(_ reading: Reading) {
        let before = inspector.faults
        _ = inspector.sample(from: reading)
        guard inspector.faults != before else { return }
        progress.clear()
        doubts.follow(inspector.faults, at: reading.time)
    }

    private static func progress(rows: Int, nanoseconds: Int64) -> String {
        let seconds = Double(nanoseconds) * 1e-9
        let rate = FrameLine.number(Double(rows) / max(seconds, 1e-3), decimals: 1, signed: false)
        return
            "\(rows) rows, \(FrameLine.number(seconds, decimals: 0, signed: false)) s, \(rate) Hz; Ctrl-C ends"
    }
}
