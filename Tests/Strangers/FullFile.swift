import CLinux
package import LinuxSystem

/// A file that is full but for so many bytes: of more the kernel takes as many, and then says `EPERM`.
package final class FullFile {
    package let file: OwnedDescriptor
    /// A line that is there already; what is written comes behind it.
    package let kept: String

    package init(butFor room: Int) throws(SystemError) {
        // Of a page that is in the file and one that would not be, it writes the first.
        let page = Int(getpagesize())
        kept = String(repeating: "k", count: page - room - 1) + "\n"
        file = try .checked(clinux_memfd("full"), "memfd_create")
        guard ftruncate(file.raw, off_t(page)) == 0 else { throw SystemError("ftruncate", "memfd") }
        // 4 is F_SEAL_GROW.
        guard clinux_fcntl(file.raw, F_ADD_SEALS, 4) == 0 else { throw SystemError("fcntl", "memfd") }
        guard write(file.raw, kept, kept.utf8.count) == kept.utf8.count else {
            throw SystemError("write", "memfd")
        }
    }
}
