import Testing

@testable import tiltshadow

@Suite struct `Relay facts` {
    private func check(_ unit: [String: String]?) throws -> Check {
        let relay = RelayFacts.Relay(name: "desk", unit: unit.map { ServiceUnit($0) })
        return try #require(RelayFacts(relays: [relay]).checks.first)
    }

    @Test(
        arguments: [
            (
                ["ActiveState": "active", "StatusText": "publishing to mqtts://b:8883/desk"], .ok,
                "publishing to mqtts://b:8883/desk"
            ),
            (
                [
                    "ActiveState": "active",
                    "StatusText": "waiting for the broker mqtts://b:8883/desk: Connection refused",
                ], .problem, "waiting for the broker mqtts://b:8883/desk: Connection refused"
            ),
            (
                ["ActiveState": "failed", "Result": "exit-code", "ExecMainStatus": "3"], .problem,
                "another publisher took its topic"
            ),
            (
                ["ActiveState": "activating", "Result": "exit-code", "ExecMainStatus": "1"], .problem,
                "tiltshadow-relay@desk.service failed: exit-code, exit status 1"
            ),
            (["ActiveState": "inactive"], .skipped, "tiltshadow-relay@desk.service is not started"),
            (nil, .skipped, "systemctl does not answer"),
        ] as [([String: String]?, Verdict, String)])
    func `tell whether a relay reaches its broker, and why not`(
        unit: [String: String]?, verdict: Verdict, detail: String
    ) throws {
        let check = try check(unit)
        #expect(check.area == .broker && check.title == "desk")
        #expect(check.verdict == verdict)
        #expect(check.detail == detail)
        #expect((check.advice != nil) == (verdict == .problem))
        if let advice = check.advice {
            #expect(advice == "journalctl -u tiltshadow-relay@desk.service -n 20 --no-pager")
        }
    }

    @Test(
        arguments: [
            ("inactive", "inactive", ["tiltshadow-relay@desk.service is not started"]),
            ("inactive", "active", ["hearing mqtts://b:8883/desk"]),
            ("active", "inactive", ["publishing to mqtts://b:8883/desk"]),
            ("active", "active", ["publishing to mqtts://b:8883/desk", "hearing mqtts://b:8883/desk"]),
        ] as [(String, String, [String])])
    func `tell of one that serves where that is started`(
        publishing: String, serving: String, details: [String]
    ) {
        let facts = RelayFacts(relays: [
            RelayFacts.Relay(
                name: "desk",
                unit: ServiceUnit([
                    "ActiveState": publishing, "StatusText": "publishing to mqtts://b:8883/desk",
                ])),
            RelayFacts.Relay(
                name: "desk",
                unit: ServiceUnit(["ActiveState": serving, "StatusText": "hearing mqtts://b:8883/desk"]),
                isServing: true),
        ])
        #expect(facts.checks.map(\.detail) == details)
    }

    @Test func `are of the settings that are there, and of names that can be typed`() throws {
        let tree = try MachineTree([
            "etc/tiltshadow/relay/desk.conf": "", "etc/tiltshadow/relay/wall-2.conf": "",
            "etc/tiltshadow/relay/desk.password": "",
            "etc/tiltshadow/relay/$(reboot).conf": "", "run/systemd/system/x": "",
        ])
        let relays = RelayFacts.gather(tree.machine, isService: true).relays
        #expect(relays.map { $0.name } == ["desk", "desk", "wall-2", "wall-2"])
        #expect(relays.map(\.unitName).contains("tiltshadow-relay-serve@wall-2.service"))
        #expect(RelayFacts.gather(tree.machine, isService: false).checks.isEmpty)
        #expect(try RelayFacts.gather(MachineTree([:]).machine, isService: true).checks.isEmpty)
    }
}
