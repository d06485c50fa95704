import CLinux
package import LinuxSystem
package import TiltCore

/// A recording that stays within its limits: each of its logs is whole, with a header and `#end`.
///
/// A full log `LOG` becomes `LOG.1`, that one `LOG.2`, and the oldest goes. `fdatasync` is called at the end only: the
/// daemon's loop must not wait for a disk each time.
package final class LimitedRecorder {
    private let path: String
    private let sensor: SensorDescription
    private let limits: RecordLimits
    private var recorder: Recorder
    private var rowsBefore = 0
    /// Logs written, the present one included.
    package private(set) var files = 1

    /// Starts a recording of `sensor` at `path`; `-` is standard output.
    ///
    /// - Throws: `EEXIST` where there is a file already, unless `overwrite` is true or the limits rotate: then it is put
    ///   aside as a full log is.
    package init(
        path: String, sensor: SensorDescription, overwrite: Bool, limits: RecordLimits = RecordLimits(),
        now: Timestamp
    ) throws(SystemError) {
        self.path = path
        self.sensor = sensor
        self.limits = limits
        if limits.rotates, !overwrite { try Self.putAside(path, limits) }
        recorder = try Recorder(path: path, sensor: sensor, overwrite: overwrite, now: now)
    }

    /// Rows taken so far, those of earlier logs included.
    package var rows: Int { rowsBefore + recorder.rows }

    /// True where the only log is full: nothing more is taken.
    package private(set) var isFull = false

    /// Takes one reading; begins another log, or becomes ``isFull``, where this one has no room for it.
    package func append(_ reading: Reading, now: Timestamp) throws(SystemError) {
        guard !isFull else { return }
        if let bytes = limits.bytes, recorder.bytes + RecordLimits.margin > bytes, recorder.rows > 0 {
            guard limits.rotates else {
                isFull = true
                return
            }
            try beginAnother(now: now)
        }
        try recorder.append(reading, now: now)
    }

    /// Ends the log.
    package func finish() throws(SystemError) { try recorder.finish() }

    private func beginAnother(now: Timestamp) throws(SystemError) {
        try recorder.finish(syncs: false)
        try Self.putAside(path, limits)
        rowsBefore += recorder.rows
        files += 1
        recorder = try Recorder(path: path, sensor: sensor, overwrite: false, now: now)
    }

    private static func putAside(_ path: String, _ limits: RecordLimits) throws(SystemError) {
        do throws(NumberedFiles.Failure) {
            try NumberedFiles.putAside(path, keeping: limits.files, LogHeader.start)
        } catch {
            throw error.error(at: path)
        }
    }

    /// The first of the files that rotation would put aside or write over, and that is no recording; `nil` where there
    /// is none.
    ///
    /// Nothing else begins as a .tiltlog does. Where `overwrite` is true the file at `path` may be anything.
    package static func stranger(at path: String, _ limits: RecordLimits, overwrite: Bool = false) -> String?
    {
        guard limits.rotates else { return nil }
        let first = overwrite ? 1 : 0
        return NumberedFiles.stranger(at: path, from: first, keeping: limits.files, LogHeader.start).map {
            NumberedFiles.name(path, $0)
        }
    }
}

extension SystemError {
    /// Why a recording has ended, in words: of another's file, which rotation leaves alone, `rename` knows no better than
    /// that it is there.
    package var recordingReason: String {
        call == "rename" && errno == EEXIST ? "\(subject) is no recording, and is left alone" : description
    }
}
