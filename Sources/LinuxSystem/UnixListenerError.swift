/// Why a socket cannot be offered to subscribers at a path.
package enum UnixListenerError: Error, Equatable {
    /// The path is empty, too long or holds a NUL.
    case unusablePath(String, bytes: Int)
    /// The directory of the socket is not there.
    case noDirectory(path: String, directory: String)
    /// The directory of the socket cannot be entered, for this reason: it is closed to this user, or no directory, or lies
    /// behind links that lead round.
    case closedDirectory(path: String, directory: String, errno: CInt)
    /// Something listens there already; `owner` names the process.
    case inUse(path: String, owner: String)
    /// There is something else than a socket; `kind` as in `regular file`.
    case notASocket(path: String, kind: String)
    /// No group has this name.
    case unknownGroup(String)
    /// The socket cannot be given to this group by this user.
    case groupDenied(path: String, group: String)
    /// Any other failed call.
    case system(SystemError)
}

extension UnixListenerError: CustomStringConvertible {
    /// One sentence, for the log.
    package var description: String {
        switch self {
        case .unusablePath(let path, let bytes):
            "socket path \"\(path)\" has \(bytes) bytes: expected 1 to \(UnixAddress.longestPath), without NUL"
        case .noDirectory(let path, let directory):
            "cannot create \(path): the directory \(directory) does not exist"
        case .closedDirectory(let path, let directory, let errno):
            "cannot create \(path): " + SystemError("the directory", directory, errno: errno).description
        case .inUse(let path, let owner): "\(path) is in use by \(owner)"
        case .notASocket(let path, let kind): "\(path) is a \(kind), not a socket; it was left alone"
        case .unknownGroup(let group): "there is no group \"\(group)\" to give the socket to"
        case .groupDenied(let path, let group): "not permitted to give \(path) to the group \"\(group)\""
        case .system(let error): error.description
        }
    }

    /// The next thing to try.
    package var hint: String {
        switch self {
        case .unusablePath: "choose a shorter path"
        case .noDirectory(_, let directory): "create it (`mkdir -p \(directory)`) or choose another path"
        case .closedDirectory(_, let directory, _):
            "`namei -l \(directory)` shows what is in the way: mend that, or choose another path"
        case .inUse: "stop that process or choose another path"
        case .notASocket: "remove it or choose another path"
        case .unknownGroup(let group): "create it (`groupadd --system \(group)`) or name another group"
        case .groupDenied: "name a group that the user running the daemon belongs to, or none"
        case .system: "see whether the user running the daemon may write to the socket's directory"
        }
    }
}
