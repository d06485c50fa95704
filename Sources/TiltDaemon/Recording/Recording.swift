import LinuxSystem
import TiltCore

/// A log that is written while the daemon serves: from the first sensor found until it is lost.
///
/// Where its limits keep older logs, the next sensor begins another one; otherwise one log is all.
struct Recording {
    private let path: String
    private let limits: RecordLimits
    private var recorder: LimitedRecorder?
    private var isOver = false

    init(path: String, limits: RecordLimits = RecordLimits()) {
        self.path = path
        self.limits = limits
    }

    /// Starts the log with the first sensor; a log has one header, so a later sensor ends it.
    mutating func begin(_ sensor: SensorDescription, now: Timestamp, _ journal: Journal) {
        end(journal)
        guard !isOver else { return }
        do throws(SystemError) {
            recorder = try LimitedRecorder(
                path: path, sensor: sensor, overwrite: false, limits: limits, now: now)
            journal.info("recording to \(path)")
        } catch {
            isOver = true
            journal.error("cannot record: \(error.description)")
        }
    }

    /// Adds a reading; a failure ends the log, not the daemon.
    mutating func append(_ reading: Reading, now: Timestamp, _ journal: Journal) {
        guard let recorder else { return }
        do throws(SystemError) { try recorder.append(reading, now: now) } catch {
            journal.error("recording ended after \(recorder.rows) rows: \(error.description)")
            self.recorder = nil
            isOver = true
        }
        if recorder.isFull {
            journal.warning("\(path) is full")
            end(journal)
        }
    }

    /// Ends the log.
    mutating func end(_ journal: Journal) {
        guard let recorder else { return }
        self.recorder = nil
        isOver = !limits.rotates
        do throws(SystemError) {
            try recorder.finish()
            journal.info("recorded \(recorder.rows) rows to \(path)")
        } catch {
            journal.error("the end of the recording is not on the disk: \(error.description)")
        }
    }
}
