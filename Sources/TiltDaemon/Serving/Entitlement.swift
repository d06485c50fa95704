import CLinux
import LinuxSystem

/// Who may do something: the superuser, the daemon's own user, and the members of some groups.
///
/// By the credentials that the kernel noted when a peer connected: a program that has them may connect and hand the
/// connection on, as it may hand on what it reads. Groups are looked up in `/etc/group` alone: what a device's own
/// administrator made is enough, and a name service costs memory for good and seconds at times.
struct Entitlement {
    let user: uid_t
    let groups: [gid_t]

    /// True for root, and for whoever runs the daemon.
    func isTrusted(_ peer: PeerCredentials) -> Bool { peer.uid == 0 || peer.uid == user }

    /// True for a peer with these supplementary groups, which are asked for only where the rest does not tell.
    func includes(_ peer: PeerCredentials, groups others: () -> [gid_t]) -> Bool {
        if isTrusted(peer) || groups.contains(peer.gid) { return true }
        return !groups.isEmpty && others().contains { groups.contains($0) }
    }
}
