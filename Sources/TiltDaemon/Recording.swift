import LinuxSystem
import TiltCore

/// A log that is written while the daemon serves: from the first sensor found until it is lost.
struct Recording {
    private let path: String
    private var recorder: Recorder?
    private var isOver = false

    init(path: String) {
        self.path = path
    }

    /// Starts the log with the first sensor; a log has one header, so a later sensor ends it.
    mutating func begin(_ sensor: SensorDescription, now: Timestamp, _ journal: Journal) {
        guard recorder == nil else { return end(journal) }
        guard !isOver else { return }
        do throws(SystemError) {
            recorder = try Recorder(path: path, sensor: sensor, overwrite: false, now: now)
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
    }

    /// Ends the log.
    mutating func end(_ journal: Journal) {
        guard let recorder else { return }
        self.recorder = nil
        isOver = true
        do throws(SystemError) {
            try recorder.finish()
            journal.info("recorded \(recorder.rows) rows to \(path)")
        } catch {
            journal.error("the end of the recording is not on the disk: \(error.description)")
        }
    }
}
