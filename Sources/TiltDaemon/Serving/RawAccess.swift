import CLinux
import LinuxSystem
import TiltCore

/// Who may have raw samples: the superuser, the daemon's own user, and the members of a group.
///
/// The group is looked up when this is made, at the start and on reload, in `/etc/group` alone: what a device's own
/// administrator made is enough, and a name service costs memory for good and seconds at times.
struct RawAccess {
    /// The group's name.
    static let groupName = "tiltshadow-raw"

    private let user: uid_t
    /// `nil` where this machine has no such group.
    private let group: gid_t?

    init(user: uid_t = geteuid(), group: gid_t? = SystemGroup.localIdentifier(named: Self.groupName)) {
        self.user = user
        self.group = group
    }

    /// Why `subscriber` may not; `nil` where it may.
    ///
    /// By the credentials that the kernel noted when it connected: a program that has them may connect and hand the
    /// connection on, as it may hand on what it reads.
    func refusal(of subscriber: Subscriber) -> ControlError? {
        refusal(of: subscriber.peer, groups: subscriber.stream.peerGroups)
    }

    func refusal(of peer: PeerCredentials?, groups: [gid_t]) -> ControlError? {
        guard let peer else { return .rawNotPermitted(user: nil, group: Self.groupName) }
        let isMember = group.map { $0 == peer.gid || groups.contains($0) } ?? false
        guard peer.uid != 0, peer.uid != user, !isMember else { return nil }
        return .rawNotPermitted(user: peer.uid, group: Self.groupName)
    }
}
