import CLinux

/// Owns a mapping of a page that another process writes by a sequence lock; see ``SealedPage``.
@usableFromInline package struct MappedPage: ~Copyable {
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let copy: UnsafeMutableRawBufferPointer

    /// Calls `mmap` to read; the descriptor may be closed then.
    ///
    /// - Throws: ``SystemError``. A file that is shorter than `size` faults when it is read: `EINVAL` is thrown for it.
    package init(_ file: borrowing OwnedDescriptor, size: Int) throws(SystemError) {
        var status = stat()
        guard fstat(file.raw, &status) == 0 else { throw SystemError("fstat", "page") }
        guard status.st_size >= size else { throw SystemError("mmap", "page", errno: EINVAL) }
        guard let memory = clinux_map_shared(file.raw, size, 0) else { throw SystemError("mmap", "page") }
        self.memory = memory
        copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 8)
    }

    // Inlinable, since Embedded Swift destroys a value of another module only where it can see how.
    @inlinable deinit {
        SealedPage.unmap(memory, copy.count)
        copy.deallocate()
    }

    /// Lends a copy that was written as a whole; `nil` where the writer was at it each time, which is not waited for.
    package func read<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard clinux_read_page(memory, copy.baseAddress, copy.count / 8) == 1 else { return nil }
        return body(UnsafeRawBufferPointer(copy))
    }
}
