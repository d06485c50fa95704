import CLinux
import LinuxSystem
import TiltCore

/// What the sensor gives, kept as logs: rows are put together here, and the shell writes them.
///
/// A log has one header, so it goes on where the same sensor is opened again, and another sensor begins another log:
/// `FILE.2`, `FILE.3` …, or the next of those that are kept. Rows go out once a second; the end of the last log comes
/// when the daemon ends, or when the only log is full.
struct Recording {
    private let path: String
    private let limits: RecordLimits
    /// The sensor whose log is being written; `nil` before the first.
    private var sensor: SensorDescription?
    private var writer: LogWriter?
    /// Rows that were not handed out yet.
    private var buffer = ByteBuffer(capacity: 1 << 12)
    private var bufferedRows = 0
    /// Bytes of the present log that were handed out.
    private var writtenBytes = 0
    private var writtenRows = 0
    private var lostRows = 0
    /// Rows of earlier logs.
    private var rowsBefore = 0
    private var logs = 0
    private var lastFlush: Int64 = 0
    private var isOver = false
    /// Why it ended before the daemon does; `nil` while it goes on.
    private(set) var reasonForEnd: String?
    /// The rows that were handed out in this step.
    private var writes: [Write] = []
    /// The logs that have ended in this step.
    private var endings: [Ending] = []
    private var behind = RateLimited()

    /// Rows that were handed out, and may come back within the step.
    private struct Write {
        let step: UInt64
        let bytes: OutputBytes
        let rows: Int
        let log: LogNumber
    }

    /// What the last line of a log says.
    private struct Ending {
        let step: UInt64
        let log: LogNumber
        var rows: Int
        var lost: Int
    }

    /// The pause between two writes, in nanoseconds: 1 s.
    static let flushInterval: Int64 = 1_000_000_000
    /// Bytes at which a write does not wait for that.
    private static let flushSize = 12_000

    init(path: String, limits: RecordLimits) {
        self.path = path
        self.limits = limits
    }

    /// Goes on with the log where it is of this sensor, and begins another one where it is not.
    mutating func begin(_ sensor: SensorDescription, at now: Int64, _ out: inout Outbox) {
        guard !isOver else { return }
        if let former = self.sensor, former.hasHeader(of: sensor) { return }
        if writer != nil { endLog(&out) }
        self.sensor = sensor
        beginLog(at: now, &out)
        if path == "-", logs > 1 {
            let reason = "\(sensor.name) is another sensor, and standard output has room for one log"
            out.warning("recording ended: \(reason)")
            (isOver, reasonForEnd) = (true, reason)
        } else {
            let name = FilePath.outputName(path)
            out.info(logs == 1 || limits.rotates ? "recording to \(name)" : "recording to \(name).\(logs)")
        }
    }

    private mutating func beginLog(at now: Int64, _ out: inout Outbox) {
        guard let sensor else { return }
        logs += 1
        guard path != "-" || logs == 1 else { return }
        rowsBefore = recordedRows
        let header = out.write { LogHeader(sensor: sensor).append(to: &$0) }
        if limits.rotates {
            out.append(.rotateLog(keeping: limits.files, header: header))
        } else {
            out.append(.openLog(suffix: out.write(logs > 1 ? ".\(logs)" : ""), header: header))
        }
        writer = LogWriter(for: sensor)
        (writtenBytes, writtenRows, lostRows, bufferedRows) = (Int(header.count), 0, 0, 0)
        buffer.removeAll()
        lastFlush = now
    }

    /// Adds a reading.
    mutating func append(_ reading: Reading, at now: Int64, _ out: inout Outbox) {
        guard !isOver, writer != nil else { return }
        if let bytes = limits.bytes, writtenBytes + buffer.count + RecordLimits.margin > bytes,
            writtenRows + bufferedRows > 0
        {
            endLog(&out)
            guard limits.rotates else {
                let reason = FilePath.outputName(path) + RecordLimits.fullEnding
                reasonForEnd = reason
                out.warning(reason)
                return finish(&out)
            }
            beginLog(at: now, &out)
        }
        writer?.append(reading, to: &buffer)
        bufferedRows += 1
        guard buffer.count > Self.flushSize || now - lastFlush >= Self.flushInterval else { return }
        lastFlush = now
        flush(&out)
    }

