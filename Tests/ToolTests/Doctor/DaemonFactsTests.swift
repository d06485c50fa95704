import LinuxSystem
import Testing
import TiltCore

@testable import TiltClient
@testable import tiltshadow

@Suite struct `Daemon facts` {
    private static let socket = FileAccess(path: "/s", owner: 0, group: 0, mode: 0o140_660)
    private static let file = FileAccess(path: "/s", owner: 0, group: 0, mode: 0o100_644)

    @Test(arguments: [
        (ClientError.noSocket(path: "/s"), socket, Verdict.problem, "there is no /s"),
        (.notListening(path: "/s"), socket, .problem, "left over"),
        (.notASocket(path: "/s"), file, .problem, "no socket"),
        (.accessDenied(path: "/s"), socket, .skipped, "may not connect"),
        (.silent(path: "/s"), socket, .problem, "says nothing"),
        (.notTiltshadow(firstLine: "SSH-2.0"), socket, .problem, "it says \"SSH-2.0\""),
        (
            .unsupportedVersion(found: 2, supported: 1, server: "tiltshadow 2.0"), socket, .problem,
            "tiltshadow 2.0 speaks protocol 2"
        ),
        (
            .refused(.init(id: nil, code: "too-many", message: "256 are enough", hint: "")), socket, .problem,
            "256"
        ),
        (
            .refused(.init(id: nil, code: "not-permitted", message: "user 7 has no session", hint: "")),
            socket,
            .skipped, "it refuses this user: user 7 has no session"
        ),
        (.closed(reason: "stopping"), socket, .problem, "stopping"),
    ])
    func `say what is wrong with the socket`(
        error: ClientError, file: FileAccess, verdict: Verdict, text: String
    ) {
        let cases = InitSystem.allCases.map { (true, $0) } + [(false, InitSystem.systemd)]
        for (isService, initSystem) in cases {
            var facts = DaemonFacts(path: "/s", isService: isService, file: file, failure: error)
            facts.initSystem = initSystem
            #expect(facts.checks.map { $0.verdict } == [verdict])
            #expect(facts.checks[0].detail.contains(text), "\(facts.checks[0].detail)")
            #expect((facts.checks[0].advice == nil) == (verdict == .skipped))
            #expect(initSystem == .systemd || facts.checks[0].advice?.contains("systemctl") != true)
        }
    }

    @Test func `show the log where an init calls started what ends at once`() {
        var facts = DaemonFacts(path: "/s", isService: true, failure: .noSocket(path: "/s"))
        facts.initSystem = .openRC
        #expect(
            facts.checks[0].advice
                == "sudo rc-service tiltshadow restart; sudo tail -n 20 /var/log/tiltshadow.log")
        facts.initSystem = .systemd
        #expect(facts.checks[0].advice == InitSystem.systemd.restart)
    }

    @Test func `mend what is another user's as that user`() {
        var facts = DaemonFacts(
            path: "/s", isService: false, file: Self.socket, failure: .notListening(path: "/s"))
        #expect(facts.checks[0].advice == "rm /s && tiltshadowd --socket /s")
        facts.stranger = 1000
        #expect(facts.checks[0].advice == "sudo rm /s && sudo -u '#1000' tiltshadowd --socket /s")
        facts.failure = .silent(path: "/s")
        facts.peer = PeerCredentials(pid: 17, uid: 1000, gid: 1000)
        #expect(facts.owner == 1000)
        #expect(facts.checks[0].advice == "sudo kill 17; sudo -u '#1000' tiltshadowd --socket /s")
    }

    private func answering(_ status: String, server: String = ProtocolVersion.server) throws -> [Check] {
        var facts = DaemonFacts(path: "/s", isService: true)
        facts.hello = Hello(protocolVersion: 1, server: server, rateHz: 50, gain: 10)
        facts.status = try Array(status.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
        return facts.checks
    }

    @Test func `are well where the daemon tracks`() throws {
        let checks = try answering(
            #"{"state":"tracking","sensor":{"name":"accel","kind":"evdev"},"late_p99_us":900,"missed_ticks":0}"#
        )
        #expect(checks.map { $0.verdict } == [.ok, .ok, .ok, .ok])
    }

    @Test(arguments: [
        (
            #"{"candidates":[{"name":"accel","reason":"best","fault":"held by cat"}]}"#, 2, Verdict.problem,
            "accel: held by cat"
        ),
        (#"{"candidates":[]}"#, 2, .problem, "finds none"),
        (#"{"state":"stale","sensor":{"name":"accel","kind":"evdev"}}"#, 2, .warning, "is stale"),
        (
            #"{"state":"tracking","sensor":{"name":"a","kind":"iio-poll"},"candidates":[{"name":"a","fault":"held by x"},{"open":true}]}"#,
            2, .warning, "a (iio-poll), tracking, instead of a: held by x"
        ),
        (#"{"late_p99_us":12000}"#, 3, .warning, "12.0 ms late"),
        (#"{"latency":{"read":{"p50_us":1,"p99_us":90000}}}"#, 4, .warning, "come late"),
        (
            #"{"latency":{"read":{"p50_us":9000,"p99_us":20000},"sent":{"p50_us":50,"p99_us":80}}}"#, 4, .ok,
            "read 9.00 (p99 20.00), sent 0.05 (p99 0.08)"
        ),
    ])
    func `say what is wrong with a daemon that answers`(
        status: String, index: Int, verdict: Verdict, text: String
    ) throws {
        let check = try answering(status)[index]
        #expect(check.verdict == verdict)
        #expect(check.detail.contains(text), "\(check.detail)")
    }

    @Test func `tell two versions apart, and a status that never comes`() throws {
        #expect(try answering("{}", server: "tiltshadow 0.0.9")[1].verdict == .warning)
        var facts = DaemonFacts(path: "/s", isService: false)
        facts.hello = Hello(protocolVersion: 1, server: "x", rateHz: 50, gain: 10)
        #expect(facts.checks.last?.verdict == .warning)
    }
}
