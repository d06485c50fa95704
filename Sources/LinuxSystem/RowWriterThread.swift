import CLinux

/// The thread of a ``RowWriter``, which alone touches its files.
final class RowWriterThread {
    private let path: String
    /// What each of the files begins with.
    private let start: String
    private let standardOutput: CInt
    private let channel: OwnedDescriptor
    /// The file being written, with its ending.
    private var name: String
    private var file: OwnedDescriptor?
    private var isRegular = false
    /// True where the file has its beginning.
    private var hasBegun = false

    private enum Call: CInt { case open, fcntl, rename, write, fdatasync }

    /// A failed call, told to the loop by the one place that catches it.
    private struct Failure: Error {
        let call: Call
        let errno: CInt
        var number = 0
        init(_ call: Call, _ errno: CInt = clinux_errno()) {
            self.call = call
            self.errno = errno
        }
    }

    init(path: String, start: String, standardOutput: CInt, channel: consuming OwnedDescriptor) {
        self.path = path
        self.start = start
        self.standardOutput = standardOutput
        self.channel = channel
        name = path
    }

    /// Carries commands out until the other end is closed, which ends the file as well.
    func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: RowWriter.longestMessage, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = recv(channel.raw, buffer.baseAddress, buffer.count, 0)
            if count < 0 {
                // Only the other end's closing ends this: what fails otherwise is tried again.
                if clinux_errno() != EINTR { _ = poll(nil, 0, 10) }
                continue
            }
            guard count > 0, let command = RowWriter.Command(rawValue: buffer[0]) else { break }
            let payload = UnsafeRawBufferPointer(rebasing: buffer[1..<count])
            do throws(Failure) { try carryOut(command, payload) } catch {
                file = nil
                let number = CInt(error.number)
                answer(RowWriter.Answer(call: error.call.rawValue, errno: error.errno, number: number))
            }
            if command == .end { answer(RowWriter.Answer()) }
        }
        try? end()
    }

    private func carryOut(
        _ command: RowWriter.Command, _ payload: UnsafeRawBufferPointer
    ) throws(Failure) {
        switch command {
        case .open:
            try? end()
            name = path + String(decoding: payload, as: UTF8.self)
            try open()
        case .rotate:
            file = nil
            if path != "-" { try putAside(keeping: Int(String(decoding: payload, as: UTF8.self)) ?? 1) }
            try open()
        case .write: try write(payload)
        case .end: try end()
        }
    }

    private func open() throws(Failure) {
        hasBegun = false
        isRegular = false
        let opened: CInt
        if path == "-" {
            opened = clinux_fcntl(standardOutput, F_DUPFD_CLOEXEC, 3)
            guard opened >= 0 else { throw Failure(.fcntl) }
        } else {
            opened = clinux_open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard opened >= 0 else { throw Failure(.open) }
        }
        var status = stat()
        isRegular = fstat(opened, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        file = OwnedDescriptor(adopting: opened)
    }

    /// Rows of a file that has failed go nowhere.
    private func write(_ rows: UnsafeRawBufferPointer) throws(Failure) {
        guard let raw = file?.raw else { return }
        var done = 0
        while done < rows.count {
            let count = CLinux.write(raw, rows.baseAddress.map { $0 + done }, rows.count - done)
            if count >= 0 {
                done += count
                continue
            }
            guard !OwnedDescriptor.isWorthAnotherWrite(raw) else { continue }
            let failure = Failure(.write)
            cutToLastRow(raw, rows[..<done])
            throw failure
        }
        hasBegun = true
    }

    /// Leaves the file at the end of its last whole row: a half-written number would be a wrong one.
    ///
    /// One that lacks its beginning is of no use, and goes; standard output keeps what others have written there.
    private func cutToLastRow(_ raw: CInt, _ partial: Slice<UnsafeRawBufferPointer>) {
        guard hasBegun || !isRegular || path == "-" else {
            _ = unlink(name)
            return
        }
        let whole = hasBegun ? partial.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0 : 0
        OwnedDescriptor.takeBack(partial.count - whole, from: raw)
    }

    /// Calls `fdatasync`, and closes the file.
    private func end() throws(Failure) {
        guard let raw = file?.raw else { return }
        let isSafe = !isRegular || fdatasync(raw) == 0
        let failure = Failure(.fdatasync)
        file = nil
        if !isSafe { throw failure }
    }

    private func putAside(keeping files: Int) throws(Failure) {
        do throws(NumberedFiles.Failure) {
            try NumberedFiles.putAside(name, keeping: files, start)
        } catch {
            var failure = Failure(.rename, error.errno)
            failure.number = error.number
            throw failure
        }
    }

    /// Calls `send`.
    private func answer(_ answer: RowWriter.Answer) {
        withUnsafeBytes(of: answer) {
            while send(channel.raw, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) < 0,
                DetachedThread.goesOn(after: clinux_errno())
            {}
        }
    }
}
