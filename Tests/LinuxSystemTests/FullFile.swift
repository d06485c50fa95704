import CLinux
import LinuxSystem
import Testing

/// A file that is full but for so many bytes: of more the kernel takes as many, and then says `EPERM`.
final class FullFile {
    let file: OwnedDescriptor
    /// A line that is there already; what is written comes behind it.
    let kept: String

    init(butFor room: Int) throws {
        // Of a page that is in the file and one that would not be, it writes the first.
        let page = Int(getpagesize())
        let kept = String(repeating: "k", count: page - room - 1) + "\n"
        let raw = clinux_memfd("full")
        file = OwnedDescriptor(adopting: raw)
        self.kept = kept
        // 4 is F_SEAL_GROW.
        try #require(ftruncate(raw, off_t(page)) == 0 && clinux_fcntl(raw, F_ADD_SEALS, 4) == 0)
        try #require(write(raw, kept, kept.utf8.count) == kept.utf8.count)
    }
}
