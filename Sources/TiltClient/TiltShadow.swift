internal import CLinux

/// A tiltshadow daemon, as a program that draws shadows sees it.
///
///     for try await frame in TiltShadow().frames() {
///         card.shadowOffset = (frame.offset.x, frame.offset.y)
///     }
///
/// A value of this type holds a place and nothing else; a connection lives as long as the loop over ``frames(_:patience:)``.
public struct TiltShadow: Equatable, Sendable {
    private let named: String?

    /// The Unix socket of the daemon: the one that was named, else the one that ``defaultPath()`` finds now.
    public var path: String { named ?? Self.defaultPath() }

    /// Names a daemon by its socket; without a path, each connection looks anew for the one of ``defaultPath()``.
    public init(path: String? = nil) { named = path }

    /// Where this user's daemon listens: `TILTSHADOW_SOCKET`, else `tiltshadow/tiltshadow.sock` in
    /// `XDG_RUNTIME_DIR` where there is one (or `tiltshadow.sock`, its place in early builds, a bare file that a sandbox cannot be shown
    /// for good), else the system service's `/run/tiltshadow/tiltshadow.sock`.
    public static func defaultPath() -> String {
        defaultPath(
            environment: { name in getenv(name).map { String(cString: $0) } },
            exists: { path in access(path, F_OK) == 0 })
    }

    package static func defaultPath(environment: (String) -> String?, exists: (String) -> Bool) -> String {
        if let path = environment("TILTSHADOW_SOCKET"), !path.isEmpty { return path }
        if let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty {
            for name in ["/tiltshadow/tiltshadow.sock", "/tiltshadow.sock"] where exists(directory + name) {
                return directory + name
            }
        }
        return "/run/tiltshadow/tiltshadow.sock"
    }

    /// Opens a connection to be polled by the caller's own loop; see ``ClientConnection``.
    public func connect() throws(ClientError) -> ClientConnection {
        try ClientConnection(path: path)
    }
}
