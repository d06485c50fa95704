import CLinux

/// Holds `flock` on a directory, so that of several daemons starting at once one at a time claims a path in it.
///
/// A lock on the directory leaves no file behind, unlike one on a file beside the socket.
struct DirectoryLock: ~Copyable {
    /// The time between two tries, in milliseconds.
    private static let pause: CInt = 10

    private let directory: OwnedDescriptor?

    private init(adopting directory: consuming OwnedDescriptor?) {
        self.directory = directory
    }

    /// Calls `open` and `flock` on `path`.
    ///
    /// The lock is a courtesy among daemons: whoever may read the directory can hold it for ever, so after a
    /// second, or in a directory that may not be read, this goes on without.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - tries: how often, 10 ms apart, the lock is tried. Default: 100, one second.
    /// - Returns: the lock, to be given back with ``release()``.
    /// - Throws: ``SystemError`` where `path` is not a directory.
    static func take(_ path: String, tries: Int = 100) throws(SystemError) -> DirectoryLock {
        let directory: OwnedDescriptor
        do throws(SystemError) {
            directory = try .open(path, O_RDONLY | O_DIRECTORY)
        } catch {
            guard error.errno == EACCES else { throw error }
            return DirectoryLock(adopting: nil)
        }
        for _ in 0..<tries {
            if flock(directory.raw, LOCK_EX | LOCK_NB) == 0 { break }
            _ = poll(nil, 0, pause)
        }
        return DirectoryLock(adopting: directory)
    }

    /// Gives the lock back; without this call the value may end before the work it protects.
    consuming func release() {}
}
