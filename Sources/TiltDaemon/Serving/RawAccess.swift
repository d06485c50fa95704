package import CLinux
package import LinuxSystem

/// Who may have raw samples: whoever is entitled by the group ``groupName``.
///
/// The group is looked up when this is made, at the start and on reload.
package struct RawAccess {
    package static let groupName = "tiltshadow-raw"

    private let entitlement: Entitlement

    /// `group` is `nil` where this machine has no such group.
    package init(user: uid_t = geteuid(), group: gid_t? = SystemGroup.localIdentifier(named: Self.groupName))
    {
        entitlement = Entitlement(user: user, groups: group.map { [$0] } ?? [])
    }

    /// True where a peer with these supplementary groups may.
    package func permits(_ peer: PeerCredentials?, groups: [gid_t]) -> Bool {
        peer.map { entitlement.includes($0, groups: { groups }) } ?? false
    }
}
