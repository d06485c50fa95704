import CLinux

/// Owns a mapping of a page that another process writes by a sequence lock; see ``SealedPage``.
@usableFromInline package struct MappedPage: ~Copyable {
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let copy: UnsafeMutableRawBufferPointer

    /// What keeps a file from being mapped.
    package enum Flaw: Error {
        /// Whoever made it could cut it short later, and what is read then would end this program by SIGBUS.
        case unsealed
        /// It has fewer bytes than asked for.
        case short
        case system(SystemError)
    }

    /// Calls `mmap` to read; the descriptor may be closed then.
    ///
    /// It first calls `fcntl` with `F_GET_SEALS`, and only then looks at the length, which stays where it is sealed.
    package init(_ file: borrowing OwnedDescriptor, size: Int) throws(Flaw) {
        guard clinux_is_sealed_against_shrinking(file.raw) == 1 else { throw .unsealed }
        var status = stat()
        guard fstat(file.raw, &status) == 0 else { throw .system(SystemError("fstat", "page")) }
        guard status.st_size >= size else { throw .short }
        guard let memory = clinux_map_shared(file.raw, size, 0) else {
            throw .system(SystemError("mmap", "page"))
        }
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
