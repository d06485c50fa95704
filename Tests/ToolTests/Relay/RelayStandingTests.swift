import Foundation
import Testing

/// What others leave on a topic that somebody publishes to, and whoever would publish to it what is read there.
@Suite struct `Relay with others on its topic` {
    private func publisher(_ socket: String, to address: String) throws -> RunningProgram {
        try RunningProgram(
            BuiltProducts.path("tiltshadow-relay"),
            ["publish", "--to", address, "--socket", socket, "--config", "/dev/null"])
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
