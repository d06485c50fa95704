package import CLinux

/// A directory that the daemon makes for itself where nobody else has: below `/run`, which is empty after a boot, or below
/// `/var/lib`.
package struct OwnDirectory {
    /// The path, without a slash at its end.
    package let path: String

    package init(_ path: String) { self.path = path }

    package init(of file: String) { self.init(SocketPath(path: file).directory) }

    /// Makes the directory where there is nothing of that name; the one above must be there.
    ///
    /// Calls `mkdir`, with these permission bits whatever the `umask`, and `lchown` for another owner: a daemon that drops its
    /// privileges can only remove its socket from a directory of its own. One that is there is left as it is: whoever made
    /// it has decided whose it is.
    ///
    /// - Returns: true where it was made.
    /// - Throws: ``SystemError`` of `mkdir` or `lchown`.
    @discardableResult
    package func make(mode: mode_t, owner: SystemUser? = nil) throws(SystemError) -> Bool {
        let previous = umask(0)
        let status = mkdir(path, mode)
        let failure = clinux_errno()
        umask(previous)
        guard status == 0 else {
            guard failure == EEXIST else { throw SystemError("mkdir", path, errno: failure) }
            return false
        }
        if let owner {
            guard lchown(path, owner.uid, owner.gid) == 0 else { throw SystemError("lchown", path) }
        }
        return true
    }
}
