package import CLinux

/// What this process may do because of who it is.
package enum Privileges {
    /// True for the superuser.
    package static var isSuperuser: Bool { geteuid() == 0 }

    /// True for the user that this process is already.
    package static func isUser(_ user: SystemUser) -> Bool { geteuid() == user.uid && getuid() == user.uid }

    /// Becomes another user for good, in that user's groups and in `groups`.
    ///
    /// Calls `getgrouplist`, `setgroups`, `setgid` and `setuid`, which change every thread; coming from the superuser, the
    /// last one takes all capabilities along. Then `prctl` with `PR_SET_NO_NEW_PRIVS`: no program started from here can
    /// get any of it back.
    ///
    /// - Throws: ``SystemError``, with the process left in an unclear state: it must end.
    package static func drop(to user: SystemUser, joining groups: [gid_t]) throws(SystemError) {
        var all = memberships(of: user)
        for group in groups where !all.contains(group) { all.append(group) }
        guard setgroups(all.count, all) == 0 else { throw SystemError("setgroups", user.name) }
        guard setgid(user.gid) == 0 else { throw SystemError("setgid", user.name) }
        guard setuid(user.uid) == 0 else { throw SystemError("setuid", user.name) }
        // What could be taken back was never given away.
        guard user.uid == 0 || setuid(0) != 0 else { throw SystemError("setuid", user.name, errno: EPERM) }
        guard clinux_no_new_privileges() == 0 else { throw SystemError("prctl", user.name) }
    }

    /// Calls `getgrouplist`, once more where there are more groups than thought.
    private static func memberships(of user: SystemUser) -> [gid_t] {
        var count: CInt = 32
        while true {
            var groups = [gid_t](repeating: user.gid, count: Int(count))
            let room = count
            if getgrouplist(user.name, user.gid, &groups, &count) >= 0 {
                return Array(groups.prefix(Int(count)))
            }
            guard count > room, count <= 65_536 else { return [user.gid] }
        }
    }
}
