import Foundation
import Testing

/// Both ends of the relay with real daemons and a real broker.
@Suite struct `Relay serve` {
    private func publisher(
        _ daemon: RunningDaemon, to address: String, _ more: [String] = []
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", address, "--socket", daemon.socket, "--config", "/dev/null"] + more)
    }

    private func server(
        _ socket: String, from address: String, config: String = "/dev/null", _ more: [String] = [],
        settings: String = "/dev/null", environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["serve", "--from", address, "--socket", socket, "--settings", settings, "--config", config]
                + more,
            environment: environment)
    }

    /// A subscriber of a socket, who reads until it is ended.
    private func watch(_ socket: String, _ more: [String] = []) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["watch", "--json", "--socket", socket] + more)
    }

    /// A subscriber of a server that follows a publisher, once frames come.
    private func reader(of server: RunningProgram, at socket: String) async throws -> RunningProgram {
        try await server.wait(for: "a publisher") { $0.errors.contains("following \"desk\"") }
        let reader = try watch(socket)
        try await reader.wait(for: "frames") { $0.output.contains(#""state":"tracking""#) }
        return reader
    }

    @Test func `is a daemon of another machine's sensor`() async throws {
        guard try await RunningBroker.canRun(for: "a broker") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("home/desk"))
        try await server.wait(for: "a socket") { $0.errors.contains("serving on") }
        let reader = try watch(socket, ["--gain", "20", "--rate", "100", "--include", "up"])
        try await reader.wait(for: "the fallback") { $0.output.contains(#""state":"none""#) }
        let publisher = try publisher(daemon, to: broker.address("home/desk"))
        try await reader.wait(for: "frames") { $0.lines.count { $0.contains(#""state":"tracking""#) } > 100 }
        let status = try await ToolRun.executable(["status", "--json", "--socket", socket])
        #expect(status.output.contains(#""kind":"remote""#))
        #expect(status.output.contains(#""remote":{"jitter_ms":"#), "\(status.output) \(status.errors)")
        #expect(try await publisher.end(SIGTERM).status == 0)
        try await reader.wait(for: "its end") { $0.lines.last?.contains(#""state":"none""#) == true }
        #expect(server.errors.contains("the publisher of home/desk said goodbye"))
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `names the topic that nobody has published to, in its log and to whoever asks`() async throws {
        guard try await RunningBroker.canRun(for: "a topic of nobody's") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("desc"))
        let words = "nobody has published to desc on that broker yet; is the topic right?"
        try await server.wait(for: "a word") { $0.errors.contains(words) }
        let status = try await ToolRun.executable(["status", "--socket", socket])
        #expect(status.output.contains("refused: \(words)"), "\(status.output)")
        let doctor = try await ToolRun.executable(["doctor", "--socket", socket])
        #expect(doctor.output.contains(words), "\(doctor.output)")
        #expect(doctor.output.contains("the daemon serves another machine's sensor"), "\(doctor.output)")
        #expect(!doctor.output.contains("all else is well"), "\(doctor.output)")
        // It is there all the same as soon as somebody does.
        let publisher = try publisher(daemon, to: broker.address("desc"))
        let reader = try watch(socket)
        try await reader.wait(for: "frames") { $0.output.contains(#""state":"tracking""#) }
        #expect(server.errors.split(separator: "\n").count { $0.contains(words) } == 1)
        #expect(try await publisher.end(SIGTERM).status == 0)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `tells the service manager what is wrong for as long as it is, whoever comes and goes`()
        async throws
    {
        guard try await RunningBroker.canRun(for: "a status"),
            InstalledPrograms.have("socat", for: "a status")
        else { return }
        let (directory, broker) = try await (ScratchDirectory(), RunningBroker())
        let (socket, manager) = (directory.path + "/far", directory.path + "/notify")
        let listener = try RunningProgram("/usr/bin/env", ["socat", "-u", "UNIX-RECV:\(manager)", "STDOUT"])
        try await listener.wait(for: "a socket") { _ in FileManager.default.fileExists(atPath: manager) }
        let server = try server(
            socket, from: broker.address("desc"),
            settings: try directory.file("settings", "[sensor]\nhold_s = 0\n"),
            environment: ["NOTIFY_SOCKET": manager])
        func told(_ words: String) -> Int {
            listener.output.components(separatedBy: "STATUS=" + words).count - 1
        }
        try await listener.wait(for: "a word") { _ in told("nobody has published to desc") == 1 }
        let reader = try watch(socket)
        try await reader.wait(for: "the fallback") { $0.output.contains(#""state":"none""#) }
        _ = try await reader.end(SIGTERM)
        // In the place of "idle: nobody listens".
        try await listener.wait(for: "the same word") { _ in told("nobody has published to desc") == 2 }
        broker.signal(SIGKILL)
        try await listener.wait(for: "another") { _ in told("waiting for the broker") > 0 }
        #expect(try await server.end(SIGTERM).status == 0)
        _ = try await listener.end(SIGKILL)
    }

    @Test func `reaches a broker whatever the shell allows a stack`() async throws {
        guard try await RunningBroker.canRun(for: "a stack") else { return }
        let (directory, broker) = try await (ScratchDirectory(), RunningBroker())
        let server = try RunningProgram(
            "/bin/sh",
            ["-c", "ulimit -s 65536; exec \"$@\"", "sh", BuiltProducts.path("tiltshadow-relay"), "serve"]
                + ["--from", broker.address("desk"), "--socket", directory.path + "/far"]
                + ["--settings", "/dev/null", "--config", "/dev/null"])
        try await server.wait(for: "the broker") { $0.errors.contains("nobody has published to desk") }
        #expect(!server.errors.contains("pthread_create"), "\(server.errors)")
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `goes on by itself after the broker, the publisher or both were killed`() async throws {
        guard try await RunningBroker.canRun(for: "a broker that is killed") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("desk"))
        var publisher = try publisher(daemon, to: broker.address("desk"))
        try await server.wait(for: "a socket") { $0.errors.contains("serving on") }
        let reader = try watch(socket)
        let tracked = { (program: RunningProgram) in
            program.lines.count { $0.contains(#""state":"tracking""#) }
        }
        try await reader.wait(for: "frames") { tracked($0) > 10 }
        try await broker.restart()
        try await server.wait(for: "the broker's return") {
            $0.errors.contains("waiting for the broker")
                && $0.errors.components(separatedBy: "hearing mqtt").count >= 3
        }
        var frames = tracked(reader)
        try await reader.wait(for: "frames after the broker's return") { tracked($0) > frames + 50 }
        _ = try await publisher.end(SIGKILL)
        try await server.wait(for: "the last will") { $0.errors.contains("vanished, says the broker") }
        try await reader.wait(for: "the loss") { $0.lines.last?.contains(#""state":"none""#) == true }
        publisher = try self.publisher(daemon, to: broker.address("desk"))
        frames = tracked(reader)
        try await reader.wait(for: "frames of the next publisher") { tracked($0) > frames + 50 }
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    /// A broker that ends itself says of all who publish that they vanished.
    @Test func `is stale, then tells of the broker, where that ends in order`() async throws {
        guard try await RunningBroker.canRun(for: "a broker that ends") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("desk"))
        let publisher = try publisher(daemon, to: broker.address("desk"))
        let reader = try await reader(of: server, at: socket)
        broker.signal(SIGTERM)
        try await reader.wait(for: "no sensor") { $0.lines.last?.contains(#""state":"none""#) == true }
        let states = reader.lines.compactMap { $0.firstMatch(of: /"state":"([a-z]+)"/)?.1 }
        let tracked = try #require(states.lastIndex(of: "tracking"))
        #expect(states[tracked...].dropFirst().first == "stale")
        #expect(server.errors.contains("there is no sensor until it is back"), "\(server.errors)")
        #expect(!server.errors.contains("vanished"), "\(server.errors)")
        let status = try await ToolRun.executable(["status", "--socket", socket])
        #expect(status.output.contains("refused: waiting for the broker"), "\(status.output)")
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `serves the fallback, and says why, while the broker refuses or is the wrong one`()
        async throws
    {
        guard try await RunningBroker.canRun(for: "a broker that refuses"),
            InstalledPrograms.have("openssl", for: "TLS")
        else { return }
        let directory = try ScratchDirectory()
        let made = try await ToolRun.program(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", "\(directory.path)/ca.key", "-out", "\(directory.path)/ca.crt",
                "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            ])
        try #require(made.status == 0, "\(made.errors)")
        let broker = try await RunningBroker(
            ["allow_anonymous true", "certfile DIR/ca.crt", "keyfile DIR/ca.key"], in: directory)
        let locked = try await RunningBroker(["allow_anonymous false"])
        let right = try directory.file("right.conf", "[broker]\nca_file = \(directory.path)/ca.crt\n")
        for (address, config, words) in [
            (
                broker.address("desk", scheme: "mqtts", host: "localhost"), "/dev/null",
                "certificate verify failed"
            ),
            (broker.address("desk", scheme: "mqtts"), right, "certificate verify failed"),
            (locked.address("desk"), "/dev/null", "waiting for the broker"),
            ("mqtt://127.0.0.1:1/desk", "/dev/null", "Connection refused"),
        ] {
            let socket = directory.path + "/far"
            let server = try server(socket, from: address, config: config)
            try await server.wait(for: words) { $0.errors.contains(words) }
            let reader = try watch(socket)
            try await reader.wait(for: "the fallback") { $0.output.contains(#""state":"none""#) }
            let status = try await ToolRun.executable(["status", "--socket", socket])
            #expect(status.output.contains("refused: waiting for the broker \(address)"), "\(status.output)")
            if address == locked.address("desk") {
                let doctor = try await ToolRun.executable(["doctor", "--socket", socket])
                #expect(doctor.status == 1 && doctor.output.contains("waiting for the broker"))
                #expect(!doctor.output.contains("all else is well"), "\(doctor.output)")
            }
            #expect(try await server.end(SIGTERM).status == 0, "\(server.errors)")
        }
        let daemon = try await RunningDaemon()
        let far = directory.path + "/tls"
        let server = try server(
            far, from: broker.address("desk", scheme: "mqtts", host: "localhost"), config: right)
        let publisher = try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            [
                "publish", "--to", broker.address("desk", scheme: "mqtts", host: "localhost"), "--socket",
                daemon.socket, "--config", right,
            ])
        try await server.wait(for: "a publisher") { $0.errors.contains("following \"desk\"") }
        let reader = try watch(far)
        try await reader.wait(for: "frames by TLS") { $0.output.contains(#""state":"tracking""#) }
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `logs in by a password of its settings or its service, and shows it to nobody`() async throws {
        guard try await RunningBroker.canRun(for: "passwords"),
            InstalledPrograms.have("mosquitto_passwd", for: "passwords")
        else { return }
        let directory = try ScratchDirectory()
        _ = try await ToolRun.program(
            "/usr/bin/env",
            ["mosquitto_passwd", "-c", "-b", directory.path + "/passwords", "wall", "right word"])
        let broker = try await RunningBroker(
            ["allow_anonymous false", "password_file DIR/passwords"], in: directory)
        let daemon = try await RunningDaemon()
        let wrong = try directory.file("wrong", "wrong word\n")
        let config = try directory.file("relay.conf", "[broker]\nuser = wall\npassword_file = \(wrong)\n")
        let far = directory.path + "/far"
        let server = try server(far, from: broker.address("desk"), config: config)
        try await server.wait(for: "a refusal") { $0.errors.contains("Not authorized") }
        #expect(
            server.errors.contains("try: see `user` and `password_file` in relay.conf"), "\(server.errors)")
        // It is read anew with each attempt.
        _ = try directory.file("wrong", "right word\n")
        try await server.wait(for: "a login") { $0.errors.contains("hearing mqtt://") }

        // As systemd's LoadCredential hands it over.
        _ = try directory.file("password", "right word\n")
        let named = try directory.file("named.conf", "[broker]\nuser = wall\n")
        let publisher = try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", broker.address("desk"), "--socket", daemon.socket, "--config", named],
            environment: ["CREDENTIALS_DIRECTORY": directory.path])
        let service = try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["serve", "--from", broker.address("desk"), "--socket", far + "-service"]
                + ["--settings", "/dev/null", "--config", named],
            environment: ["CREDENTIALS_DIRECTORY": directory.path])
        for (program, socket) in [(server, far), (service, far + "-service")] {
            try await program.wait(for: "a publisher") { $0.errors.contains("following \"desk\"") }
            let reader = try watch(socket)
            try await reader.wait(for: "frames") { $0.output.contains(#""state":"tracking""#) }
            let status = try await ToolRun.executable(["status", "--json", "--socket", socket])
            #expect(!status.output.contains("word"))
            let words = try String(contentsOfFile: "/proc/\(program.identifier)/cmdline", encoding: .utf8)
            #expect(words.contains("serve") && !words.contains("word"))
            #expect(try await program.end(SIGTERM).status == 0)
            #expect(!program.errors.contains("right word") && !program.errors.contains("wrong word"))
        }
        #expect(try await publisher.end(SIGTERM).status == 0)
        #expect(!publisher.errors.contains("right word"))
    }

    @Test func `is not confused by garbage, other versions and a flood`() async throws {
        guard try await RunningBroker.canRun(for: "garbage") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let garbage = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) })
        for channel in ["hello", "state", "frame", "tilt"] {
            try await broker.publish(garbage.prefix(3000), to: "desk/\(channel)", ["-s", "-r"])
        }
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("desk"))
        try await server.wait(for: "a word on garbage") { $0.errors.contains("is passed over") }
        let other = #"{"type":"hello","relay":2,"session":"x","started_ns":9000000000000000000}"#
        try await broker.publish(Data(other.utf8), to: "desk/hello", ["-s", "-r"])
        try await server.wait(for: "a word on the version") { $0.errors.contains("speaks version 2") }
        // Whoever asks is not told that nobody is there.
        let status = "\(BuiltProducts.path("tiltshadow")) status --socket \(socket)"
        let asking = try RunningProgram(
            "/bin/sh", ["-c", "until \(status) | grep 'no publisher that can be'; do sleep 0.1; done"])
        try await asking.wait(for: "a word to whoever asks") { $0.output.contains("what is said on desk") }
        #expect(!server.errors.contains("nobody has published"), "\(server.errors)")
        let publisher = try publisher(daemon, to: broker.address("desk"))
        let reader = try watch(socket)
        try await reader.wait(for: "frames") { $0.output.contains(#""state":"tracking""#) }
        // Longer than any packet that is taken, and then ten thousand frames at once.
        try await broker.publish(garbage, to: "desk/frame", ["-s"])
        let line = #"{"type":"frame","seq":1,"t_ns":1,"state":"tracking","up":[0,0,1]}"# + "\n"
        // Without answers, for which a busy machine would take its time: that would be no flood.
        try await broker.publish(
            Data(String(repeating: line, count: 10_000).utf8), to: "desk/frame", ["-l", "-q", "0"])
        try await server.wait(for: "a word on the flood") { $0.errors.contains("most are passed over") }
        let frames = reader.lines.count
        try await reader.wait(for: "frames after the flood") { $0.lines.count > frames + 50 }
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `goes on over a network of 5 to 150 ms that loses, and tells of its jitter`() async throws {
        guard try await RunningBroker.canRun(for: "a bad network"),
            InstalledPrograms.have("python3", for: "a bad network")
        else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let proxy = try RunningProgram(
            "/usr/bin/env",
            [
                "python3", BuiltProducts.source("Tests/Relay/proxy.py").path, "\(broker.port)", "--loss", "1",
            ])
        try await proxy.wait(for: "a port") { !$0.lines.isEmpty }
        let port = try #require(proxy.lines.first)
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: "mqtt://127.0.0.1:\(port)/desk")
        let publisher = try publisher(daemon, to: broker.address("desk"))
        try await server.wait(for: "a publisher") { $0.errors.contains("following \"desk\"") }
        let reader = try watch(socket)
        try await reader.wait(for: "frames") { $0.lines.count { $0.contains(#""state":"tracking""#) } > 200 }
        // A server that had to wait for a processor begins its count anew, as where the way has become longer.
        var (jitter, status) = (0.0, "")
        for _ in 0..<500 where jitter <= 20 {
            status = try await ToolRun.executable(["status", "--json", "--socket", socket]).output
            jitter = status.firstMatch(of: /"jitter_ms":([0-9.]+)/).flatMap { Double($0.1) } ?? 0
        }
        #expect(jitter > 20, "\(status)")
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `is stale while the broker hangs, and goes on where it does`() async throws {
        guard try await RunningBroker.canRun(for: "a broker that hangs") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let socket = daemon.directory.path + "/far"
        let server = try server(socket, from: broker.address("desk"))
        let publisher = try publisher(daemon, to: broker.address("desk"))
        let reader = try await reader(of: server, at: socket)
        broker.signal(SIGSTOP)
        // It is stale for a while, and we may look later.
        let before = reader.lines.count
        try await reader.wait(for: "silence") {
            $0.lines.dropFirst(before).contains { $0.contains(#""state":"stale""#) }
        }
        broker.signal(SIGCONT)
        try await reader.wait(for: "frames again") {
            $0.lines.last?.contains(#""state":"tracking""#) == true
        }
        _ = try await publisher.end(SIGTERM)
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test func `leaves a socket alone that somebody serves`() async throws {
        guard try await RunningBroker.canRun(for: "a socket in use") else { return }
        let daemon = try await RunningDaemon()
        let run = try await server(daemon.socket, from: "mqtt://127.0.0.1:1/desk").end()
        #expect(run.status == 1)
        #expect(run.errors.contains("is in use by"), "\(run.errors)")
        #expect(run.errors.contains("choose another path"))
    }
}
