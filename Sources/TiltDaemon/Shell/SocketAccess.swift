package import CLinux
package import LinuxSystem
package import TiltCore

/// Who may subscribe, of those whom the socket's file lets in.
///
/// By who connected, as the kernel noted it (`SO_PEERCRED`), and never by `/proc`: a desktop's programs run outside of their
/// session's control group, and a process number may be another's by now. So what runs as a user counts as that user,
/// wherever it was started from.
package struct SocketAccess {
    private let access: SocketAccessKind
    private let entitlement: Entitlement
    private let sessions: LocalSessions

    /// `user` is the daemon's own; `groups` are those whose members may subscribe wherever they are.
    package init(
        _ access: SocketAccessKind, user: uid_t, groups: [gid_t], sessions: LocalSessions = LocalSessions()
    ) {
        self.access = access
        entitlement = Entitlement(user: user, groups: groups)
        self.sessions = sessions
    }

    /// For a socket whose file has this group: that one's members, and those of the group `tiltshadow` of `/etc/group`.
    init(_ settings: Settings, socketGroup: gid_t?) {
        let own = SystemGroup.localIdentifier(named: ControlError.accessGroup)
        self.init(
            settings.socket.access, user: geteuid(), groups: [own, socketGroup].compactMap { $0 })
    }

    /// What a peer with these supplementary groups is, as far as it can be told without a look at sessions; `nil` where it
    /// is served only while its user sits in front.
    package func standing(of peer: PeerCredentials?, groups: @autoclosure () -> [gid_t]) -> Peer.Standing? {
        if let peer, entitlement.isTrusted(peer) { return .trusted }
        guard access == .session else { return .entitled }
        guard let peer else { return .stranger }
        return entitlement.includes(peer, groups: groups) ? .entitled : nil
    }

    /// True where the user sits in front.
    package func isPresent(_ user: uid_t) -> Bool { sessions.isPresent(user) }

    /// The directories that change when somebody else does.
    package var directories: [String] { sessions.directories }
}
