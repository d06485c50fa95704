import CLinux

/// Reads a file whatever it is, within a size and a time.
package enum WholeFile {
    /// Why it could not be read.
    package enum Failure: Error, Equatable {
        case system(SystemError)
        /// A pipe or a device, which did not come to its end in time.
        case late(path: String, kind: String)

        /// One sentence part.
        package var description: String {
            switch self {
            case .system(let error): error.description
            case .late(let path, let kind):
                "read \(path): it is a \(kind), and did not come to its end within a second"
            }
        }
    }

    /// The longest wait, in nanoseconds: 1 s.
    private static let timeout: Int64 = 1_000_000_000

    /// The file from its start, at most `limit` bytes of it: one that is longer fills them.
    ///
    /// Calls `open` with `O_NONBLOCK`, `poll` and `read`. So a FIFO that nobody writes to, a device, the kernel's log or a
    /// pipe that dawdles ends with an error, which would keep an ordinary `read` for ever. Only a file system whose server
    /// does not answer keeps this waiting, already in `open`.
    package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let end = MonotonicClock.now() + timeout
        let file = try open(path)
        return try fill(from: file.raw, path, limit: limit, until: end)
    }

    /// Calls `read` until the end of the file; before each until `end` where it might wait.
    private static func fill(
        from file: CInt, _ path: String, limit: Int, until end: Int64?
    ) throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            if let end, !waitForBytes(file, until: end) {
                var status = stat()
                fstat(file, &status)
                throw .late(path: path, kind: FileKind.words(status.st_mode))
            }
            let count = bytes.withUnsafeMutableBytes { buffer in
                CLinux.read(file, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            if count < 0, clinux_errno() == EINTR || clinux_errno() == EAGAIN { continue }
            guard count >= 0 else { throw .system(SystemError("read", path)) }
            guard count > 0 else { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// A regular file from its start, at most `limit` bytes of it; `nil` of anything else, which might have to be waited for.
    ///
    /// Calls `open` with `O_NONBLOCK`, `fstat` and `read`.
    package static func readRegular(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        let file = try open(path)
        var status = stat()
        guard fstat(file.raw, &status) == 0 else { throw .system(SystemError("fstat", path)) }
        guard status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { return nil }
        return try fill(from: file.raw, path, limit: limit, until: nil)
    }

    private static func open(_ path: String) throws(Failure) -> OwnedDescriptor {
        do throws(SystemError) { return try .open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY) } catch {
            throw .system(error)
        }
    }

    /// Calls `poll`; false where it is too late.
    private static func waitForBytes(_ file: CInt, until end: Int64) -> Bool {
        while true {
            let left = end - MonotonicClock.now()
            guard left > 0 else { return false }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            if poll(&request, 1, CInt(clamping: left / 1_000_000 + 1)) > 0 { return true }
        }
    }
}
