import Foundation
import Testing

@testable import tiltshadow

@Suite struct `Udev facts` {
    @Test func `the tool carries the rule that is shipped`() throws {
        let shipped = try Data(contentsOf: BuiltProducts.source("config/61-tiltshadow.rules"))
        #expect(PackageResources.udev_rules == Array(shipped))
    }

    @Test(
        arguments: [
            ([:], UdevFacts.Rule.missing, Verdict.warning),
            (["usr/lib": "rule"], .current(path: "/usr/lib/udev/rules.d/61-tiltshadow.rules"), .ok),
            (["usr/lib": "rul"], .different(path: "/usr/lib/udev/rules.d/61-tiltshadow.rules"), .warning),
            (
                ["usr/lib": "rule", "etc": "own"], .different(path: "/etc/udev/rules.d/61-tiltshadow.rules"),
                .warning
            ),
        ] as [([String: String], UdevFacts.Rule, Verdict)])
    func `find the rule that udev would take`(
        rules: [String: String], expected: UdevFacts.Rule, verdict: Verdict
    ) throws {
        let tree = try MachineTree(
            Dictionary(uniqueKeysWithValues: rules.map { ("\($0)/udev/rules.d/61-tiltshadow.rules", $1) }))
        let facts = UdevFacts.gather(tree.machine, shipped: Array("rule".utf8))
        #expect(facts.rule == expected)
        #expect(facts.ruleCheck.verdict == verdict)
        #expect(!facts.isRunning)
        #expect(facts.runningCheck.advice?.contains("udevd --daemon") == true)
    }

    /// Only systemd's looks below /usr/local (eudev's udev-rules.c: /etc, /run and the prefix it was built with).
    @Test(arguments: [
        ("usr/lib/systemd/systemd-udevd", true), ("lib/systemd/systemd-udevd", true), ("sbin/udevd", false),
    ])
    func `know which udevd reads rules below /usr/local`(program: String, isRead: Bool) throws {
        let path = "usr/local/lib/udev/rules.d/61-tiltshadow.rules"
        let tree = try MachineTree([path: "rule", program: ""])
        let facts = UdevFacts.gather(tree.machine, shipped: Array("rule".utf8))
        #expect(facts.rule == (isRead ? .current(path: "/" + path) : .missing))
    }

    @Test func `find the rule that lies below a prefix where udev does not look`() throws {
        let path = "/opt/tilt/lib/udev/rules.d/61-tiltshadow.rules"
        let tree = try MachineTree([String(path.dropFirst()): "rule"])
        var facts = UdevFacts.gather(tree.machine, shipped: Array("rule".utf8), programs: "/opt/tilt/bin")
        #expect(facts.rule == .missing)
        #expect(facts.ruleCheck.advice?.hasPrefix("sudo cp \(path) /etc/udev/rules.d/ && ") == true)
        facts = UdevFacts.gather(tree.machine, shipped: Array("rule".utf8), programs: "/opt/other/bin")
        #expect(facts.ruleCheck.advice == Installation.usual.command)
    }

    @Test func `see udevd by its socket`() throws {
        let tree = try MachineTree(["run/udev/control": "", "run/systemd/system/x": ""])
        let facts = UdevFacts.gather(tree.machine, shipped: [])
        #expect(facts.isRunning && facts.initSystem == .systemd)
        #expect(facts.runningCheck.verdict == .ok)
        // Nobody listens at the one that an udevd has left behind.
        try tree.write(["proc/self/net/unix": "Num       RefCount Protocol Flags    Type St Inode Path\n"])
        #expect(!UdevFacts.gather(tree.machine, shipped: []).isRunning)
    }
}
