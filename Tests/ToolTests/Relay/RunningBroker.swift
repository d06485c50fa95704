import CLinux
import Foundation
import Testing

/// A real Mosquitto on a port of its own of this machine.
final class RunningBroker {
    let directory: ScratchDirectory
    let port: Int
    private let settings: [String]
    private var process: RunningProgram

    /// True where the broker, a listener and the relay's library are installed; else says that the test of `what` is skipped.
    static func canRun(for what: String) async throws -> Bool {
        let version = try await ToolRun.program(BuiltProducts.path("tiltshadow-relay"), ["--version"])
        guard !version.output.contains("without") else {
            print("skipped: \(what): libmosquitto is not installed")
            return false
        }
        return InstalledPrograms.have("mosquitto", for: what)
            && InstalledPrograms.have("mosquitto_sub", for: what)
    }

    /// Starts it with lines of mosquitto.conf(5), in which `DIR` stands for its directory.
    init(_ lines: [String] = ["allow_anonymous true"], in directory: ScratchDirectory? = nil) async throws {
        self.directory = try directory ?? ScratchDirectory()
        port = try Self.freePort()
        settings = lines
        let path = self.directory.path
        let text =
            ["listener \(port) 127.0.0.1", "persistence false", "set_tcp_nodelay true", "user root"]
            + lines.map { $0.replacing("DIR", with: path) }
        let file = try self.directory.file("mosquitto.conf", text.joined(separator: "\n") + "\n")
        process = try Self.start(file)
        try await waitUntilReady()
    }

    /// The threads of a test block SIGTERM, by which a broker ends in order.
    private static func start(_ file: String) throws -> RunningProgram {
        try RunningProgram("/usr/bin/env", ["--default-signal=TERM", "mosquitto", "-c", file])
    }

    /// The address of a topic there.
    func address(_ topic: String, scheme: String = "mqtt", host: String = "127.0.0.1") -> String {
        "\(scheme)://\(host):\(port)/\(topic)"
    }

    /// Kills it, and starts it again where it was.
    func restart() async throws {
        _ = try await process.end(SIGKILL)
        process = try Self.start(directory.path + "/mosquitto.conf")
        try await waitUntilReady()
    }

    /// Sends it a signal, such as one that stops it for a while.
    func signal(_ signal: CInt) { process.signal(signal) }

    /// Listens for messages below `topic`: a line each, whether it was retained, its topic and what it says.
    func listener(_ topic: String, _ more: [String] = []) throws -> RunningProgram {
        try RunningProgram(
            "/usr/bin/env",
            [
                "mosquitto_sub", "-h", "127.0.0.1", "-p", "\(port)", "-V", "5", "-F", "%r %t %p", "-t",
                topic + "/#",
            ]
                + more)
    }

    /// Publishes what mosquitto_pub's options make of `input`.
    func publish(_ input: Data, to topic: String, _ options: [String]) async throws {
        let run = try RunningProgram(
            "/usr/bin/env",
            ["mosquitto_pub", "-h", "127.0.0.1", "-p", "\(port)", "-q", "1", "-t", topic] + options,
            input: input)
        #expect(try await run.end().status == 0)
    }

    private func waitUntilReady() async throws {
        try await process.wait(for: "broker") { _ in Self.isListening(port) }
        try #require(Self.isListening(port), "mosquitto ended: \(process.errors)")
    }

    /// Calls `connect`.
    private static func isListening(_ port: Int) -> Bool {
        withSocket(port) { connect($0, $1, $2) == 0 } == true
    }

    /// A port that nobody has, and below those that the kernel gives to who asks for any (`ip_local_port_range`), so that none
    /// of them gets it before the broker does.
    private static func freePort() throws -> Int {
        try #require(
            (20_000..<32_768).shuffled().first { withSocket($0) { bind($0, $1, $2) == 0 } == true },
            "no port is free")
    }

    /// A TCP socket and the address of a port of 127.0.0.1.
    private static func withSocket(
        _ port: Int, _ body: (CInt, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool? {
        let descriptor = socket(AF_INET, clinux_stream | clinux_close_on_exec, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // sockaddr_in: the family in the machine's order, the port and the address in the network's.
        var address: [UInt8] = [UInt8](repeating: 0, count: 16)
        address[0] = UInt8(AF_INET)
        (address[2], address[3]) = (UInt8(port >> 8), UInt8(port & 255))
        (address[4], address[7]) = (127, 1)
        return address.withUnsafeBytes { bytes in
            bytes.baseAddress.map { body(descriptor, $0.assumingMemoryBound(to: sockaddr.self), 16) }
        }
    }
}
