import Foundation
import Testing

/// The relay with brokers that refuse, pour or answer nonsense.
@Suite struct `Relay with an unruly broker` {
    private func relay(
        _ socket: String, to address: String, _ more: [String] = [], environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", address, "--socket", socket, "--config", "/dev/null"] + more,
            environment: environment)
    }

    private func canRun(for what: String) async throws -> Bool {
        try await RunningBroker.canRun(for: what) && InstalledPrograms.have("python3", for: what)
    }

    @Test(arguments: ["mqtt", "mqtts"])
    func `says that a port is refused, with TLS, too`(scheme: String) async throws {
        guard try await canRun(for: "a refused port") else { return }
        let relay = try relay("/nowhere", to: "\(scheme)://127.0.0.1:1/desk")
        try await relay.wait(for: "refusal") { $0.errors.contains("waiting for the broker") }
        // Debian 13's library does not tell which.
        let isTold =
            relay.errors.contains("/desk: Connection refused")
            || scheme == "mqtts" && relay.errors.contains("/desk: the connection was refused, or closed")
        #expect(isTold, "\(relay.errors)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `says that nobody knows the name of the broker`() async throws {
        guard try await canRun(for: "an unknown name") else { return }
        let relay = try relay("/nowhere", to: "mqtts://nobody.invalid/desk")
        try await relay.wait(for: "word") { $0.errors.contains("waiting for the broker") }
        #expect(relay.errors.contains(#"no address is known for "nobody.invalid""#), "\(relay.errors)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `reaches a broker by whichever of its name's addresses it listens at`() async throws {
        guard try await canRun(for: "a name with two addresses") else { return }
        guard geteuid() == 0 else { return print("skipped: a name with two addresses: not root") }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let directory = try ScratchDirectory()
        let hosts = try directory.file("hosts", "::1 localhost\n127.0.0.1 localhost\n")
        let script = "mount --bind \(hosts) /etc/hosts || exit 77; exec \"$@\""
        let relay = try RunningProgram(
            "/usr/bin/env",
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", BuiltProducts.path("tiltshadow-relay")]
                + ["publish", "--to", broker.address("desk", host: "localhost")]
                + ["--socket", daemon.socket, "--config", "/dev/null"])
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        let run = try await relay.end(SIGTERM)
        guard !["unshare:", "mount:"].contains(where: run.errors.contains) else {
            return print("skipped: a name with two addresses: \(run.errors)")
        }
        #expect(run.status == 0 && run.errors.contains("publishing to"), "\(run.errors)")
    }

    @Test(arguments: [
        ("88", "Server unavailable"), ("89", "Server busy"), ("97", "Quota exceeded"),
        ("9f", "Connection rate exceeded"),
    ])
    func `waits for one that is busy`(reason: String, words: String) async throws {
        guard try await canRun(for: "a busy broker") else { return }
        let broker = try await FakeBroker(.answers("200300\(reason)00"))
        let relay = try relay("/nowhere", to: broker.address("desk"))
        try await relay.wait(for: "further attempts") { _ in
            broker.lines.count { $0.hasPrefix("connect") } > 2
        }
        #expect(relay.errors.contains("waiting for the broker"), "\(relay.errors)")
        #expect(relay.errors.contains(words))
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `waits for one that hangs up before TLS begins`() async throws {
        guard try await canRun(for: "a proxy") else { return }
        let broker = try await FakeBroker(.hangsUp)
        let address = broker.address("desk").replacing("mqtt://", with: "mqtts://")
        let relay = try relay("/nowhere", to: address)
        try await relay.wait(for: "further attempts") { _ in
            broker.lines.count { $0 == "hung up" } > 3
        }
        #expect(relay.errors.contains("waiting for the broker"), "\(relay.errors)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    /// Before TLS has written, while it waits for an answer, and whenever between.
    @Test(arguments: [0, 10, 200])
    func `calls a connection that is ended early by its name, with TLS, too`(milliseconds: Int) async throws {
        guard try await canRun(for: "a firewall") else { return }
        let broker = try await FakeBroker(.resets(after: milliseconds))
        let address = broker.address("desk").replacing("mqtt://", with: "mqtts://")
        let relay = try relay("/nowhere", to: address)
        try await relay.wait(for: "word") { $0.errors.contains("waiting for the broker") }
        let isTold =
            relay.errors.contains("it closed the connection before its greeting")
            || relay.errors.contains("the connection was refused, or closed before a greeting")
        #expect(isTold, "\(relay.errors)")
        #expect(!relay.errors.contains("Connection refused"))
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `says once that a broker greets and hangs up, however often`() async throws {
        guard try await canRun(for: "a broker that hangs up") else { return }
        let broker = try await FakeBroker(.kicks)
        let directory = try ScratchDirectory()
        let server = try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["serve", "--from", broker.address("desk"), "--socket", directory.path + "/far"]
                + ["--settings", "/dev/null", "--config", "/dev/null"])
        let relay = try relay("/nowhere", to: broker.address("desk"))
        for program in [server, relay] {
            try await program.wait(for: "word") { $0.errors.contains("waiting for the broker") }
        }
        let before = broker.lines.count { $0.hasPrefix("connect") }
        try await relay.wait(for: "attempts") { _ in
            broker.lines.count { $0.hasPrefix("connect") } > before + 4
        }
        for program in [server, relay] {
            let said = Dictionary(
                grouping: program.errors.split(separator: "\n").filter {
                    $0.contains("waiting for the broker")
                }
            ) { $0 }
            #expect(!said.isEmpty && said.values.allSatisfy { $0.count == 1 }, "\(program.errors)")
            #expect(try await program.end(SIGTERM).status == 0)
        }
    }

    @Test func `ends where its login is refused`() async throws {
        guard try await canRun(for: "a refused login") else { return }
        let broker = try await FakeBroker(.answers("2003008600"))
        let run = try await relay("/nowhere", to: broker.address("desk")).end()
        #expect(run.status == 1)
        #expect(run.errors.contains("refused: "), "\(run.errors)")
    }

    @Test func `says that something else answers there`() async throws {
        guard try await canRun(for: "another server") else { return }
        let answer = "HTTP/1.1 400 Bad Request\r\n\r\n".utf8.map {
            String($0 / 16, radix: 16) + String($0 % 16, radix: 16)
        }
        let broker = try await FakeBroker(.answers(answer.joined()))
        let relay = try relay("/nowhere", to: broker.address("desk"))
        try await relay.wait(for: "loss") { $0.errors.contains("waiting for the broker") }
        #expect(!relay.errors.contains("Success"), "\(relay.errors)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `takes no message that would fill its memory, and asks for none`() async throws {
        guard try await canRun(for: "a long message") else { return }
        let broker = try await FakeBroker(.pours)
        let relay = try relay("/nowhere", to: broker.address("desk"))
        try await relay.wait(for: "end of a long message") { _ in
            broker.lines.contains { $0.hasPrefix("took") }
        }
        // Maximum Packet Size, 8192.
        #expect(broker.lines.contains { $0.hasPrefix("connect") && $0.contains("2700002000") })
        let most = broker.lines.compactMap { line in
            line.hasPrefix("took ") ? Int(line.dropFirst("took ".count)) : nil
        }.max()
        #expect(try #require(most) < 64 << 20)
        try await relay.wait(for: "word of it") { $0.errors.contains("a message that is too long") }
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `says that it would not notice another publisher`() async throws {
        guard try await canRun(for: "a refused subscription") else { return }
        let (daemon, broker) = try await (RunningDaemon(), FakeBroker(.refusesSubscriptions))
        let relay = try relay(
            daemon.socket, to: broker.address("desk"), environment: ["NOTIFY_SOCKET": broker.notifySocket])
        try await relay.wait(for: "frames") { _ in broker.lines.contains("publish desk/frame") }
        try await relay.wait(for: "status") { _ in
            broker.lines.contains { $0.contains("publishing to") && $0.contains("would not be noticed") }
        }
        #expect(relay.errors.contains("lets nobody here read desk/hello (Not authorized)"), "\(relay.errors)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `leaves discovery out where that alone is refused, and says so once`() async throws {
        guard try await canRun(for: "refused discovery") else { return }
        let (daemon, broker) = try await (RunningDaemon(), FakeBroker(.refuses("homeassistant/")))
        let relay = try relay(
            daemon.socket, to: broker.address("desk"), ["--discovery", "homeassistant"])
        try await relay.wait(for: "frames") { _ in
            broker.lines.count { $0 == "publish desk/frame" } > 10
        }
        let run = try await relay.end(SIGTERM)
        #expect(run.status == 0)
        let said = run.errors.split(separator: "\n").filter { $0.contains("discovery is left out") }
        #expect(said.count == 1, "\(run.errors)")
        #expect(said.first?.contains("homeassistant/sensor/tiltshadow_desk/") == true)
        #expect(broker.lines.count { $0.hasPrefix("connect") } == 1)
    }

    @Test func `leaves frames out where they alone are refused, and says so once`() async throws {
        guard try await canRun(for: "refused frames") else { return }
        let (daemon, broker) = try await (RunningDaemon(), FakeBroker(.refuses("desk/frame")))
        let relay = try relay(
            daemon.socket, to: broker.address("desk"), ["--discovery", "homeassistant"],
            environment: ["NOTIFY_SOCKET": broker.notifySocket])
        try await relay.wait(for: "status") { _ in
            broker.lines.contains { $0.contains("STATUS=the broker refuses frames: desk/frame") }
        }
        // What it may write goes on.
        try await relay.wait(for: "tilt") { _ in broker.lines.contains("publish desk/tilt") }
        let frames = broker.lines.count { $0 == "publish desk/frame" }
        let run = try await relay.end(SIGTERM)
        #expect(run.status == 0)
        let said = run.errors.split(separator: "\n").filter { $0.contains("frames are left out") }
        #expect(said.count == 1, "\(run.errors)")
        #expect(said.first?.contains("desk/frame: Not authorized") == true)
        #expect(frames < 10)
        #expect(broker.lines.count { $0.hasPrefix("connect") } == 1)
    }

    @Test(arguments: [FakeBroker.Habit.refuses("desk/"), .refusesTwo])
    func `names the topic that is refused first, and ends where none was ever taken`(
        habit: FakeBroker.Habit
    ) async throws {
        guard try await canRun(for: "a refused topic") else { return }
        let (daemon, broker) = try await (RunningDaemon(), FakeBroker(habit))
        let run = try await relay(daemon.socket, to: broker.address("desk")).end()
        #expect(run.status == 1)
        #expect(run.errors.contains("refused: desk/hello: Not authorized"), "\(run.errors)")
        #expect(!run.errors.contains("publishing to"))
    }

    @Test func `tells the service manager each time that it waits`() async throws {
        guard try await canRun(for: "a status") else { return }
        let (daemon, broker) = try await (RunningDaemon(), FakeBroker(.refuses("desk/tilt")))
        let relay = try relay(
            daemon.socket, to: broker.address("desk"), ["--discovery", "homeassistant"],
            environment: ["NOTIFY_SOCKET": broker.notifySocket])
        try await relay.wait(for: "status") { _ in
            broker.lines.count {
                $0.contains("STATUS=waiting for the broker") && $0.contains("desk/tilt: Not authorized")
            } > 1
        }
        #expect(try await relay.end(SIGTERM).status == 0)
    }
}
