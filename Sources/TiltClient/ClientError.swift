internal import CLinux
package import LinuxSystem
import TiltCore

/// Why there are no frames, and what to try.
public enum ClientError: Error, Equatable, Sendable {
    /// There is no socket at this path.
    case noSocket(path: String)
    /// The socket's file is there and nobody listens any more.
    case notListening(path: String)
    /// There is something else than a socket at this path.
    case notASocket(path: String)
    /// The socket may not be used by this user.
    case accessDenied(path: String)
    /// A connection was made and nothing was said on it.
    case silent(path: String)
    /// The other end does not speak the protocol; this is how its first line begins.
    case notTiltshadow(firstLine: String)
    /// The daemon speaks another version of the protocol.
    case unsupportedVersion(found: Int, supported: Int, server: String)
    /// A line from the daemon that cannot be understood.
    case malformed(line: String)
    /// The daemon refused the options.
    case refused(Refusal)
    /// The daemon ended the connection; it says why where it had the time.
    case closed(reason: String?)
    /// Any other failed call, with its error number.
    case system(call: String, path: String, errno: Int32)

    /// Creates the error of a connection to `path` that failed.
    package init(_ error: SystemError, path: String) {
        switch error.errno {
        case ENOENT, ENOTDIR: self = .noSocket(path: path)
        // Of any file but a socket the kernel says the same.
        case ECONNREFUSED: self = Self.isSocket(path) ? .notListening(path: path) : .notASocket(path: path)
        case EACCES, EPERM: self = .accessDenied(path: path)
        default: self = .system(call: error.call, path: path, errno: error.errno)
        }
    }

    /// Calls `stat`; true of a file that has gone meanwhile, too.
    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) != 0 || clinux_is_socket(status.st_mode) != 0
    }

    /// True where this user may not subscribe: by the socket's file, or by the daemon.
    package var deniesAccess: Bool {
        switch self {
        case .accessDenied: true
        case .refused(let refusal): refusal.code == "not-permitted" && refusal.id == nil
        default: false
        }
    }

    /// True where the same attempt can succeed later without anybody doing something about it.
    var canRecoverAtFirst: Bool {
        switch self {
        // Of a socket, that more wait to be let in than it has room for.
        case .noSocket, .notListening, .silent, .closed, .system(_, _, EAGAIN): true
        case .notASocket, .accessDenied, .notTiltshadow, .unsupportedVersion, .malformed, .refused, .system:
            false
        }
    }

    /// True where a daemon that answered before may be on its way back.
    var canRecoverAfterRestart: Bool {
        switch self {
        case .noSocket, .notListening, .notASocket, .accessDenied, .silent, .malformed, .closed, .system: true
        case .notTiltshadow, .unsupportedVersion, .refused: false
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// What happened, quoting what was given.
    public var description: String {
        switch self {
        case .noSocket(let path): "no daemon at \(Self.named(path)): there is no such socket"
        case .notListening(let path): "no daemon at \(Self.named(path)): nobody listens on the socket"
        case .notASocket(let path): "no daemon at \(Self.named(path)): this is no socket"
        case .accessDenied(let path): "permission denied connecting to \(Self.named(path))"
        case .silent(let path): "\(Self.named(path)) accepted the connection and says nothing"
        case .notTiltshadow(let line): "this is no tiltshadow socket: it says \"\(line)\""
        case .unsupportedVersion(let found, let supported, let server):
            "\(server) speaks protocol \(found), this program \(supported)"
        case .malformed(let line): "the daemon sent a line that makes no sense: \"\(line)\""
        case .refused(let refusal): refusal.message
        case .closed(let reason?): "the daemon ended the connection: \(reason)"
        case .closed(nil): "the daemon ended the connection"
        case .system(let call, let path, let errno): SystemError(call, path, errno: errno).description
        }
    }

    /// A path on one line, in quotes where it is empty.
    private static func named(_ path: String) -> String { path.isEmpty ? "\"\"" : path.onOneLine() }

    /// The next thing to try.
    public var hint: String {
        switch self {
        case .noSocket, .notListening:
            "start it (`systemctl start tiltshadow.socket`; `tiltshadow doctor` knows how other inits do), name another "
                + "socket, or try `tiltshadow demo`"
        case .accessDenied: "join the socket's group (the system's daemon has tiltshadow) and log in again"
        case .silent: "see what the daemon is doing: `tiltshadow doctor`"
        case .notASocket, .notTiltshadow: "name tiltshadow's socket with --socket or TILTSHADOW_SOCKET"
        case .unsupportedVersion: "install the same version of both"
        case .malformed: "report the line together with the daemon's version"
        case .refused(let refusal): refusal.hint
        case .closed: "connect again"
        case .system(_, _, ENAMETOOLONG):
            "name a shorter one: the path of a socket has at most \(UnixAddress.longestPath) bytes"
        case .system(_, _, EAGAIN):
            "connect again: too many wait there to be let in; where that lasts, see what the daemon is doing: "
                + "`tiltshadow doctor`"
        case .system: "see whether the path is a tiltshadow socket"
        }
    }
}
