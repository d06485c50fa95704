import CLinux

/// The file of a listening socket, told from others by its inode.
package struct SocketFile {
    private let path: String
    private let device: dev_t
    private let inode: ino_t

    private init(path: String, device: dev_t, inode: ino_t) {
        self.path = path
        self.device = device
        self.inode = inode
    }

    /// Calls `bind`, which creates the file with these permission bits at once.
    ///
    /// The kernel takes them from the `umask`. Set afterwards by name, they would go to whatever somebody who may write
    /// in the directory has put there meanwhile. Other threads that create files at this moment get no more than `mode`.
    static func bind(
        _ socket: CInt, to address: UnixAddress, path: String, mode: mode_t
    ) throws(SystemError) -> SocketFile {
        let previous = umask(~mode & 0o777)
        let status = address.withPointer { CLinux.bind(socket, $0, $1) }
        let failure = clinux_errno()
        umask(previous)
        guard status == 0 else { throw SystemError("bind", path, errno: failure) }
        var found = stat()
        guard lstat(path, &found) == 0 else { throw SystemError("lstat", path) }
        return SocketFile(path: path, device: found.st_dev, inode: found.st_ino)
    }

    /// Gives the file to a group, wherever its name leads by now.
    ///
    /// Calls `open` with `O_PATH`, `fstat` and `fchownat` with `AT_EMPTY_PATH`.
    ///
    /// - Throws: ``SystemError``, with `EPERM` where this user is not in the group, and with `ESTALE` where somebody has
    ///   put another file in its place.
    func give(to group: gid_t) throws(SystemError) {
        let handle = try OwnedDescriptor.checked(clinux_open_handle(path), "open", path)
        var found = stat()
        guard fstat(handle.raw, &found) == 0 else { throw SystemError("fstat", path) }
        guard found.st_dev == device, found.st_ino == inode, clinux_is_socket(found.st_mode) != 0,
            found.st_uid == geteuid(), found.st_nlink == 1
        else {
            throw SystemError("fchownat", path, errno: ESTALE)
        }
        guard clinux_change_group(handle.raw, group) == 0 else { throw SystemError("fchownat", path) }
    }

    /// Calls `unlink`, unless somebody has put another file in its place.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
        _ = unlink(path)
    }
}
