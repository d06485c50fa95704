import Testing

@testable import tiltshadow

@Suite struct `Service facts` {
    private static let socket = [
        "LoadState": "loaded", "ActiveState": "active", "SubState": "listening", "UnitFileState": "enabled",
        "NeedDaemonReload": "no",
    ]
    private static let daemon = DaemonFacts(path: "/run/tiltshadow/tiltshadow.sock", isService: true)
    private static let service = [
        "LoadState": "loaded", "ActiveState": "inactive", "Result": "success", "NRestarts": "0",
        "MainPID": "0",
    ]

    private func checks(
        socket: [String: String] = [:], service: [String: String] = [:], answers: Bool = true
    ) -> [Check] {
        ServiceFacts.units(
            socket: ServiceUnit(Self.socket.merging(socket) { $1 }),
            service: ServiceUnit(Self.service.merging(service) { $1 })
        ).checks(answers: answers)
    }

    @Test func `are well where the socket listens and the service waits for a subscriber`() {
        #expect(checks().map { $0.verdict } == [.ok, .ok, .ok])
        #expect(
            checks(service: ["ActiveState": "active", "SubState": "running"]).map { $0.verdict } == [
                .ok, .ok, .ok,
            ])
    }

    @Test(
        arguments: [
            (
                ["ActiveState": "inactive"], [:], [.problem, .ok, .ok],
                "sudo systemctl start tiltshadow.socket"
            ),
            (
                ["ActiveState": "failed", "Result": "trigger-limit-hit"], [:], [.problem, .ok, .ok],
                "journalctl -u tiltshadow.socket -n 20 --no-pager"
            ),
            (
                ["UnitFileState": "disabled"], [:], [.ok, .warning, .ok],
                "sudo systemctl enable tiltshadow.socket"
            ),
            (
                ["UnitFileState": "masked"], [:], [.ok, .warning, .ok],
                "sudo systemctl unmask tiltshadow.socket"
            ),
            (
                [:], ["ActiveState": "failed", "Result": "watchdog", "ExecMainStatus": "6"],
                [.ok, .ok, .problem],
                "journalctl -u tiltshadow -n 20 --no-pager"
            ),
            (
                [:], ["Result": "exit-code"], [.ok, .ok, .warning],
                "journalctl -u tiltshadow -n 20 --no-pager"
            ),
            (
                [:], ["ActiveState": "active", "NRestarts": "3"], [.ok, .ok, .warning],
                "journalctl -u tiltshadow -n 50 --no-pager"
            ),
            (
                ["LoadState": "masked", "ActiveState": "inactive", "UnitFileState": "masked"], [:],
                [.problem, .ok],
                "sudo systemctl unmask tiltshadow.socket && sudo systemctl restart tiltshadow.socket"
            ),
            (
                [:], ["LoadState": "masked"], [.ok, .ok, .problem],
                "sudo systemctl unmask tiltshadow.service && sudo systemctl restart tiltshadow.socket"
            ),
            (
                [:], ["LoadState": "bad-setting"], [.ok, .ok, .problem],
                "systemctl status tiltshadow.service"
            ),
            ([:], ["LoadState": "not-found"], [.ok, .ok, .problem], "sudo ./systemd/install.sh"),
            (
                ["NeedDaemonReload": "yes"], [:], [.ok, .ok, .ok, .warning],
                "sudo systemctl daemon-reload && sudo systemctl restart tiltshadow.socket"
            ),
        ] as [([String: String], [String: String], [Verdict], String)])
    func `say what is wrong with a unit`(
        socket: [String: String], service: [String: String], verdicts: [Verdict], advice: String
    ) {
        let checks = checks(socket: socket, service: service)
        #expect(checks.map { $0.verdict } == verdicts)
        #expect(checks.compactMap { $0.advice } == [advice])
    }

    @Test func `miss units only where no daemon answers either`() {
        let gone = ["LoadState": "not-found"]
        #expect(checks(socket: gone, service: gone).map { $0.verdict } == [.skipped])
        let check = checks(socket: gone, service: gone, answers: false)[0]
        #expect(check.verdict == .problem)
        #expect(check.advice == "sudo ./systemd/install.sh")
    }

    @Test(
        arguments: [
            (["/run/openrc/softlevel", "/etc/init.d/tiltshadow"], "sudo rc-update add tiltshadow default"),
            (["/run/openrc/softlevel", "/etc/init.d/tiltshadow", "/etc/runlevels/default/tiltshadow"], nil),
            (["/run/runit/stopit", "/etc/sv/tiltshadow/run"], "sudo ln -s /etc/sv/tiltshadow"),
            (["/run/runit/stopit", "/etc/sv/tiltshadow/run", "/etc/service/tiltshadow/run"], nil),
            (["/run/dinitctl", "/lib/dinit.d/tiltshadow"], "sudo dinitctl enable tiltshadow"),
            (["/run/dinitctl", "/etc/dinit.d/tiltshadow", "/etc/dinit.d/boot.d/tiltshadow"], nil),
            (["/run/dinitctl"], "sudo ./systemd/install.sh"),
        ] as [([String], String?)])
    func `of another init are found by its files`(files: [String], advice: String?) throws {
        let tree = try MachineTree(Dictionary(uniqueKeysWithValues: files.map { ($0, "") }))
        let facts = withExtendedLifetime(tree) { ServiceFacts.gather(tree.machine, Self.daemon) }
        let check = try #require(facts.checks(answers: false).first)
        #expect((check.verdict == .ok) == (advice == nil))
        #expect(check.advice?.hasPrefix(advice ?? "?") ?? (advice == nil), "\(check)")
    }

    @Test func `are not asked for without a known init, or of a user's own daemon`() throws {
        let machine = try MachineTree([:]).machine
        #expect(
            ServiceFacts.gather(machine, Self.daemon)
                == .notAsked("no service manager that is known runs here; by hand: \(InitSystem.byHand)"))
        let owners: [(owner: UInt32?, stranger: UInt32?, String)] = [
            (nil, nil, "the socket is not the service's"),
            (1000, nil, "the daemon is this user's own, not the service"),
            (1000, 1000, "the daemon is another user's, not the service"),
        ]
        for (owner, stranger, reason) in owners {
            var daemon = DaemonFacts(path: "/s", isService: false)
            daemon.file = owner.map { FileAccess(path: "/s", owner: $0, group: 0, mode: 0o140_600) }
            daemon.stranger = stranger
            let facts = ServiceFacts.gather(machine, daemon)
            #expect(facts == .notAsked(reason))
            #expect(facts.checks(answers: false).map { $0.verdict } == [.skipped])
        }
    }

    @Test func `are read from what systemctl prints`() {
        let units = ServiceUnit.all(
            in: "Id=a.socket\nResult=success\n\nId=b.service\nMainPID=17\nExecStart={ x=y }\n")
        #expect(units.map { $0["Id"] } == ["a.socket", "b.service"])
        #expect(units[1]["ExecStart"] == "{ x=y }")
        #expect(units[1]["None"].isEmpty)
        #expect(ServiceFacts.units(socket: units[0], service: units[1]).mainProcess == 17)
        #expect(ServiceUnit.all(in: "").isEmpty)
    }
}
