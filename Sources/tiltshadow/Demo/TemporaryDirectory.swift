import CLinux
import LinuxSystem
import TiltSensors

/// A directory for a few files of ours, removed with them at the end of this value, or by the next one of the same files
/// where we were killed.
struct TemporaryDirectory: ~Copyable {
    /// In /tmp, whatever TMPDIR says: a socket's path may have 107 bytes at most.
    private static let template = "/tmp/tiltshadow-XXXXXX"
    /// How often one is made anew that was taken away before it was locked.
    private static let tries = 8

    /// Where it is.
    let path: String
    private let files: [String]
    /// Locked as long as we live: nobody has the lock of a directory that was left.
    private let lock: OwnedDescriptor

    private init(path: String, files: [String], lock: consuming OwnedDescriptor) {
        self.path = path
        self.files = files
        self.lock = lock
    }

    deinit {
        for file in files { unlink(self.path + "/" + file) }
        for directory in Self.directories(of: files) { rmdir(self.path + "/" + directory) }
        rmdir(path)
    }

    /// Calls `mkdtemp` and `mkdir`, and removes first what others that were killed left.
    ///
    /// `files` are the names of all files that will be in it, or in a directory in it, as `daemon/tilt.sock`: a daemon locks the
    /// directory of its socket, which must not be the one that is locked here.
    static func create(for files: [String]) throws(SystemError) -> TemporaryDirectory {
        removeLeft(files)
        for _ in 0..<tries {
            var template = Array(template.utf8CString)
            guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", Self.template) }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let made = locked(path, files) else { continue }
            for directory in directories(of: files) where mkdir(path + "/" + directory, 0o700) != 0 {
                throw SystemError("mkdir", path + "/" + directory)
            }
            return made
        }
        throw SystemError("flock", template)
    }

    /// The directories in it that some of the files are in.
    private static func directories(of files: [String]) -> [String] {
        files.compactMap { file in
            file.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(file[..<$0]) }
        }
    }

    /// Removes the directories of this user that nobody has locked, but for files of other names in them.
    private static func removeLeft(_ files: [String]) {
        let (start, count) = (
            template.dropLast(6).dropFirst("/tmp/".count), template.utf8.count - "/tmp/".utf8.count
        )
        for name in SysfsDirectory("/tmp").names() where name.hasPrefix(start) && name.utf8.count == count {
            // It ends at once, and they with it.
            _ = locked("/tmp/" + name, files)
        }
    }

    /// Takes over a directory of this user's; `nil` where another lives in it, or has just removed it.
    ///
    /// Calls `open`, `flock`, `fstat` and `lstat`.
    private static func locked(_ path: String, _ files: [String]) -> TemporaryDirectory? {
        guard let lock = try? OwnedDescriptor.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW) else {
            return nil
        }
        var (held, named) = (stat(), stat())
        guard flock(lock.raw, LOCK_EX | LOCK_NB) == 0, fstat(lock.raw, &held) == 0, lstat(path, &named) == 0,
            held.st_ino == named.st_ino, held.st_uid == geteuid(), held.st_mode & 0o777 == 0o700
        else { return nil }
        return TemporaryDirectory(path: path, files: files, lock: lock)
    }
}