    /// Hands out what has waited for a second; called once a tick.
    mutating func tick(at now: Int64, _ out: inout Outbox) {
        guard now - lastFlush >= Self.flushInterval else { return }
        lastFlush = now
        flush(&out)
    }

    /// Hands out what there is: a sensor was closed.
    mutating func flush(_ out: inout Outbox) {
        guard !isOver, buffer.count > 0 else { return }
        let bytes = out.write(buffer.bytes)
        out.append(.writeLog(bytes))
        if writes.first?.step != out.step { writes.removeAll(keepingCapacity: true) }
        writes.append(Write(step: out.step, bytes: bytes, rows: bufferedRows, log: log))
        writtenBytes += buffer.count
        writtenRows += bufferedRows
        bufferedRows = 0
        buffer.removeAll()
    }

    /// Rows of all logs that were handed out and not left out; where writing failed, not all of the last came there.
    private var recordedRows: Int { rowsBefore + writtenRows - lostRows }

    private var log: LogNumber { LogNumber(number: Int32(truncatingIfNeeded: logs)) }

    private mutating func endLog(_ out: inout Outbox) {
        flush(&out)
        // Those before this step are over; one step can end several.
        if endings.first?.step != out.step { endings.removeAll(keepingCapacity: true) }
        endings.append(Ending(step: out.step, log: log, rows: writer?.rows ?? 0, lost: lostRows))
        out.append(.endLog(log))
        writer = nil
    }

    /// Appends the last line of a log that has just ended.
    func appendEnd(of log: LogNumber, to buffer: inout ByteBuffer) {
        guard let ending = endings.first(where: { $0.log == log }) else { return }
        LogWriter.appendEnd(samples: ending.rows, dropped: ending.lost, to: &buffer)
    }

    /// Ends the recording.
    mutating func end(_ out: inout Outbox) {
        guard !isOver, writer != nil else { return }
        endLog(&out)
        finish(&out)
    }

    private mutating func finish(_ out: inout Outbox) {
        out.append(.closeLog)
        isOver = true
        out.info("recorded \(recordedRows) rows to \(FilePath.outputName(path))")
    }

    /// The log could not be written: the recording is over, the daemon is not.
    mutating func fail(_ error: SystemError, _ out: inout Outbox) {
        guard !isOver else { return }
        let reason = error.recordingReason
        (isOver, reasonForEnd) = (true, reason)
        out.error(
            recordedRows == 0
                ? "cannot record: \(reason)"
                : "recording ended after at most \(recordedRows) rows: \(reason)")
    }

    /// Whoever takes the log is so far behind that rows were not taken.
    mutating func fallBehind(_ bytes: OutputBytes, at now: Int64, _ out: inout Outbox) {
        guard let write = writes.first(where: { $0.step == out.step && $0.bytes == bytes }) else { return }
        if writer != nil, write.log == log {
            writtenBytes -= Int(bytes.count)
            lostRows += write.rows
            writer?.takeBack(write.rows)
        } else if let ended = endings.firstIndex(where: { $0.log == write.log }) {
            endings[ended].rows -= write.rows
            endings[ended].lost += write.rows
            rowsBefore -= write.rows
        }
        let text = behind.text(
            "whoever reads the recording is behind: \(write.rows) rows are left out of \(FilePath.outputName(path))",
            now: now)
        if let text { out.warning(text) }
    }
}

extension SensorDescription {
    /// True where a log of this one goes on with readings of the other: only the node and the rate asked for may differ.
    fileprivate func hasHeader(of other: SensorDescription) -> Bool {
        var same = other
        same.rateHz = rateHz
        same.device = device
        return same == self
    }
}
