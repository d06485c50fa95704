import Foundation
import Testing

/// The clients in Python, JavaScript and C, each used by a small program of Tests/Clients against the real daemon.
@Suite struct `Clients in other languages` {
    /// One client: how its program is started with a mode and a socket.
    enum Client: String, CaseIterable, Sendable {
        case python, asyncio, javascript, c

        /// What it needs besides this package.
        var interpreter: String {
            switch self {
            case .python, .asyncio: "python3"
            case .javascript: "node"
            case .c: "cc"
            }
        }

        /// The words that run its program in `mode`, such as "frames".
        func command(_ mode: String, in directory: ScratchDirectory) async throws -> [String] {
            let programs = BuiltProducts.source("Tests/Clients").path
            switch self {
            case .python: return ["python3", "\(programs)/check.py", mode]
            case .asyncio: return ["python3", "\(programs)/check.py", mode == "frames" ? "asyncio" : mode]
            case .javascript: return ["node", "\(programs)/check.mjs", mode]
            case .c:
                let sources = BuiltProducts.source("Sources/Clients/C").path
                let compiled = try await ToolRun.program(
                    "/usr/bin/env",
                    ["cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", sources, "-o"]
                        + [
                            "\(directory.path)/check", "\(programs)/check.c", "\(sources)/tiltshadow.c",
                            "-lm",
                        ])
                #expect(compiled.status == 0, "\(compiled.errors)")
                return ["\(directory.path)/check", mode]
            }
        }
    }

    /// The numbers of the frames a run printed, each line being `seq x y state`.
    private func sequences(_ run: ToolRun) throws -> [Int] {
        try run.lines.map { line in
            let words = line.split(separator: " ")
            try #require(words.count == 4, "\(line)")
            #expect(Double(words[1]) != nil && Double(words[2]) != nil && words[3] == "tracking", "\(line)")
            return try #require(Int(words[0]))
        }
    }

    private func run(
        _ client: Client, _ mode: String, socket: String, seconds: Int? = nil
    ) async throws -> ToolRun? {
        guard InstalledPrograms.have(client.interpreter, for: "the client in \(client.rawValue)") else {
            return nil
        }
        let directory = try ScratchDirectory()
        let command = try await client.command(mode, in: directory) + [socket]
        // The threads of a test block SIGTERM, and so its children.
        let limit = seconds.map { ["timeout", "-s", "KILL", "\($0)"] } ?? []
        return try await ToolRun.program("/usr/bin/env", limit + command)
    }

    @Test func `go on after a restart of the daemon`() async throws {
        let daemon = try await RunningDaemon()
        let socket = daemon.socket
        async let python = run(.python, "frames", socket: socket, seconds: 8)
        async let asyncio = run(.asyncio, "frames", socket: socket, seconds: 8)
        async let javascript = run(.javascript, "frames", socket: socket, seconds: 8)
        async let c = run(.c, "frames", socket: socket, seconds: 8)
        try await Task.sleep(for: .seconds(3))
        daemon.stop()
        try await daemon.start()
        for run in [try await python, try await asyncio, try await javascript, try await c] {
            guard let run else { continue }
            let numbers = try sequences(run)
            let again = try #require(
                numbers.indices.dropFirst().first { numbers[$0] < numbers[$0 - 1] }, "\(run.errors)")
            #expect(numbers.count - again > 5, "\(numbers)")
        }
    }

    @Test(arguments: [Client.python, .javascript, .c])
    func `skip what came while they were busy`(client: Client) async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(client, "stall", socket: daemon.socket, seconds: 20) else { return }
        let numbers = try sequences(run)
        #expect(run.status == 0 && numbers.count == 6, "\(run.errors)")
        // A second is 50 ticks. The one frame in the socket may be old, the rest is not.
        #expect(numbers[4] - numbers[2] > 25, "\(numbers)")
    }

    @Test(arguments: [Client.python, .javascript, .c])
    func `say why options were refused`(client: Client) async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(client, "refused", socket: daemon.socket, seconds: 20) else { return }
        #expect(run.status == 3)
        #expect(run.lines.last?.contains("rate_hz 900: expected 1 to 200") == true, "\(run.output)")
    }

    @Test(arguments: [Client.python, .javascript])
    func `say that there is no daemon`(client: Client) async throws {
        guard let run = try await run(client, "frames", socket: "/nonexistent/s", seconds: 20) else { return }
        #expect(run.status == 3)
        #expect(run.output.contains("no daemon at /nonexistent/s"), "\(run.output)")
    }

    @Test(arguments: Client.allCases)
    func `stumble over nothing that is said`(client: Client) async throws {
        guard InstalledPrograms.have("python3", for: "a daemon that says nonsense") else { return }
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let garbage = BuiltProducts.source("Tests/Clients/garbage.py").path
        async let server = ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "30", "python3", garbage, socket])
        while !FileManager.default.fileExists(atPath: socket) { try await Task.sleep(for: .milliseconds(10)) }
        try await Task.sleep(for: .milliseconds(100))
        let run = try await run(client, "frames", socket: socket, seconds: 3)
        if let run { #expect(try sequences(run).last == 42, "\(run.output) \(run.errors)") }
        _ = try await server
    }

    @Test func `in C waits for a daemon that starts later`() async throws {
        let daemon = try await RunningDaemon()
        daemon.stop()
        let socket = daemon.socket
        async let run = run(.c, "stall", socket: socket, seconds: 60)
        try await Task.sleep(for: .seconds(1))
        try await daemon.start()
        guard let run = try await run else { return }
        #expect(run.errors.contains("No such file or directory"))
        #expect(try sequences(run).count == 6)
    }

    @Test func `in JavaScript end when they are told to`() async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(.javascript, "abort", socket: daemon.socket, seconds: 20) else {
            return
        }
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.count >= 3)
    }

    @Test func `in C are found by pkg-config once installed`() async throws {
        let tools = ["cc", "make", "pkg-config"]
        guard tools.allSatisfy({ InstalledPrograms.have($0, for: "installing the C client") }) else { return }
        let directory = try ScratchDirectory()
        let root = directory.path
        let script = """
            make -s -C "$1" install PREFIX="$2/usr" BUILD="$2" &&
            export PKG_CONFIG_PATH="$2/usr/lib/pkgconfig" &&
            cc "$3" $(pkg-config --cflags --libs tiltshadow) -lm -o "$2/check" && "$2/check" refused "$4"
            """
        let daemon = try await RunningDaemon()
        let run = try await ToolRun.program(
            "/bin/sh",
            ["-c", script, "sh", BuiltProducts.source("Sources/Clients/C").path, root]
                + [BuiltProducts.source("Tests/Clients/check.c").path, daemon.socket])
        #expect(run.status == 3, "\(run.errors)")
    }
}
