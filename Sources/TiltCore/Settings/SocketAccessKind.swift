/// Who may subscribe, of those whom the socket's file lets in.
public enum SocketAccessKind: String, CaseIterable, Sendable {
    /// Whoever sits in front, the superuser, the daemon's own user, and the members of the groups `tiltshadow` and of the file.
    case session
    /// All of them.
    case file
}
