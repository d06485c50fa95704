import CLinux

/// A group of this machine, with the users that are listed in it.
struct GroupEntry: Equatable {
    var number: UInt32
    /// Members by name; a user whose primary group it is need not be among them.
    var members: [String]

    init(number: UInt32, members: [String]) {
        self.number = number
        self.members = members
    }

    /// Calls `getgrnam_r`; `nil` where there is no such group.
    init?(named name: String) {
        var entry = CLinux.group()
        var found: UnsafeMutablePointer<CLinux.group>?
        let result: GroupEntry? = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 18) { buffer in
            guard getgrnam_r(name, &entry, buffer.baseAddress, buffer.count, &found) == 0, found != nil else {
                return nil
            }
            var members: [String] = []
            var next = entry.gr_mem
            while let member = next?.pointee {
                members.append(String(cString: member))
                next = next?.advanced(by: 1)
            }
            return GroupEntry(number: entry.gr_gid, members: members)
        }
        guard let result else { return nil }
        self = result
    }
}
