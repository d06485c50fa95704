import CLinux
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
        (.system(call: "connect", path: "/s", errno: EAGAIN), socket, .problem, "/s is listened on"),
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

    @Test func `start no second daemon where more wait than the first lets in`() {
        var facts = DaemonFacts(
            path: "/s", isService: false, file: Self.socket,
            failure: .system(call: "connect", path: "/s", errno: EAGAIN))
        #expect(facts.checks[0].advice == "ss -xlp src /s")
        (facts.isService, facts.initSystem) = (true, .systemd)
        #expect(facts.checks[0].advice == "sudo systemctl restart tiltshadow.service")
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
        facts.asker = 7
        // The daemon itself takes away what is left over.
        #expect(facts.checks[0].advice == "tiltshadowd --socket /s")
        facts.stranger = 1000
        #expect(facts.checks[0].advice == "sudo -u '#1000' tiltshadowd --socket /s")
        facts.failure = .silent(path: "/s")
        facts.peer = PeerCredentials(pid: 17, uid: 1000, gid: 1000)
        facts.listener = "tiltshadowd"
        #expect(facts.owner == 1000)
        #expect(
            facts.checks[0].advice
                == "sudo kill -KILL 17; sleep 1; sudo -u '#1000' tiltshadowd --socket /s")
        // The superuser needs no sudo, and may be where there is none.
        facts.asker = 0
        #expect(facts.checks[0].advice?.hasPrefix("kill -KILL 17; ") == true)
        facts.path = "/tmp/my dir/it's"
        #expect(facts.checks[0].advice?.hasSuffix(#" --socket '/tmp/my dir/it'\''s'"#) == true)
    }

    /// Who listens, for whom, and what is to be typed of a daemon of another version.
    @Test(
        arguments: [
            ("tiltshadowd", 7, "/s", "kill 17; sleep 1; tiltshadowd --socket /s"),
            ("tiltshadowd", 8, "/s", "sudo kill 17; sleep 1; tiltshadowd --socket /s"),
            (
                "systemd", 7, "/run/user/7/tiltshadow/tiltshadow.sock",
                "systemctl --user restart tiltshadow.service"
            ),
            (
                "systemd", 8, "/run/user/8/tiltshadow/tiltshadow.sock",
                "sudo -u '#8' XDG_RUNTIME_DIR=/run/user/8 systemctl --user restart tiltshadow.service"
            ),
            ("systemd", 7, "/s", "systemctl --user list-sockets"),
            ("python3", 7, "/s", "ps -fp 17"),
            ("tiltshadow-rela", 7, "/s", "ps -fp 17"),
            (nil, 7, "/s", "sudo tiltshadow doctor --socket /s"),
        ] as [(String?, UInt32, String, String)])
    func `end nobody but a daemon`(listener: String?, user: UInt32, path: String, advice: String) {
        var facts = DaemonFacts(path: path, isService: false)
        facts.hello = Hello(protocolVersion: 1, server: "tiltshadow 0.0.9", rateHz: 50, gain: 10)
        facts.status = .object([])
        facts.asker = 7
        facts.peer = PeerCredentials(pid: 17, uid: user, gid: user)
        facts.listener = listener
        #expect(facts.checks[1].advice == advice)
    }

    @Test func `point to where the settings have the daemon serve`() {
        var facts = DaemonFacts(path: "/s", isService: true, failure: .noSocket(path: "/s"))
        facts.initSystem = .other
        #expect(Examiner.otherSocket("/t t", facts) == "/t t")
        #expect(Examiner.otherSocket("/s", facts) == nil && Examiner.otherSocket("", facts) == nil)
        facts.settingsSocket = "/t t"
        #expect(facts.checks[0].detail == "there is no /s; the settings name /t t")
        #expect(facts.checks[0].advice == "tiltshadow doctor --socket '/t t'")
        // The unit of the socket decides there.
        facts.initSystem = .systemd
        #expect(Examiner.otherSocket("/no/such/t", facts) == nil)
        facts.failure = nil
        facts.initSystem = .other
        #expect(Examiner.otherSocket("/t", facts) == nil)
    }

    @Test func `ask the same daemon, and say what it advises`() {
        let refusal = Refusal(
            id: nil, code: "too-many", message: "1 is enough", hint: "raise max_subscribers")
        var facts = DaemonFacts(path: "/s", isService: false, failure: .refused(refusal))
        #expect(facts.checks[0].detail == "it refuses: 1 is enough; raise max_subscribers")
        #expect(facts.checks[0].advice == "sudo tiltshadow status --socket /s")
        facts.isService = true
        #expect(facts.checks[0].advice == "sudo tiltshadow status")
    }

    @Test(arguments: [
        (
            "/l: the log has ended", "none is open; /l: the log has ended",
            "kill 17; sleep 1; tiltshadowd --socket /s --replay /l --loop"
        ),
        ("/l: line 1: no log", "none is open; /l: line 1: no log", "tiltshadow replay /l"),
    ])
    func `of a log that cannot be played name it once`(fault: String, detail: String, advice: String) throws {
        let status =
            #"{"state":"none","candidates":[{"open":false,"name":"/l","kind":"log","device":"/l","fault":"\#(fault)"}]}"#
        var facts = DaemonFacts(path: "/s", isService: false)
        facts.hello = Hello(protocolVersion: 1, server: ProtocolVersion.server, rateHz: 50, gain: 10)
        facts.status = try Array(status.utf8).withUnsafeBufferPointer { try JSONParser.parse($0) }
        (facts.peer, facts.listener) = (PeerCredentials(pid: 17, uid: geteuid(), gid: 0), "tiltshadowd")
        #expect(DaemonFacts.playsLog(facts.status) && !DaemonFacts.servesRemote(facts.status))
        #expect(facts.checks[2].verdict == .problem && facts.checks[2].detail == detail)
        #expect(facts.checks[2].advice == advice)
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

    @Test func `tell that a recording has ended, and what to do`() throws {
        let reason = "write /mnt/x.tiltlog: No space left on device"
        let checks = try answering(#"{"candidates":[],"recording_warning":"\#(reason)"}"#)
        let check = try #require(checks.last)
        #expect(check.title == "recording" && check.verdict == .warning)
        #expect(check.detail == "it has ended: \(reason); start the daemon anew, to record to another file")
        #expect(check.advice == InitSystem.byHand + " --record FILE")
    }

    /// Nothing is wrong, and nothing is to be done.
    @Test func `take a recording that is full for what was asked for`() throws {
        let check = try #require(try answering(#"{"recording_warning":"rec1.log is full"}"#).last)
        #expect(check.title == "recording" && check.verdict == .ok && check.advice == nil)
        #expect(check.detail == "it has ended, as its --max-size says: rec1.log is full")
    }

    @Test func `tell two versions apart, and a status that never comes`() throws {
        #expect(try answering("{}", server: "tiltshadow 0.0.9")[1].verdict == .warning)
        var facts = DaemonFacts(path: "/s", isService: false)
        facts.hello = Hello(protocolVersion: 1, server: "x", rateHz: 50, gain: 10)
        #expect(facts.checks.last?.verdict == .problem && facts.hangs)
        facts.statusRefusal = Refusal(
            id: .number(1), code: "not-permitted", message: "not in front", hint: "")
        #expect(facts.checks.last?.verdict == .skipped && !facts.hangs)
    }
}
