import Foundation
import Testing

@testable import TiltClient

/// The clients in Python, JavaScript (in Node and in GJS), C and Rust, each used by a small program of Tests/Clients against the real daemon.
@Suite struct `Clients in other languages` {
    /// One client: how its program is started with a mode and a socket.
    enum Client: String, CaseIterable, Sendable {
        case python, asyncio, javascript, gjs, c, rust

        /// What it needs besides this package.
        var interpreter: String {
            switch self {
            case .python, .asyncio: "python3"
            case .javascript: "node"
            case .gjs: "gjs"
            case .c: "cc"
            case .rust: "rustc"
            }
        }

        /// The words that run its program in `mode`, such as "frames".
        func command(_ mode: String, in directory: ScratchDirectory) async throws -> [String] {
            let programs = BuiltProducts.source("Tests/Clients").path
            switch self {
            case .python: return ["python3", "\(programs)/check.py", mode]
            case .asyncio: return ["python3", "\(programs)/check.py", mode == "frames" ? "asyncio" : mode]
            case .javascript: return ["node", "\(programs)/check.mjs", mode]
            case .gjs: return ["gjs", "-m", "\(programs)/check-gjs.mjs", mode]
            case .c: return [try await Self.compile("check", in: directory), mode]
            case .rust: return [try await RustPrograms.built.value + "/check", mode]
            }
        }

