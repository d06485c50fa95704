import CLinux
package import LinuxSystem
package import TiltCore

/// Writes readings to a .tiltlog: nothing that was read is lost, and the file is valid whatever happens.
///
/// Rows are collected and written once a second; the end adds `#end` and `fdatasync`. When the disk is full the file
/// is cut back to its last whole row, which is a valid, cut-off log.
package final class Recorder {
    /// Where it writes, for messages.
    package let path: String
    /// Rows taken so far.
    package var rows: Int { writer.rows }

    /// The size of the log with what has still to be written.
    var bytes: Int { writtenBytes + buffer.count }

    private let file: OwnedDescriptor
    private let isRegular: Bool
    private var writer: LogWriter
    private var buffer = ByteBuffer(capacity: 1 << 16)
    private var writtenBytes = 0
    private var lastFlush: Int64
    private var isBroken = false

    private static let flushSize = 60_000

    /// Starts a log of `sensor` at `path`; `-` is standard output.
    ///
    /// What is typed can be read from it: nobody but its owner may, whoever could read what was there, unless they have that
    /// open.
    ///
    /// - Throws: `EEXIST` where there is a file already and `overwrite` is false, `EPERM` by `fchmod` where it is another user's,
    ///   `ENXIO` where it is a FIFO that nobody reads.
    package init(
        path: String, sensor: SensorDescription, overwrite: Bool, now: Timestamp, standardOutput: CInt = 1
    ) throws(SystemError) {
        self.path = FilePath.outputName(path)
        file =
            path == "-"
            ? try .checked(clinux_fcntl(standardOutput, F_DUPFD_CLOEXEC, 3), "fcntl", "standard output")
            : try Self.open(path, overwrite: overwrite)
        isRegular = Self.isRegular(file.raw)
        writer = LogWriter(for: sensor)
        lastFlush = now.nanoseconds
        LogHeader(sensor: sensor).append(to: &buffer)
        do throws(SystemError) { try flush() } catch {
            // Without its header it is no log at all.
            if isRegular, path != "-" { _ = unlink(path) }
            throw error
        }
    }

    /// A new file, or the one that is there: that is closed to others first, and emptied only then.
    private static func open(_ path: String, overwrite: Bool) throws(SystemError) -> OwnedDescriptor {
        // A FIFO that nobody reads is no log, and `open` would wait for who does.
        let flags = O_WRONLY | O_CREAT | O_NONBLOCK
        do throws(SystemError) { return try .open(path, flags | O_EXCL, mode: 0o600) } catch {
            guard overwrite, error.errno == EEXIST else { throw error }
        }
        let file = try OwnedDescriptor.open(path, flags, mode: 0o600)
        _ = clinux_fcntl(file.raw, F_SETFL, 0)
        guard isRegular(file.raw) else { return file }
        guard fchmod(file.raw, 0o600) == 0 else { throw SystemError("fchmod", path) }
        guard ftruncate(file.raw, 0) == 0 else { throw SystemError("ftruncate", path) }
        return file
    }

    private static func isRegular(_ file: CInt) -> Bool {
        var status = stat()
        return fstat(file, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }

    /// Takes one reading; writes once a second or when much has come.
    package func append(_ reading: Reading, now: Timestamp) throws(SystemError) {
        guard !isBroken else { return }
        writer.append(reading, to: &buffer)
        guard buffer.count > Self.flushSize || now.nanoseconds - lastFlush >= Recording.flushInterval else {
            return
        }
        lastFlush = now.nanoseconds
        try flush()
    }

    /// Ends the log; `dropped` is how many readings the kernel lost, as far as it told.
    ///
    /// `syncs` waits until it is on the disk.
    package func finish(dropped: Int = 0, syncs: Bool = true) throws(SystemError) {
        guard !isBroken else { return }
        writer.appendEnd(dropped: dropped, to: &buffer)
        try flush()
        isBroken = true
        guard syncs, isRegular, fdatasync(file.raw) != 0 else { return }
        throw SystemError("fdatasync", path)
    }

    private func flush() throws(SystemError) {
        defer { buffer.removeAll() }
        var done = 0
        while done < buffer.count {
            let count = buffer.bytes.withUnsafeBytes { bytes in
                write(file.raw, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count >= 0 {
                done += count
            } else if !OwnedDescriptor.isWorthAnotherWrite(file.raw) {
                let error = SystemError("write", path)
                cutToLastRow(afterPartial: done)
                throw error
            }
        }
        writtenBytes += done
    }

    /// Leaves the file at the end of its last whole row: a half-written number would be a wrong one.
    private func cutToLastRow(afterPartial done: Int) {
        isBroken = true
        // Without its header nothing of it is worth keeping.
        let rows = writtenBytes > 0 ? buffer.bytes[..<done] : []
        let wholeRows = rows.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        OwnedDescriptor.takeBack(done - wholeRows, from: file.raw)
    }
}
