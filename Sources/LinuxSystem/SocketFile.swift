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

    /// Calls `bind`, which creates the file.
    static func bind(_ socket: CInt, to address: UnixAddress, path: String) throws(SystemError) -> SocketFile
    {
        guard address.withPointer({ CLinux.bind(socket, $0, $1) }) == 0 else {
            throw SystemError("bind", path)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemError("lstat", path) }
        return SocketFile(path: path, device: status.st_dev, inode: status.st_ino)
    }

    /// Calls `lchown` and `chmod`; a `nil` group leaves the one the kernel chose.
    func setAccess(mode: mode_t, group: gid_t?) throws(SystemError) {
        if let group {
            guard lchown(path, uid_t.max, group) == 0 else { throw SystemError("lchown", path) }
        }
        guard chmod(path, mode) == 0 else { throw SystemError("chmod", path) }
    }

    /// Calls `unlink`, unless somebody has put another file in its place.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else { return }
        _ = unlink(path)
    }
}
