/// The programs of a machine that make groups and add users to them.
enum AccountTools: Equatable {
    /// groupadd and usermod of the package shadow, as nearly everywhere.
    case shadow
    /// addgroup of busybox, as on Alpine and postmarketOS, which have no other.
    case busybox

    /// Those of `machine`, as root finds them.
    static func of(_ machine: Machine) -> AccountTools {
        let directories = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        func has(_ program: String) -> Bool { directories.contains { machine.has("\($0)/\(program)") } }
        return !has("usermod") && has("addgroup") ? .busybox : .shadow
    }

    /// The command that makes a group.
    func make(_ group: String) -> String {
        switch self {
        case .shadow: "sudo groupadd --system \(group)"
        case .busybox: "sudo addgroup -S \(group)"
        }
    }

    /// The command that makes a user a member, from the next login.
    func add(_ user: String, to group: String) -> String {
        switch self {
        case .shadow: "sudo usermod -aG \(group) \(user)"
        case .busybox: "sudo addgroup \(user) \(group)"
        }
    }
}
