import Foundation
import Testing

/// What others leave on a topic that somebody publishes to, and whoever would publish to it what is read there.
@Suite struct `Relay with others on its topic` {
    private func publisher(_ socket: String, to address: String) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", address, "--socket", socket, "--config", "/dev/null"])
    }

    private func server(_ socket: String, from address: String) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["serve", "--from", address, "--socket", socket, "--settings", "/dev/null"]
                + ["--config", "/dev/null"])
    }

    private func watch(_ socket: String) throws -> RunningProgram {
        try RunningProgram(BuiltProducts.path("tiltshadow"), ["watch", "--json", "--socket", socket])
    }

    private func tracked(_ program: RunningProgram) -> Int {
        program.lines.count { $0.contains(#""state":"tracking""#) }
    }

    @Test func `puts its own hello and state back, and whoever reads goes on, or begins`() async throws {
        guard try await RunningBroker.canRun(for: "stale words") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let publisher = try publisher(daemon.socket, to: broker.address("desk"))
        try await publisher.wait(for: "a connection") { $0.errors.contains("publishing to") }
        let far = daemon.directory.path + "/far"
        let server = try server(far, from: broker.address("desk"))
        let reader = try watch(far)
        try await reader.wait(for: "frames") { tracked($0) > 10 }
        let listener = try broker.listener("desk")
        try await listener.wait(for: "who it is") { $0.output.contains("1 desk/hello {") }
        let session = try #require(listener.output.firstMatch(of: /"session":"([0-9a-f]+)"/)).1
        let old = #"{"type":"hello","relay":1,"session":"old","started_ns":1,"sensor":{"name":"old"}}"#
        for (channel, text) in [
            ("hello", old), ("hello", ""), ("state", ""),
            ("state", #"{"type":"goodbye","session":"old","reason":"ended"}"#),
            ("state", #"{"type":"goodbye","session":"\#(session)","reason":"lost"}"#),
        ] {
            try await broker.publish(
                Data(text.utf8), to: "desk/\(channel)", ["-r", text.isEmpty ? "-n" : "-s"])
            try await listener.wait(for: "its own on \(channel) after \(text)") {
                let said = $0.lines.filter { $0.contains(" desk/\(channel) ") }
                return said.last?.contains(#""session":"\#(session)""#) == true
                    && said.last?.contains("goodbye") == false
                    && said.dropLast().last?.hasSuffix(text) == true
            }
            let frames = tracked(reader)
            try await reader.wait(for: "frames after that") { tracked($0) > frames + 50 }
        }
        let later = try self.server(far + "-later", from: broker.address("desk"))
        let next = try watch(far + "-later")
        try await next.wait(for: "frames of one who comes later") { tracked($0) > 10 }
        #expect(publisher.errors.components(separatedBy: "something else stood on desk/hello").count == 2)
        for program in [later, server, publisher] { #expect(try await program.end(SIGTERM).status == 0) }
    }

    @Test func `publishes nobody's motion to the topic that it comes from, and takes that from nobody`()
        async throws
    {
        guard try await RunningBroker.canRun(for: "a circle") else { return }
        let (daemon, broker) = try await (RunningDaemon(), RunningBroker())
        let publisher = try publisher(daemon.socket, to: broker.address("desk"))
        let far = daemon.directory.path + "/far"
        let server = try server(far, from: broker.address("desk"))
        let reader = try watch(far)
        try await reader.wait(for: "frames") { tracked($0) > 10 }
        let circle = try await self.publisher(far, to: broker.address("desk")).end()
        #expect(circle.status == 2 && circle.errors.contains("it would go in a circle"), "\(circle.errors)")
        #expect(circle.errors.contains("another topic with --to"))
        #expect(!publisher.errors.contains("waiting for the broker"), "\(publisher.errors)")
        // To another topic it goes.
        let other = try self.publisher(far, to: broker.address("wall"))
        let listener = try broker.listener("wall")
        try await listener.wait(for: "frames on another topic") { tracked($0) > 10 }
        #expect(try await other.end(SIGTERM).status == 0)
        // Nor is it there while nobody publishes.
        #expect(try await publisher.end(SIGTERM).status == 0)
        try await reader.wait(for: "its end") { $0.lines.last?.contains(#""state":"none""#) == true }
        let alone = try await self.publisher(far, to: broker.address("desk")).end()
        #expect(alone.status == 2 && alone.errors.contains("it would go in a circle"), "\(alone.errors)")
        #expect(try await server.end(SIGTERM).status == 0)
    }

    @Test(arguments: [
        ("max_qos 0", "QoS not supported", "`max_qos`"),
        ("retain_available false", "Retain not supported", "`retain_available`"),
        ("message_size_limit 60", "Packet too large", "`message_size_limit`"),
    ])
    func `says what a broker minds, and what to try`(line: String, words: String, hint: String) async throws {
        guard try await RunningBroker.canRun(for: line) else { return }
        let (daemon, broker) = try await (
            RunningDaemon(), RunningBroker(["allow_anonymous true", line])
        )
        let run = try await publisher(daemon.socket, to: broker.address("desk")).end()
        #expect(run.status == 1 && run.errors.contains(words), "\(run.errors)")
        #expect(run.errors.contains(hint) && !run.errors.contains("password"), "\(run.errors)")
    }

    @Test(arguments: ["ca_file", "certificate_file", "key_file"])
    func `checks the files that TLS is made with`(setting: String) async throws {
        let directory = try ScratchDirectory()
        let files = [
            "ca_file": "-----BEGIN CERTIFICATE-----\n", "certificate_file": "-----BEGIN CERTIFICATE-----\n",
            "key_file": "-----BEGIN PRIVATE KEY-----\n",
        ]
        for (text, words) in [(nil, "regular file"), ("", "is empty"), ("PEM\n", "holds no -----BEGIN ")] {
            var lines = "[broker]\n"
            for (key, good) in files {
                let path = text == nil ? directory.path : try directory.file(key, text ?? "")
                let right = try directory.file(key + ".pem", good)
                lines += "\(key) = \(key == setting ? path : right)\n"
            }
            let config = try directory.file("relay.conf", lines)
            let run = try await ToolRun.program(
                BuiltProducts.path("tiltshadow-relay"),
                ["publish", "--to", "mqtts://broker/desk", "--check", "--config", config])
            #expect(run.status == 2 && run.errors.contains("\(setting) = "), "\(run.errors)")
            #expect(run.errors.contains(words) && run.errors.contains("try: "), "\(run.errors)")
        }
    }
}
