package import CLinux

/// A user of this machine, by name.
package struct SystemUser: Equatable {
    package let name: String
    package let uid: uid_t
    /// The user's own group.
    package let gid: gid_t

    package init(name: String, uid: uid_t, gid: gid_t) {
        self.name = name
        self.uid = uid
        self.gid = gid
    }

    /// The user `name`; `nil` where there is none.
    ///
    /// Calls `getpwnam_r`: a long entry needs a larger buffer, up to 1 MB here.
    package static func named(_ name: String) -> SystemUser? {
        var size = 4096
        while size <= 1 << 20 {
            var status: CInt = 0
            let user: SystemUser? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                guard let start = buffer.baseAddress else { return nil }
                var entry = passwd()
                var found: UnsafeMutablePointer<passwd>?
                status = getpwnam_r(name, &entry, start, buffer.count, &found)
                return found == nil ? nil : SystemUser(name: name, uid: entry.pw_uid, gid: entry.pw_gid)
            }
            guard status == ERANGE else { return user }
            size *= 4
        }
        return nil
    }
}