        /// Compiles a program of Tests/Clients with a file of the C client; where it is.
        static func compile(
            _ name: String, with client: String = "tiltshadow", in directory: ScratchDirectory,
            _ more: String...
        ) async throws -> String {
            let sources = BuiltProducts.source("Sources/Clients/C").path
            let program = directory.path + "/program"
            let compiled = try await ToolRun.program(
                "/usr/bin/env",
                [
                    "cc", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-I", sources, "-o", program,
                    BuiltProducts.source("Tests/Clients/\(name).c").path, "\(sources)/\(client).c", "-lm",
                ] + more)
            #expect(compiled.status == 0, "\(compiled.errors)")
            return program
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

    /// Starts the program of a client, made in `directory`; `nil` where it cannot run here.
    private func start(
        _ client: Client, _ mode: String, socket: String, in directory: ScratchDirectory
    ) async throws -> RunningProgram? {
        guard InstalledPrograms.have(client.interpreter, for: "the client in \(client.rawValue)") else {
            return nil
        }
        let command = try await client.command(mode, in: directory) + [socket]
        return try RunningProgram("/usr/bin/env", command)
    }

    private func run(_ client: Client, _ mode: String, socket: String) async throws -> ToolRun? {
        let directory = try ScratchDirectory()
        let running = try await start(client, mode, socket: socket, in: directory)
        try await running?.wait(for: "end") { _ in false }
        return try await running?.end()
    }

    @Test(arguments: Client.allCases)
    func `go on after a restart of the daemon`(client: Client) async throws {
        let directory = try ScratchDirectory()
        // The first daemon's shadow lies to the right, the second's where it is at rest.
        let pose = { (ax: Double, az: Double) in
            "t,ax,ay,az\n" + (0..<200).map { "\(Double($0) / 50),\(ax),0,\(az)\n" }.joined()
        }
        let tilted = try directory.file("tilted.csv", pose(-5.6, 8.05))
        let flat = try directory.file("flat.csv", pose(0, 9.81))
        let daemon = try await RunningDaemon(log: tilted)
        guard let running = try await start(client, "frames", socket: daemon.socket, in: directory) else {
            return
        }
        try await running.wait(for: "frame") { !$0.lines.isEmpty }
        daemon.stop()
        try await daemon.start(log: flat)
        func offsets(_ lines: [String]) -> [Double] {
            lines.compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Double($0) } }
        }
        try await running.wait(for: "frames of the second daemon") {
            offsets($0.lines).last { $0 < 1 } != nil
        }
        let run = try await running.end(SIGKILL)
        let (seen, numbers) = (offsets(run.lines), try sequences(run))
        let second = try #require(seen.firstIndex { $0 < 1 }, "\(run.errors)")
        #expect(
            second > 0 && seen[..<second].allSatisfy { $0 > 5 }
                && seen[second...].allSatisfy { abs($0) < 0.1 })
        for part in [numbers[..<second], numbers[second...]] {
            #expect(zip(part, part.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
        }
    }

    @Test(arguments: [Client.python, .javascript, .gjs, .c, .rust])
    func `say that the daemon does not know an option`(client: Client) async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(client, "misspelt", socket: daemon.socket) else { return }
        #expect(run.status == 0 && run.errors.contains("the daemon does not know"), "\(run.errors)")
        #expect(run.errors.contains("gian"), "\(run.errors)")
        // Python names the line of who asked, not one of the client's own.
        if client == .python { #expect(run.errors.contains("/check.py:"), "\(run.errors)") }
    }

    @Test(arguments: [Client.python, .javascript, .c, .rust])
    func `skip what came while they were busy`(client: Client) async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(client, "stall", socket: daemon.socket) else { return }
        let numbers = try sequences(run)
        #expect(run.status == 0 && numbers.count == 6, "\(run.errors)")
        // A second is 50 ticks. The one frame in the socket may be old, the rest is not.
        #expect(numbers[4] - numbers[2] > 25, "\(numbers)")
    }

    @Test(arguments: [Client.python, .javascript, .gjs, .c, .rust])
    func `say why options were refused`(client: Client) async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(client, "refused", socket: daemon.socket) else { return }
        #expect(run.status == 3)
        #expect(run.lines.last?.contains("rate_hz 900: expected 1 to 200") == true, "\(run.output)")
    }

    @Test(arguments: [Client.python, .javascript, .gjs, .rust])
    func `say that there is no daemon`(client: Client) async throws {
        guard let run = try await run(client, "frames", socket: "/proc/nonexistent/s") else { return }
        #expect(run.status == 3)
        #expect(run.output.contains("no daemon at /proc/nonexistent/s"), "\(run.output)")
    }

    /// The kernel refuses the connection as it does where a daemon has gone.
    @Test(arguments: [Client.python, .asyncio, .javascript, .gjs, .rust])
    func `say of another file that it is no socket`(client: Client) async throws {
        let directory = try ScratchDirectory()
        let file = try directory.file("s", "")
        guard let run = try await run(client, "frames", socket: file) else { return }
        #expect(run.status == 3)
        let words = "no daemon at \(file): this is no socket; name tiltshadow's"
        #expect(run.output.contains(words), "\(run.output)")
    }

    @Test(arguments: Client.allCases)
    func `stumble over nothing that is said`(client: Client) async throws {
        guard InstalledPrograms.have("python3", for: "a daemon that says nonsense") else { return }
        let directory = try ScratchDirectory()
        let socket = directory.path + "/s"
        let garbage = BuiltProducts.source("Tests/Clients/garbage.py").path
        let server = try RunningProgram("/usr/bin/env", ["python3", garbage, socket])
        try await server.wait(for: "socket") { !$0.lines.isEmpty }
        guard let running = try await start(client, "frames", socket: socket, in: directory) else { return }
        try await running.wait(for: "the good frame") { $0.lines.last?.hasPrefix("42 ") == true }
        let run = try await running.end(SIGKILL)
        #expect(try sequences(run).last == 42, "\(run.output) \(run.errors)")
    }

    /// The rows of CLIENTS in tiltshadow-protocol(7), at a tenth of its times; the tool has them whole, and so leaves out the
    /// rows that wait for seconds: those of its connection are tested on scripted time.
    @Test(arguments: Client.allCases.map { $0.rawValue } + ["tool"])
    func `do what the protocol's page says of clients, whatever the daemon`(_ name: String) async throws {
        guard InstalledPrograms.have("python3", for: "a daemon that behaves badly") else { return }
        let directory = try ScratchDirectory()
        let programs = BuiltProducts.source("Tests/Clients").path
        let rows = ["\(programs)/rows.py", directory.path + "/s"]
        let program: [String]
        switch Client(rawValue: name) {
        case let client? where !InstalledPrograms.have(client.interpreter, for: "the client in \(name)"):
            return
        case .python: program = ["python3", "\(programs)/check.py", "rows"]
        case .asyncio: program = ["python3", "\(programs)/check.py", "rows-asyncio"]
        case .javascript: program = ["node", "\(programs)/check.mjs", "rows"]
        case .gjs: program = ["gjs", "-m", "\(programs)/check-gjs.mjs", "rows"]
        case .c:
            program = [
                try await Client.compile("check", in: directory, "-DTILTSHADOW_SECOND_MS=100"), "rows",
            ]
        case .rust: program = [try await RustPrograms.built.value + "/check", "rows"]
        case nil: program = [BuiltProducts.path("tiltshadow"), "watch", "--json", "--wait", "--socket"]
        }
        let isTool = name == "tool"
        let run = try await ToolRun.program(
            "/usr/bin/env", ["python3"] + rows + program,
            environment: isTool
                ? ["ROWS_TENTHS": "10", "ROWS_WITHOUT": "mute trickles babbles hangs resumes away flaps"]
                : [:])
        #expect(run.lines == [isTool ? "pass 10" : "pass 17"], "\(run.output) \(run.errors)")
    }

    /// What the page says in words stands in each client as a number: seconds before hello, of silence, the first pause, the last.
    @Test func `have the times of the protocol's page`() throws {
        let text = { (path: String) in try String(contentsOf: BuiltProducts.source(path), encoding: .utf8) }
        let page = try text("Sources/tiltshadow/Manual/tiltshadow-protocol.7").replacing("\n", with: " ")
        #expect(page.contains("is given up after 5 seconds"))
        #expect(page.contains("for 3 seconds is given up"))
        #expect(page.contains("after 0.1 seconds, each further one after twice the time, 5 seconds at most"))
        #expect(page.contains("One call reads 65536 bytes at most"))
        let said: [(String, [String])] = [
            (
                "Python/tiltshadow.py",
                [
                    "HELLO_TIMEOUT = 5.0 ", "SILENCE_TIMEOUT = 3.0 ",
                    "FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0 ", "MOST_BYTES = 65536",
                ]
            ),
            (
                "JavaScript/socket.mjs",
                [
                    "{ helloTimeout: 5000, silenceTimeout: 3000, firstPause: 100, longestPause: 5000, ",
                    "lagTimeout: 40 }",
                ]
            ),
            (
                "C/tiltshadow.c",
                [
                    "HELLO_TIMEOUT_MS = 5 * ", "SILENCE_TIMEOUT_MS = 3 * ",
                    "FIRST_PAUSE_MS = TILTSHADOW_SECOND_MS / 10",
                    "LONGEST_PAUSE_MS = 5 * ", "MOST_BYTES = 65536",
                ]
            ),
            (
                "Rust/src/shadow.rs",
                [
                    "hello: Duration::from_secs(5),", "silence: Duration::from_secs(3),",
                    "first_pause: Duration::from_millis(100),", "longest_pause: Duration::from_secs(5),",
                ]
            ),
            ("Rust/src/link.rs", ["MOST_BYTES: usize = 65536;"]),
            (
                "../Adapters/QtQuick/tiltshadow.h",
                [
                    "helloTimeout = 5 * ", "silenceTimeout = 3 * ", "firstPause = TILTSHADOW_SECOND_MS / 10",
                    "longestPause = 5 * ", "mostBytes = 65536",
                ]
            ),
            (
                "../Adapters/Quickshell/TiltShadow.qml",
                [
                    "timeout.wait(5)", "timeout.wait(3)", "_pause: second / 10",
                    "Math.min(2 * _pause, 5 * second)",
                ]
            ),
        ]
        for (file, words) in said {
            let source = try text("Sources/Clients/" + file)
            for word in words { #expect(source.contains(word), "\(file) lacks \(word)") }
        }
        #expect(ReconnectingConnection.helloTimeout == 5_000_000_000)
        #expect(ReconnectingConnection.silenceTimeout == 3_000_000_000)
        var backoff = Backoff()
        #expect(backoff.next() == 100_000_000 && Backoff.longest == 5_000_000_000)
    }

    @Test func `in C waits for a daemon that starts later`() async throws {
        let daemon = try await RunningDaemon()
        daemon.stop()
        let directory = try ScratchDirectory()
        guard let running = try await start(.c, "stall", socket: daemon.socket, in: directory) else { return }
        try await running.wait(for: "word of no daemon") { $0.errors.contains("No such file or directory") }
        try await daemon.start()
        try await running.wait(for: "end") { _ in false }
        let run = try await running.end()
        #expect(run.status == 0)
        #expect(try sequences(run).count == 6)
    }

    @Test func `in JavaScript end when they are told to`() async throws {
        let daemon = try await RunningDaemon()
        guard let run = try await run(.javascript, "abort", socket: daemon.socket) else {
            return
        }
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines.count >= 3)
    }

    @Test func `in JavaScript hold against what no daemon of this version would say`() async throws {
        guard InstalledPrograms.have("node", for: "the client in javascript") else { return }
        let script = BuiltProducts.source("Tests/Clients/scripted.mjs").path
        let run = try await ToolRun.program("/usr/bin/timeout", ["-s", "KILL", "240", "node", script])
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.lines.contains("# pass 40"), "\(run.output)")
    }

    @Test func `in Python never block, whatever the daemon and the descriptor`() async throws {
        guard InstalledPrograms.have("python3", for: "the client in python") else { return }
        let directory = try ScratchDirectory()
        let script = BuiltProducts.source("Tests/Clients/scripted.py").path
        let run = try await ToolRun.program("/usr/bin/env", ["python3", script, directory.path])
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines == ["pass 26"], "\(run.output)")
    }

    @Test func `in C ask in one line, and lose neither a frame nor the daemon's last words`() async throws {
        guard InstalledPrograms.have("cc", for: "the client in c") else { return }
        let directory = try ScratchDirectory()
        let program = try await Client.compile("scripted", in: directory)
        let run = try await ToolRun.program(
            "/usr/bin/timeout", ["-s", "KILL", "240", program, directory.path + "/s"])
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        #expect(run.lines == ["pass 658"], "\(run.output)")
    }

    @Test(arguments: [Client.python, .javascript, .gjs, .c, .rust])
    func `draw at a display's vsyncs what golden.json says`(client: Client) async throws {
        guard InstalledPrograms.have(client.interpreter, for: "the client in \(client.rawValue)") else {
            return
        }
        let folder = BuiltProducts.source("Tests/Clients/Display").path
        let directory = try ScratchDirectory()
        let command =
            switch client {
            case .python, .asyncio: ["python3", "\(folder)/check.py"]
            case .javascript: ["node", "\(folder)/check.mjs"]
            case .gjs: ["gjs", "-m", "\(folder)/check.mjs"]
            case .c:
                [
                    try await Client.compile("Display/check", with: "tiltshadow_display", in: directory),
                    "\(folder)/golden.json",
                ]
            case .rust: [try await RustPrograms.built.value + "/golden", "\(folder)/golden.json"]
            }
        let run = try await ToolRun.program("/usr/bin/env", command)
        #expect(run.status == 0, "\(run.output) \(run.errors)")
        // Every row is held against something; C also counts the lines that must be answered with nothing.
        #expect(run.lines.last == (client == .c ? "pass 25028" : "pass 23113"), "\(run.output)")
    }

    @Test func `have a golden.json that is what numpy makes of the formulas`() async throws {
        guard InstalledPrograms.have("python3", for: "making golden.json") else { return }
        guard try await ToolRun.program("/usr/bin/env", ["python3", "-c", "import numpy"]).status == 0 else {
            print("skipped: making golden.json: python3-numpy is not installed")
            return
        }
        let script = BuiltProducts.source("Tests/Clients/Display/make_golden.py").path
        let run = try await ToolRun.program("/usr/bin/env", ["python3", script, "--check"])
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `in C are found by pkg-config once installed, blanks in the path and all`() async throws {
        let tools = ["cc", "make", "pkg-config"]
        guard tools.allSatisfy({ InstalledPrograms.have($0, for: "installing the C client") }) else { return }
        let directory = try ScratchDirectory()
        let root = directory.path
        let script = """
            prefix="$2/u s&r" && make -s -C "$1" install PREFIX="$prefix" BUILD="$2" &&
            make -s -C "$1" install DESTDIR="$2/d|d" PREFIX=/usr BUILD="$2" && [ -e "$2/d|d/usr/lib/libtiltshadow.so" ] &&
            export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" &&
            eval cc '"$3"' $(pkg-config --cflags --libs tiltshadow) -lm -o '"$2/check"' &&
            export LD_LIBRARY_PATH="$prefix/lib" && ldd "$2/check" | grep -q 'libtiltshadow.so.0 =>' &&
            eval cc '"$3"' -static $(pkg-config --static --cflags --libs tiltshadow) -o '"$2/static"' &&
            { "$2/static" refused "$4"; [ $? -eq 3 ]; } && "$2/check" refused "$4"
            """
        let daemon = try await RunningDaemon()
        let run = try await ToolRun.program(
            "/bin/sh",
            ["-c", script, "sh", BuiltProducts.source("Sources/Clients/C").path, root]
                + [BuiltProducts.source("Tests/Clients/check.c").path, daemon.socket])
        #expect(run.status == 3, "\(run.errors)")
    }
}
