package import CLinux

/// What kind of file a mode is of, in words.
package enum FileKind {
    /// The words behind "a".
    package static func words(_ mode: mode_t) -> String {
        switch CInt(mode) & S_IFMT {
        case S_IFLNK: "symbolic link"
        case S_IFREG: "regular file"
        case S_IFDIR: "directory"
        case S_IFIFO: "FIFO"
        case S_IFSOCK: "socket"
        case S_IFCHR, S_IFBLK: "device"
        default: "file of unknown type"
        }
    }
}
