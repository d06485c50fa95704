package import CLinux

/// Owns a listening Unix stream socket: one it created with its file, or one the service manager passed.
@usableFromInline package struct UnixListener: ~Copyable {
    private let socket: OwnedDescriptor
    /// The file to remove at the end; `nil` for an adopted socket.
    private let file: SocketFile?

    private init(socket: consuming OwnedDescriptor, file: SocketFile?) {
        self.socket = socket
        self.file = file
    }

    // Runs before the socket is closed: a daemon that starts meanwhile finds this one alive or nothing, never a
    // stale file to replace, which would be removed here.
    // Visible to other modules, as Embedded Swift needs of a deinit.
    @inlinable deinit { removeFile() }

    @usableFromInline package func removeFile() { file?.remove() }

    /// Creates a socket at `path` and listens on it; the end of the value removes the file.
    ///
    /// A socket file that nobody listens on any more is replaced. Look, remove and `bind` are one step under a
    /// ``DirectoryLock``, so of two daemons started at once the second finds the first listening. Binding to
    /// another name and renaming would be atomic too, but lets the second silently cut off the first.
    /// Access is set before `listen`, and until then everybody is refused: there is no moment at which the
    /// socket is open to more people than `mode` says.
    ///
    /// - Parameters:
    ///   - path: 1 to 107 bytes; its directory must be there.
    ///   - mode: the permission bits of the file.
    ///   - group: the name or number of the group of the file; `nil` leaves the one the kernel chose.
    ///   - refusesDescriptors: false for a test of what happens before Linux 6.16.
    ///   - listens: false to find out whether it could: everybody is refused, and nobody met who is gone at once.
    /// - Returns: the listener, already listening.
    /// - Throws: any case of ``UnixListenerError``; nothing is left behind.
    package static func bind(
        _ path: String, mode: mode_t, group: String? = nil, refusesDescriptors: Bool = true,
        listens: Bool = true
    ) throws(UnixListenerError) -> UnixListener {
        guard let address = UnixAddress(path: path) else {
            throw .unusablePath(path, bytes: path.utf8.count)
        }
        let groupIdentifier = try group.map { name throws(UnixListenerError) in
            guard let identifier = SystemGroup.identifier(named: name) else { throw .unknownGroup(name) }
            return identifier
        }
        let lock = try lockDirectory(of: SocketPath(path: path))
        try SocketPath(path: path).clear()
        do throws(SystemError) {
            let type = clinux_stream | clinux_close_on_exec | clinux_nonblocking
            let socket = try OwnedDescriptor.checked(CLinux.socket(AF_UNIX, type, 0), "socket")
            // Every connection has it from the listener: whoever passes descriptors is told `EPERM`.
            if refusesDescriptors { _ = clinux_refuse_descriptors(socket.raw) }
            let file = try SocketFile.bind(socket.raw, to: address, path: path, mode: mode)
            let listener = UnixListener(socket: socket, file: file)
            if let groupIdentifier { try file.give(to: groupIdentifier) }
            guard !listens || listen(listener.descriptor, SOMAXCONN) == 0 else {
                throw SystemError("listen", path)
            }
            lock.release()
            return listener
        } catch {
            if error.call == "fchownat", error.errno == EPERM, let group {
                throw .groupDenied(path: path, group: group)
            }
            throw .system(error)
        }
    }

    /// Takes over a socket that listens already; its file is the service manager's, and stays.
    ///
    /// The manager keeps a duplicate of the socket, so it is only ever closed, never shut down.
    package init(adopting socket: consuming OwnedDescriptor) {
        // Those who connected before this may have passed some.
        _ = clinux_refuse_descriptors(socket.raw)
        // It may come blocking, and `accept` must never wait for a client that has gone again.
        _ = clinux_fcntl(socket.raw, F_SETFL, O_NONBLOCK)
        self.init(socket: socket, file: nil)
    }

    /// True where the queue of those who wait may hold descriptors that they passed: closing it would close them.
    package var mayHoldDescriptors: Bool { file == nil || clinux_refuses_descriptors(socket.raw) == 0 }

    /// The path that the socket is bound to, whoever made it; empty where that is none.
    ///
    /// Calls `getsockname`.
    package var path: String {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout.size(ofValue: address))
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(socket.raw, $0, &length)
            }
        }
        guard status == 0 else { return "" }
        // A path of 108 bytes has no NUL there.
        return withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Whether `other` leads to the file of this socket, however it is spelt.
    ///
    /// Calls `getsockname` and `stat`.
    package func isBound(to other: String) -> Bool {
        let own = path
        var (file, otherFile) = (stat(), stat())
        return own == other
            || stat(own, &file) == 0 && stat(other, &otherFile) == 0 && file.st_dev == otherFile.st_dev
                && file.st_ino == otherFile.st_ino
    }

    /// The group of the socket's file, whoever made it; `nil` where there is no such file any more.
    ///
    /// Calls `getsockname` and `lstat`.
    package var fileGroup: gid_t? {
        var file = stat()
        // An empty path names no file.
        return lstat(path, &file) == 0 ? file.st_gid : nil
    }

    /// The number to watch; readable while a connection waits.
    package var descriptor: CInt { socket.raw }

    /// Calls `accept4`; `nil` where no connection waits.
    package func accept() throws(AcceptError) -> UnixStream? {
        let flags = clinux_close_on_exec | clinux_nonblocking
        while true {
            let connection = accept4(socket.raw, nil, nil, flags)
            guard connection < 0 else { return UnixStream(accepting: OwnedDescriptor(adopting: connection)) }
            let error = SystemError("accept4")
            switch error.errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return nil
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw .outOfDescriptors(error)
            default: throw .system(error)
            }
        }
    }

    private static func lockDirectory(of path: SocketPath) throws(UnixListenerError) -> DirectoryLock {
        do throws(SystemError) {
            return try .take(path.directory)
        } catch {
            throw path.unreachable(error)
        }
    }
}
