package import CLinux

/// Owns an open file descriptor and closes it at the end of its life.
@usableFromInline package struct OwnedDescriptor: ~Copyable {
    /// The number, for calls; valid as long as this value lives.
    @usableFromInline package let raw: CInt

    /// Takes over `raw`, which must be open and owned by nobody else.
    package init(adopting raw: CInt) {
        self.raw = raw
    }

    // Inlinable, since Embedded Swift destroys a value of another module only where it can see how.
    @inlinable deinit { Self.shut(raw) }

    /// Calls `close`.
    @usableFromInline package static func shut(_ raw: CInt) { _ = close(raw) }

    /// Takes over the result of a call that returns a descriptor or -1.
    ///
    /// - Throws: ``SystemError`` with the current `errno` where `result` is negative.
    package static func checked(
        _ result: CInt, _ call: String, _ subject: String = ""
    ) throws(SystemError) -> OwnedDescriptor {
        guard result >= 0 else { throw SystemError(call, subject) }
        return OwnedDescriptor(adopting: result)
    }

    /// Calls `open` with `O_CLOEXEC` added to `flags`; `mode` is for `O_CREAT`.
    package static func open(_ path: String, _ flags: CInt, mode: mode_t = 0) throws(SystemError)
        -> OwnedDescriptor
    {
        try checked(clinux_open(path, flags | O_CLOEXEC, mode), "open", path.isEmpty ? "\"\"" : path)
    }

    /// Takes back the last `count` bytes that were written to a file, where those are its end: nothing of what others have
    /// written there goes, before them or behind, and of a pipe nothing.
    ///
    /// Calls `lseek`, `fstat` and `ftruncate`. Appending, too, leaves the offset behind what was written.
    package static func takeBack(_ count: Int, from raw: CInt) {
        var status = stat()
        guard count > 0, fstat(raw, &status) == 0, lseek(raw, 0, SEEK_CUR) == status.st_size else { return }
        _ = ftruncate(raw, lseek(raw, off_t(-count), SEEK_CUR))
    }
}
