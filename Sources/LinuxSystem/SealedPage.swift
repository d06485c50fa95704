import CLinux

/// Owns one page of memory that this process alone can write, and its descriptor to hand out (`memfd_create`).
///
/// Seals keep whoever has the descriptor from writing, mapping it to write, growing and shrinking it, however they open
/// it again (fcntl(2), File Sealing); our own mapping was there before and stays writable.
@usableFromInline package struct SealedPage: ~Copyable {
    @usableFromInline let file: OwnedDescriptor
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let size: Int

    /// A page of so many bytes, all of them 0.
    ///
    /// - Throws: ``SystemError``: `ENOSYS` without the call (a seccomp filter may say `EPERM`), `EMFILE`, `ENFILE`,
    ///   `ENOMEM`, and `EINVAL` from `fcntl` before Linux 5.1, which knows no `F_SEAL_FUTURE_WRITE`.
    package static func make(name: String, size: Int) throws(SystemError) -> SealedPage {
        let file = try OwnedDescriptor.checked(clinux_memfd(name), "memfd_create")
        guard ftruncate(file.raw, off_t(size)) == 0 else { throw SystemError("ftruncate", "memfd") }
        guard let memory = clinux_map_shared(file.raw, size, 1) else { throw SystemError("mmap", "memfd") }
        let page = SealedPage(file: file, memory: memory, size: size)
        guard clinux_seal(page.descriptor) == 0 else { throw SystemError("fcntl F_ADD_SEALS", "memfd") }
        return page
    }

    private init(file: consuming OwnedDescriptor, memory: UnsafeMutableRawPointer, size: Int) {
        self.file = file
        self.memory = memory
        self.size = size
    }

    // Inlinable, since Embedded Swift destroys a value of another module only where it can see how.
    @inlinable deinit { Self.unmap(memory, size) }

    /// Calls `munmap`.
    @usableFromInline package static func unmap(_ memory: UnsafeMutableRawPointer, _ size: Int) {
        munmap(memory, size)
    }

    /// The number to hand out, open to read and, though nothing can be written, to write.
    package var descriptor: CInt { file.raw }

    /// Writes words of 64 bits as a sequence lock's writer does; the third is the sequence, and counted here.
    ///
    /// `image` must have as many bytes as the page.
    package func write(_ image: UnsafeRawBufferPointer) {
        guard image.count == size else { return }
        clinux_write_page(memory, image.baseAddress, size / 8)
    }
}
