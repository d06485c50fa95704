import CLinux
import TiltCore
import TiltDaemon

extension PermissionFacts {
    /// Looks at groups and at the process `daemon`, where one is known.
    static func gather(
        _ machine: Machine, udev: UdevFacts, devices: DeviceFacts, isService: Bool, daemon: Int32?
    ) -> PermissionFacts {
        let group = GroupEntry(named: ControlError.accessGroup)
        let service = Credentials(
            name: "the group tiltshadow", user: nil, groups: Set([group?.number].compactMap { $0 }))
        let reader = daemon.flatMap { Credentials(of: $0, machine) } ?? (isService ? service : .own())
        return PermissionFacts(
            reader: reader, isService: isService, group: group,
            rawGroup: GroupEntry(named: RawAccess.groupName),
            udev: udev, accounts: .of(machine), devices: devices)
    }
}

extension Credentials {
    /// The credentials of this process.
    static func own() -> Credentials {
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = getgroups(CInt(groups.count), &groups)
        return Credentials(
            name: "this user", user: geteuid(), groups: Set(groups.prefix(max(0, Int(count))) + [getegid()]))
    }

    /// The effective user and groups of a running process, from `/proc/PID/status`; `nil` where it does not tell.
    init?(of process: Int32, _ machine: Machine) {
        guard let text = machine.text("/proc/\(process)/status") else { return nil }
        func numbers(_ key: String) -> [UInt32] {
            let line = text.split(separator: "\n").first { $0.hasPrefix(key + ":") } ?? ""
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { UInt32($0) }
        }
        // Real, effective, saved and file system user.
        let (users, groups) = (numbers("Uid"), numbers("Gid"))
        guard users.count == 4, groups.count == 4 else { return nil }
        self.init(name: "the daemon", user: users[1], groups: Set(numbers("Groups") + [groups[1]]))
    }
}
