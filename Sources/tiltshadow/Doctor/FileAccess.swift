import CLinux

/// Who may do what with a file: owner, group, mode and access list.
struct FileAccess: Equatable {
    /// A way to use a file, by its bit in a mode.
    enum Right: UInt16 {
        case read = 4
        case write = 2
    }

    var path: String
    var owner: UInt32
    var group: UInt32
    /// Type and permissions, as `st_mode` has them.
    var mode: UInt32
    var list: AccessList?

    init(path: String, owner: UInt32, group: UInt32, mode: UInt32, list: AccessList? = nil) {
        self.path = path
        self.owner = owner
        self.group = group
        self.mode = mode
        self.list = list
    }

    /// Calls `stat` and `getxattr`, as a link lets in whom its file does; `nil` where there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = getxattr(path, "system.posix_acl_access", &bytes, bytes.count)
        self.init(
            path: path, owner: status.st_uid, group: status.st_gid, mode: status.st_mode,
            list: count > 0 ? AccessList(attribute: Array(bytes[..<count])) : nil)
    }

    /// True for a socket.
    var isSocket: Bool { clinux_is_socket(mode) != 0 }

    /// Whether `who` may use it so, by the rule of acl(5).
    func allows(_ right: Right, to who: Credentials) -> Bool {
        if who.isSuperuser { return true }
        let bit = right.rawValue
        if who.user == owner { return UInt16(mode >> 6) & bit != 0 }
        guard let list else {
            return UInt16(who.groups.contains(group) ? mode >> 3 : mode) & bit != 0
        }
        if let own = list.entries.first(where: { $0.tag == .user && $0.id == who.user }) {
            return own.rights & list.mask & bit != 0
        }
        let groups = list.entries.filter { entry in
            entry.tag == .owningGroup && who.groups.contains(group)
                || entry.tag == .group && who.groups.contains(entry.id)
        }
        guard groups.isEmpty else { return groups.contains { $0.rights & list.mask & bit != 0 } }
        return UInt16(mode) & bit != 0
    }
}

extension FileAccess: CustomStringConvertible {
    /// Like `ls -l`, with the access list behind it: `0660 root:input, group tiltshadow r--`.
    var description: String {
        let digits = String(mode & 0o7777, radix: 8)
        var text = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        // A person's name is nobody's business where the text is put into a report.
        func name(_ user: UInt32) -> String { user < 1000 ? Account.user(user) : String(user) }
        text += " \(name(owner)):\(Account.group(group))"
        for entry in list?.entries ?? [] where entry.tag == .user || entry.tag == .group {
            let rights = entry.rights & (list?.mask ?? 7)
            text += entry.tag == .user ? ", user \(name(entry.id))" : ", group \(Account.group(entry.id))"
            text += " " + (rights & 4 != 0 ? "r" : "-") + (rights & 2 != 0 ? "w" : "-")
        }
        return text
    }
}
