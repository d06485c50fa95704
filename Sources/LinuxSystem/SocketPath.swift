import CLinux

/// A path at which a socket is to be created: the rule for what may be there already.
struct SocketPath {
    let path: String

    var directory: String { FilePath.directory(of: path) }

    /// Makes the path free: removes the socket file of a listener that ended without cleaning up.
    ///
    /// - Throws: ``UnixListenerError/inUse(path:owner:)`` where somebody listens there,
    ///   ``UnixListenerError/notASocket(path:kind:)`` where it is anything else.
    func clear() throws(UnixListenerError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let error = SystemError("lstat", path)
            guard error.errno == ENOENT else { throw unreachable(error) }
            return
        }
        guard clinux_is_socket(status.st_mode) != 0 else {
            throw .notASocket(path: path, kind: FileKind.words(status.st_mode))
        }
        guard try isStale() else { return }
        guard unlink(path) == 0 || clinux_errno() == ENOENT else {
            throw .system(SystemError("unlink", path))
        }
    }

    /// True where nobody listens: only `connect` can tell, as the file looks the same.
    private func isStale() throws(UnixListenerError) -> Bool {
        let stream: UnixStream
        do throws(SystemError) {
            stream = try .connect(path)
        } catch {
            switch error.errno {
            case ECONNREFUSED, ENOENT: return true
            // Full queue or another type of socket: alive, but only a connection would name the process.
            case EAGAIN: throw .inUse(path: path, owner: "a process too busy to answer")
            case EPROTOTYPE: throw .inUse(path: path, owner: "a process with another type of socket")
            default: throw .system(error)
            }
        }
        throw .inUse(path: path, owner: stream.peer?.processDescription ?? "another process")
    }

    /// What to say where a call failed at the path or at its directory.
    func unreachable(_ error: SystemError) -> UnixListenerError {
        switch error.errno {
        case ENOENT: .noDirectory(path: path, directory: directory)
        case EACCES, ENOTDIR, ELOOP: .closedDirectory(path: path, directory: directory, errno: error.errno)
        default: .system(error)
        }
    }
}
