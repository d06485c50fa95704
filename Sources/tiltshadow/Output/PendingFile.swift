import CLinux
import LinuxSystem

/// A file that gets its name only once it is whole: a failure before that leaves what has the name as it is.
///
/// Until then it has none (`O_TMPFILE` of open(2)), and nothing is left of it even where the process is killed. File
/// systems that cannot do that, as some over a network, get a hidden file beside it.
struct PendingFile: ~Copyable {
    /// Open for writing.
    let file: OwnedDescriptor

    private let path: String
    private let replaces: Bool
    /// Its name beside ``path`` for as long as another has that.
    private let part: String
    private var isAtPart: Bool

    /// Begins a file that is to be at `path`, in the place of the one with the status `old`.
    static func begin(_ path: String, replacing old: stat?) throws(SystemError) -> PendingFile {
        let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? "./"
        let part = directory + ".tiltshadow-\(getpid()).part"
        // Without /proc it could not be named.
        if access("/proc/self/fd", X_OK) == 0 {
            let nameless = clinux_open_nameless(directory, 0o666)
            if nameless >= 0 {
                return PendingFile(OwnedDescriptor(adopting: nameless), path, old, part, isAtPart: false)
            }
        }
        unlink(part)
        let file: OwnedDescriptor
        do throws(SystemError) { file = try .open(part, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) } catch {
            throw SystemError("open", path, errno: error.errno)
        }
        return PendingFile(file, path, old, part, isAtPart: true)
    }

    private init(
        _ file: consuming OwnedDescriptor, _ path: String, _ old: stat?, _ part: String, isAtPart: Bool
    ) {
        if let old {
            // Only root can give a file away; then it stays its owner's.
            _ = fchown(file.raw, old.st_uid, old.st_gid)
            _ = fchmod(file.raw, old.st_mode & 0o7777)
        }
        self.file = file
        self.path = path
        self.part = part
        self.isAtPart = isAtPart
        replaces = old != nil
    }

    /// Gives the file its name.
    ///
    /// Calls `linkat`, and `rename` where another file had the name: that takes the place of whatever has it by then.
    ///
    /// - Throws: ``SystemError``, with `EEXIST` where the name was free and is taken now.
    mutating func commit() throws(SystemError) {
        if !isAtPart {
            if replaces { unlink(part) }
            let name = replaces ? part : path
            guard linkat(AT_FDCWD, "/proc/self/fd/\(file.raw)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
            else { throw SystemError("linkat", path) }
            isAtPart = replaces
        }
        guard isAtPart else { return }
        if !replaces {
            guard link(part, path) != 0 else { return }
            // Sticks and cards have file systems without links: what has come by the name meanwhile is not seen there.
            let error = SystemError("link", path)
            guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.errno) else { throw error }
        }
        guard rename(part, path) == 0 else { throw SystemError("rename", path) }
        isAtPart = false
    }

    deinit { if isAtPart { unlink(part) } }
}
