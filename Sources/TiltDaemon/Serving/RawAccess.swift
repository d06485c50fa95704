package import CLinux
package import LinuxSystem

/// Who may have raw samples: the superuser, the daemon's own user, and the members of a group.
///
/// The group is looked up when this is made, at the start and on reload, in `/etc/group` alone: what a device's own
/// administrator made is enough, and a name service costs memory for good and seconds at times.
package struct RawAccess {
    /// The group's name.
    package static let groupName = "tiltshadow-raw"

    private let user: uid_t
    /// `nil` where this machine has no such group.
    private let group: gid_t?

    package init(user: uid_t = geteuid(), group: gid_t? = SystemGroup.localIdentifier(named: Self.groupName))
    {
        self.user = user
        self.group = group
    }

    /// True where a peer with these supplementary groups may.
    ///
    /// By the credentials that the kernel noted when it connected: a program that has them may connect and hand the
    /// connection on, as it may hand on what it reads.
    package func permits(_ peer: PeerCredentials?, groups: [gid_t]) -> Bool {
        guard let peer else { return false }
        return peer.uid == 0 || peer.uid == user
            || group.map { $0 == peer.gid || groups.contains($0) } ?? false
    }
}
