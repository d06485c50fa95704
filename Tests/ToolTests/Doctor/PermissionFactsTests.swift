import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Permission facts` {
    private static let group = GroupEntry(number: 900, members: ["joe"])

    /// The best sensor's node with a mode and a group, looked at by the service.
    private func facts(
        mode: UInt32 = 0o640, group: UInt32 = 900, enableMode: UInt32 = 0o664,
        rule: UdevFacts.Rule = .current(path: "/r")
    ) -> PermissionFacts {
        var device = `Device facts`.device()
        device.node = FileAccess(path: "/dev/iio:device0", owner: 0, group: group, mode: mode)
        device.enable = FileAccess(path: "enable", owner: 0, group: group, mode: enableMode)
        return PermissionFacts(
            reader: Credentials(name: "the group tiltshadow", user: nil, groups: [900]), isService: true,
            group: Self.group, rawGroup: Self.group,
            udev: UdevFacts(isRunning: true, initSystem: .systemd, rule: rule),
            devices: DeviceFacts(devices: [device]))
    }

    @Test func `are fine where the group may read the node and switch the buffer on`() {
        #expect(facts().checks.map { $0.verdict } == [.ok, .ok, .ok, .ok])
    }

    @Test(
        arguments: [
            (0o600, 0o664, "may not read it (0600"), (0o640, 0o644, "may not switch its buffer on (0644"),
            (0o600, 0o644, "nor switch"),
        ] as [(UInt32, UInt32, String)])
    func `name what the reader may not do`(mode: UInt32, enableMode: UInt32, text: String) throws {
        let check = try #require(facts(mode: mode, enableMode: enableMode).checks.last)
        #expect(check.verdict == .problem)
        #expect(check.detail.contains(text), "\(check.detail)")
        #expect(check.advice == UdevFacts.trigger)
    }

    /// Alpine runs mdev by default, which reads no rule: to carry one out, as usual, would end in an error.
    @Test func `send somebody without udevd to start it`() throws {
        var facts = facts(mode: 0o600)
        facts.udev.isRunning = false
        facts.udev.initSystem = .openRC
        let advice = "sudo sh -c 'rc-service udev start || setup-devd udev' && \(UdevFacts.trigger)"
        #expect(facts.checks.last?.advice == advice)
    }

    /// busybox makes groups otherwise than shadow, and Alpine has no other.
    @Test(
        arguments: [
            (["bin/addgroup"], "sudo addgroup -S tiltshadow-raw", "sudo addgroup joe g"),
            (
                ["usr/sbin/addgroup", "usr/sbin/usermod"], "sudo groupadd --system tiltshadow-raw",
                "sudo usermod -aG g joe"
            ),
            ([], "sudo groupadd --system tiltshadow-raw", "sudo usermod -aG g joe"),
        ] as [([String], String, String)])
    func `name the programs of this machine for a group that is missing`(
        programs: [String], make: String, add: String
    ) throws {
        let tree = try MachineTree(Dictionary(uniqueKeysWithValues: programs.map { ($0, "") }))
        var facts = facts()
        facts.accounts = .of(tree.machine)
        facts.rawGroup = nil
        #expect(facts.checks[1].advice == make)
        #expect(facts.accounts.add("joe", to: "g") == add)
    }

    @Test func `send somebody without the rule to install it`() throws {
        let facts = facts(mode: 0o600, rule: .missing)
        #expect(facts.checks.map { $0.verdict } == [.ok, .ok, .warning, .problem])
        #expect(facts.checks.last?.advice == "sudo ./systemd/install.sh")
    }

    @Test func `let an unwritable attribute be while the buffer runs already`() {
        var facts = facts(enableMode: 0o644)
        facts.devices.devices[0].isBufferOn = true
        #expect(facts.checks.last?.verdict == .ok)
    }

    @Test func `only warn about a sensor that is not the best`() {
        var facts = facts()
        var other = facts.devices.devices[0]
        other.candidate.device = "/dev/iio:device1"
        other.node?.mode = 0o600
        facts.devices.devices.append(other)
        #expect(facts.checks.suffix(2).map { $0.verdict } == [.ok, .warning])
    }

    @Test func `tell an event node that udev does not take for a sensor`() throws {
        var facts = facts(mode: 0o600)
        facts.devices.devices[0].candidate.kind = .evdev
        facts.devices.devices[0].candidate.device = "/dev/input/event3"
        #expect(facts.checks.last?.advice == "udevadm info --query=property --name=/dev/input/event3")
    }

    @Test func `miss the groups, and a node that is not there`() {
        var facts = facts()
        facts.group = nil
        facts.rawGroup = nil
        facts.devices.devices[0].node = nil
        #expect(facts.checks.map { $0.verdict } == [.problem, .warning, .ok, .problem])
        #expect(facts.checks[0].advice?.hasPrefix("sudo groupadd --system tiltshadow && ") == true)
    }

    @Test func `ask a user's own daemon for no group`() {
        var facts = facts(mode: 0o640)
        facts.isService = false
        facts.reader = Credentials(name: "this user", user: 1000, groups: [1000])
        #expect(facts.checks.map { $0.verdict } == [.problem])
        #expect(facts.checks[0].advice == "sudo usermod -aG tiltshadow \"$USER\"")
    }

    @Test func `read a process's user and groups`() throws {
        let tree = try MachineTree([
            "proc/7/status":
                "Name:\ttiltshadowd\nUid:\t61\t62\t61\t61\nGid:\t71\t72\t71\t71\nGroups:\t900 901 \n",
            "proc/8/status": "Name:\tx\n",
        ])
        let found = Credentials(of: 7, tree.machine)
        #expect(found == Credentials(name: "the daemon", user: 62, groups: [72, 900, 901]))
        #expect(Credentials(of: 8, tree.machine) == nil)
        #expect(Credentials(of: 9, tree.machine) == nil)
    }

    @Test func `know the groups of this machine`() {
        #expect(GroupEntry(named: "root")?.number == 0)
        #expect(GroupEntry(named: "no such group") == nil)
        #expect(Account.user(0) == "root")
        #expect(Account.group(0) == "root")
        #expect(Account.user(4_000_000_001) == "4000000001")
    }
}
