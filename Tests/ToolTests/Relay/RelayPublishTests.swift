import Foundation
import Testing

/// The relay with the real daemon and a real broker.
@Suite struct `Relay publish` {
    /// Starts the relay for a daemon.
    private func relay(
        _ daemon: RunningDaemon, to address: String, _ more: [String] = [], config: String? = nil,
        environment: [String: String] = [:]
    ) throws -> RunningProgram {
        let settings = try config ?? daemon.directory.file("relay.conf", "")
        return try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", address, "--socket", daemon.socket, "--config", settings] + more,
            environment: environment)
    }

    @Test func `publishes who it is, the state and frames, and says goodbye`() async throws {
        guard try await RunningBroker.canRun(for: "a broker") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let relay = try relay(daemon, to: broker.address("home/desk"), ["--include", "up"])
        let listener = try broker.listener("home/desk")
        try await listener.wait(for: "frames") {
            $0.lines.count { $0.hasPrefix("0 home/desk/frame {") && $0.contains(#""up":["#) } > 20
        }
        // Whoever comes later hears what was retained.
        let later = try broker.listener("home/desk")
        try await later.wait(for: "what is retained") {
            $0.lines.contains { $0.hasPrefix(#"1 home/desk/hello {"type":"hello","relay":1,"#) }
                && $0.lines.contains { $0.hasPrefix("1 home/desk/state {") && $0.contains("tracking") }
        }
        #expect(!later.output.contains("1 home/desk/frame"))
        let run = try await relay.end(SIGTERM)
        #expect(run.status == 0, "\(run.errors)")
        try await listener.wait(for: "goodbye") { $0.output.contains(#""reason":"ended"}"#) }
        #expect(!listener.output.contains(#""reason":"lost"}"#))
        #expect(listener.output.contains(#""name":"desk","kind":"log","gyro":"#))
    }

    @Test func `has the broker say goodbye where it is killed`() async throws {
        guard try await RunningBroker.canRun(for: "a last will") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let relay = try relay(daemon, to: broker.address("desk"))
        let listener = try broker.listener("desk")
        try await listener.wait(for: "frames") { $0.output.contains("desk/frame") }
        _ = try await relay.end(SIGKILL)
        try await listener.wait(for: "last will") {
            $0.output.contains(#"0 desk/state {"type":"goodbye","session":""#)
                && $0.output.contains(#""reason":"lost"}"#)
        }
    }

    @Test func `goes on by itself after the broker and the daemon were away`() async throws {
        guard try await RunningBroker.canRun(for: "a broker that restarts") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let relay = try relay(daemon, to: broker.address("desk"))
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        try await broker.restart()
        let listener = try broker.listener("desk")
        try await listener.wait(for: "frames again") {
            $0.output.contains("desk/hello") && $0.output.contains("desk/frame")
        }
        daemon.stop()
        try await listener.wait(for: "no sensor") { $0.output.contains(#""state":"none"}"#) }
        let frames = listener.lines.count { $0.contains("desk/frame") }
        try await daemon.start()
        try await listener.wait(for: "frames of the new daemon") {
            $0.lines.count { $0.contains("desk/frame") } > frames
        }
        #expect(relay.errors.contains("waiting for the broker"))
        _ = try await relay.end(SIGTERM)
    }

    @Test func `tells the service manager that the daemon is away, for as long as it is`() async throws {
        guard try await RunningBroker.canRun(for: "a status"),
            InstalledPrograms.have("socat", for: "a status")
        else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let manager = daemon.directory.path + "/notify"
        let listener = try RunningProgram("/usr/bin/env", ["socat", "-u", "UNIX-RECV:\(manager)", "STDOUT"])
        try await listener.wait(for: "a socket") { _ in FileManager.default.fileExists(atPath: manager) }
        let relay = try relay(daemon, to: broker.address("desk"), environment: ["NOTIFY_SOCKET": manager])
        /// The last status that was told.
        func told(_ words: String) -> Bool {
            listener.output.components(separatedBy: "STATUS=").last?.hasPrefix(words) == true
        }
        try await listener.wait(for: "a word") { _ in told("publishing to mqtt://") }
        daemon.stop()
        try await listener.wait(for: "another") { _ in told("waiting for the daemon: ") }
        try await daemon.start()
        try await listener.wait(for: "the first again") { _ in told("publishing to mqtt://") }
        #expect(try await relay.end(SIGTERM).status == 0)
        _ = try await listener.end(SIGKILL)
    }

    @Test func `ends with a clear word where the broker refuses its password`() async throws {
        guard try await RunningBroker.canRun(for: "passwords") else { return }
        let directory = try ScratchDirectory()
        let passwords = directory.path + "/passwords"
        guard InstalledPrograms.have("mosquitto_passwd", for: "passwords") else { return }
        _ = try await ToolRun.program(
            "/usr/bin/env", ["mosquitto_passwd", "-c", "-b", passwords, "desk", "right word"])
        let broker = try await RunningBroker(
            ["allow_anonymous false", "password_file DIR/passwords"], in: directory)
        let daemon = try await RunningDaemon()
        let password = try directory.file("password", "wrong word\n")
        let config = try directory.file(
            "relay.conf", "[broker]\nuser = desk\npassword_file = \(password)\n")
        let refused = try await relay(daemon, to: broker.address("desk"), config: config).end()
        #expect(refused.status == 1)
        #expect(refused.errors.contains("refused: "), "\(refused.errors)")
        #expect(refused.errors.contains("password_file"))
        #expect(!refused.errors.contains("wrong word"))
        _ = try directory.file("password", "right word\n")
        let relay = try relay(daemon, to: broker.address("desk"), config: config)
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        _ = try await relay.end(SIGTERM)

        // As systemd's LoadCredential hands it over.
        let named = try directory.file("named.conf", "[broker]\nuser = desk\n")
        let service = try self.relay(
            daemon, to: broker.address("desk"), config: named,
            environment: ["CREDENTIALS_DIRECTORY": directory.path])
        try await service.wait(for: "a connection of the service") { $0.errors.contains("publishing to") }
        #expect(try await service.end(SIGTERM).status == 0)
    }

    @Test func `is not held up by what others leave or pour into its topic`() async throws {
        guard try await RunningBroker.canRun(for: "garbage") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let garbage = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 7) })
        for channel in ["hello", "state", "frame", "tilt"] {
            try await broker.publish(garbage, to: "desk/\(channel)", ["-s", "-r"])
        }
        let relay = try relay(daemon, to: broker.address("desk"))
        let listener = try broker.listener("desk/frame")
        try await listener.wait(for: "frames") { $0.lines.count > 10 }
        // A hello of another version, ten thousand times.
        let other = #"{"type":"hello","relay":2,"session":"x","started_ns":9000000000000000000}"# + "\n"
        try await broker.publish(
            Data(String(repeating: other, count: 10_000).utf8), to: "desk/hello", ["-l"])
        try await broker.publish(garbage, to: "desk/hello", ["-s"])
        let frames = listener.lines.count
        try await listener.wait(for: "frames after that") { $0.lines.count > frames + 10 }
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `says at each start that it is insecure, where that was allowed`() async throws {
        guard try await RunningBroker.canRun(for: "insecure") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        // This machine, by a name that does not tell.
        let address = broker.address("desk", host: "[::ffff:127.0.0.1]")
        let refused = try await relay(daemon, to: address).end()
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--insecure"))
        let relay = try relay(daemon, to: address, ["--insecure"])
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        #expect(relay.errors.contains("warning: insecure: what is published crosses the network to "))
        _ = try await relay.end(SIGTERM)
    }

    @Test func `speaks TLS to a broker whose certificate is right, and to no other`() async throws {
        guard try await RunningBroker.canRun(for: "TLS"), InstalledPrograms.have("openssl", for: "TLS") else {
            return
        }
        let directory = try ScratchDirectory()
        for name in ["ca", "stranger"] {
            let made = try await ToolRun.program(
                "/usr/bin/env",
                [
                    "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes",
                ]
                    + ["-keyout", "\(directory.path)/\(name).key", "-out", "\(directory.path)/\(name).crt"]
                    + ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
            try #require(made.status == 0, "\(made.errors)")
        }
        let broker = try await RunningBroker(
            ["allow_anonymous true", "certfile DIR/ca.crt", "keyfile DIR/ca.key"], in: directory)
        let daemon = try await RunningDaemon()
        let trusting = try directory.file("right.conf", "[broker]\nca_file = \(directory.path)/ca.crt\n")
        let right = try relay(
            daemon, to: broker.address("desk", scheme: "mqtts", host: "localhost"), config: trusting)
        try await right.wait(for: "a connection") { $0.errors.contains("publishing to mqtts://") }
        #expect(try await right.end(SIGTERM).status == 0)

        let other = try directory.file("other.conf", "[broker]\nca_file = \(directory.path)/stranger.crt\n")
        for (config, host) in [(other, "localhost"), (trusting, "127.0.0.1")] {
            let refused = try await relay(
                daemon, to: broker.address("desk", scheme: "mqtts", host: host), config: config
            ).end()
            #expect(refused.status == 1)
            #expect(refused.errors.contains("no secure connection"), "\(host): \(refused.errors)")
        }
    }

    @Test func `gives its topic to a newer one, and says so`() async throws {
        guard try await RunningBroker.canRun(for: "two publishers") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let first = try relay(daemon, to: broker.address("desk"))
        try await first.wait(for: "a connection") { $0.errors.contains("publishing to") }
        let second = try relay(daemon, to: broker.address("desk"))
        try await first.wait(for: "end of the older one") { _ in false }
        let ended = try await first.end()
        #expect(ended.status == 3)
        #expect(ended.errors.contains("another publisher took desk"))
        let listener = try broker.listener("desk")
        try await listener.wait(for: "frames") { $0.output.contains("desk/frame") }
        #expect(try await second.end(SIGTERM).status == 0)
    }

    @Test func `goes on where a newer one came and left while it was away`() async throws {
        guard try await RunningBroker.canRun(for: "a publisher that was away") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let first = try relay(daemon, to: broker.address("desk"))
        try await first.wait(for: "a connection") { $0.errors.contains("publishing to") }
        first.signal(SIGSTOP)
        let second = try relay(daemon, to: broker.address("desk"))
        try await second.wait(for: "a connection") { $0.errors.contains("publishing to") }
        #expect(try await second.end(SIGTERM).status == 0)
        let listener = try broker.listener("desk")
        try await listener.wait(for: "goodbye") { $0.output.contains(#""reason":"ended"}"#) }
        first.signal(SIGCONT)
        try await listener.wait(for: "frames again") {
            $0.output.contains("desk/frame") && $0.output.contains(#""state":"tracking"}"#)
        }
        #expect(try await first.end(SIGTERM).status == 0)
    }

    @Test func `believes no start in the future, and no hello that nothing is published behind`() async throws
    {
        guard try await RunningBroker.canRun(for: "a forged hello") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let relay = try relay(daemon, to: broker.address("desk"))
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        for (started, isBelieved) in [(Int64.max, false), (Int64(Date().timeIntervalSince1970 * 1e9), true)] {
            let hello = #"{"type":"hello","relay":1,"session":"x","started_ns":\#(started)}"#
            try await broker.publish(Data(hello.utf8), to: "desk/hello", ["-s", "-r"])
            if !isBelieved {
                try await relay.wait(for: "a word") { $0.errors.contains("is a clock wrong?") }
            }
        }
        // It falls silent, hears nothing, and says its own hello in the place of the forged one.
        let listener = try broker.listener("desk")
        try await listener.wait(for: "its own hello") {
            $0.lines.last { $0.contains("desk/hello") }?.contains(#""session":"x""#) == false
        }
        try await listener.wait(for: "frames") { $0.lines.last?.contains("desk/frame") == true }
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `gives way to one whose hello and frames are heard, and leaves no state behind`() async throws
    {
        guard try await RunningBroker.canRun(for: "another that is heard") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let relay = try relay(daemon, to: broker.address("desk"))
        try await relay.wait(for: "a connection") { $0.errors.contains("publishing to") }
        // It is listened for three seconds: the other's frames are there before its hello.
        let frames = "while echo '{\"type\":\"frame\"}'; do sleep 0.05; done | exec \"$@\""
        let other = try RunningProgram(
            "/bin/sh",
            ["-c", frames, "sh", "mosquitto_pub", "-h", "127.0.0.1", "-p", "\(broker.port)"]
                + ["-t", "desk/frame", "-l"])
        let heard = try broker.listener("desk/frame")
        try await heard.wait(for: "the other's frames") { $0.output.contains(#"{"type":"frame"}"#) }
        let now = Int64(Date().timeIntervalSince1970 * 1e9)
        let hello = #"{"type":"hello","relay":1,"session":"x","started_ns":\#(now)}"#
        try await broker.publish(Data(hello.utf8), to: "desk/hello", ["-s", "-r"])
        try await relay.wait(for: "word of the other") { $0.errors.contains("is heard on the topic") }
        _ = try await other.end(SIGKILL)
        let listener = try broker.listener("desk/state")
        try await listener.wait(for: "what is retained") { !$0.lines.isEmpty }
        let goodbye = try #require(listener.lines.first)
        #expect(
            goodbye.hasPrefix(#"1 desk/state {"type":"goodbye","#)
                && goodbye.hasSuffix(#""reason":"ended"}"#),
            "\(listener.output)")
        #expect(try await relay.end(SIGTERM).status == 0)
    }

    @Test func `asks nobody for the password of its key`() async throws {
        guard try await RunningBroker.canRun(for: "an encrypted key"),
            InstalledPrograms.have("openssl", for: "an encrypted key")
        else { return }
        let directory = try ScratchDirectory()
        let (key, certificate) = (directory.path + "/desk.key", directory.path + "/desk.crt")
        let made = try await ToolRun.program(
            "/usr/bin/env",
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-passout", "pass:secret", "-keyout", key, "-out", certificate, "-days", "2", "-subj",
                "/CN=desk",
            ])
        try #require(made.status == 0, "\(made.errors)")
        let daemon = try await RunningDaemon()
        let config = try directory.file(
            "relay.conf", "[broker]\ncertificate_file = \(certificate)\nkey_file = \(key)\n")
        let run = try await relay(daemon, to: "mqtts://127.0.0.1:1/desk", config: config).end()
        #expect(run.status == 1)
        #expect(run.errors.contains("key_file needs a password"), "\(run.errors)")
        #expect(!run.errors.contains("PEM pass phrase"))
    }

    @Test(
        arguments: [
            ("[brokers]\n", "no section"), ("[broker]\nto = http://x/y\n", "unknown scheme"),
            ("[broker]\nto = mqtts://x:y/z\n", "port"), ("[broker]\npassword_file = /x\n", "user"),
            ("[broker]\ncertificate_file = /x\n", "key_file"), (nil, "no such file"),
        ] as [(String?, String)])
    func `ends with the status of wrong settings, which no restart mends`(text: String?, words: String)
        async throws
    {
        let directory = try ScratchDirectory()
        let config = try text.map { try directory.file("relay.conf", $0) } ?? directory.path + "/missing.conf"
        let more = text?.contains("to =") == true ? [] : ["--to", "mqtts://broker/desk"]
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow-relay"), ["publish", "--check", "--config", config] + more)
        #expect(run.status == 2)
        #expect(run.errors.lowercased().contains(words), "\(run.errors)")
    }

    @Test(
        arguments: [
            (nil, "No such file"), ("", "its first line is empty"), ("\nsecret", "its first line is empty"),
            ("se\0cret", "a NUL"), (String(repeating: "s", count: 4097), "longer than 4096 bytes"),
        ] as [(String?, String)])
    func `checks the password that its settings name`(password: String?, words: String) async throws {
        let directory = try ScratchDirectory()
        let file = try password.map { try directory.file("password", $0) } ?? directory.path + "/missing"
        let config = try directory.file("relay.conf", "[broker]\nuser = desk\npassword_file = \(file)\n")
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", "mqtts://broker/desk", "--check", "--config", config])
        #expect(run.status == 2 && run.errors.contains(words), "\(run.errors)")
        _ = try directory.file("password", String(repeating: "s", count: 4096) + "\n")
        let good = try await ToolRun.program(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", "mqtts://broker/desk", "--check", "--config", config])
        #expect(good.status == (password == nil ? 2 : 0), "\(good.errors)")
    }

    @Test func `checks the daemon's settings that it would serve by`() async throws {
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow-relay"),
            ["serve", "--from", "mqtts://broker/desk", "--check", "--config", "/dev/null"]
                + ["--settings", "/nowhere/tiltshadow.conf"])
        #expect(run.status == 2 && run.errors.contains("/nowhere/tiltshadow.conf"), "\(run.errors)")
    }

    @Test func `is what the tool runs, with its words and its status`() async throws {
        let run = try await ToolRun.executable(["relay", "publish", "--to", "mqtt://broker/desk"])
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("tiltshadow-relay: mqtt://broker:1883/desk: without TLS"))
    }

    @Test func `keeps a name and a password off the command line`() async throws {
        let run = try await ToolRun.program(
            BuiltProducts.path("tiltshadow-relay"), ["publish", "--to", "mqtts://me:secret@broker/desk"])
        #expect(run.status == 2)
        #expect(!run.errors.contains("secret"))
        #expect(run.errors.contains("password_file"))
    }
}
