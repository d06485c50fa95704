import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltClient
import TiltCore

@testable import tiltshadow

/// One that tells how the screen is turned, and is told by a file.
private final class ScriptedScreen {
    private let state: String
    private let arguments: [String]
    private var program: RunningProgram

    init(_ arguments: [String], state: String, _ directory: ScratchDirectory) async throws {
        self.state = directory.path + "/state"
        self.arguments = arguments + [self.state]
        try Data(state.utf8).write(to: URL(fileURLWithPath: self.state), options: .atomic)
        program = try Self.begin(self.arguments)
        try await ready()
    }

    private static func begin(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(
            "/usr/bin/python3", [BuiltProducts.source("Tests/Clients/screens.py").path] + arguments)
    }

    private func ready() async throws { try await program.wait(for: "screen") { !$0.lines.isEmpty } }

    /// How often the accelerometer was claimed of it.
    var claims: Int { program.lines.count { $0 == "claimed" } }

    /// What it says first.
    var greeting: String { program.lines.first ?? "" }

    func turn(_ state: String) throws {
        try Data(state.utf8).write(to: URL(fileURLWithPath: self.state), options: .atomic)
    }

    /// Ends it, and begins it anew with another state.
    func restart(_ state: String) async throws {
        _ = try await program.end(SIGKILL)
        try turn(state)
        program = try Self.begin(arguments)
        try await ready()
    }
}

@Suite struct `Rotate by a program that tells` {
    /// A daemon whose device is rolled to the right, so that its shadow lies five points to the right, and one who follows.
    private final class Follower {
        let daemon: RunningDaemon
        private var connection: ClientConnection?

        init(_ directory: ScratchDirectory) async throws {
            var log = "t,ax,ay,az\n"
            for row in 0..<3000 { log += "\(Double(row) / 50),-4.7015,0,8.6061\n" }
            daemon = try await RunningDaemon(log: try directory.file("rolled.csv", log))
            try connect()
        }

        func connect() throws {
            connection = try TiltShadow(path: daemon.socket).connect()
            var change = SubscriptionChange()
            change.rotation = .follow
            connection?.send(.subscribe(change))
        }

        /// Waits until its picture is turned so.
        func wait(for rotation: DisplayRotation) throws {
            let (x, y) = [(5.0, 0.0), (0, -5), (-5, 0), (0, 5)][rotation.rawValue / 90]
            let end = MonotonicClock.now() + 60_000_000_000
            var (isTurned, last) = (false, Frame?.none)
            while !isTurned {
                try #require(
                    MonotonicClock.now() < end, "not turned to \(rotation): \(String(describing: last))")
                let connection = try #require(connection)
                _ = DescriptorWait.readable([connection.descriptor], nanoseconds: 1_000_000_000)
                try connection.receive { event in
                    guard case .frame(let frame, _) = event else { return }
                    last = frame
                    isTurned = abs(frame.offset.x - x) < 0.2 && abs(frame.offset.y - y) < 0.2
                }
            }
        }
    }

    private func follow(_ socket: String, _ environment: [String: String]) throws -> RunningProgram {
        let none = ["WAYLAND_DISPLAY": ""]
        return try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["rotate", "--follow", "--socket", socket],
            environment: none.merging(environment) { $1 })
    }

    private func end(_ program: RunningProgram) async throws {
        let run = try await program.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `follows a compositor, and goes on where that or the daemon begins anew`() async throws {
        guard InstalledPrograms.have("python3", for: "a compositor") else { return }
        let directory = try ScratchDirectory()
        let path = directory.path + "/wayland"
        let screen = try await ScriptedScreen(["wayland", path], state: "0", directory)
        let follower = try await Follower(directory)
        let program = try follow(follower.daemon.socket, ["WAYLAND_DISPLAY": path])
        try follower.wait(for: .none)
        try screen.turn("3")
        try follower.wait(for: .quarter)
        try screen.turn("1")
        try follower.wait(for: .threeQuarters)
        // Mirrored is none of the four turns: the last one stays.
        try screen.turn("5")
        try await screen.restart("7")
        try follower.wait(for: .threeQuarters)
        // Without the panel the monitor beside it counts.
        try screen.turn("gone")
        try follower.wait(for: .half)
        try await screen.restart("3")
        try follower.wait(for: .quarter)
        try screen.turn("error")
        try await program.wait(for: "its error") { $0.errors.contains("wayland says") }
        #expect(program.errors.contains("invalid object"), "\(program.errors)")
        try await screen.restart("2")
        try follower.wait(for: .half)
        follower.daemon.stop()
        try await follower.daemon.start()
        try follower.connect()
        try follower.wait(for: .half)
        try await end(program)
    }

    /// What swaymsg does, however long sway takes: that gives up after three seconds.
    private static let swaymsg = """
        import socket, struct, sys
        sway = socket.socket(socket.AF_UNIX)
        sway.connect(sys.argv[1])
        command = sys.argv[2].encode()
        sway.sendall(b"i3-ipc" + struct.pack("=II", len(command), 0) + command)
        answer = sway.makefile("rb")
        print(answer.read(struct.unpack("=II", answer.read(14)[6:])[0]).decode())
        """

    @Test func `follows sway`() async throws {
        guard ["sway", "python3"].allSatisfy({ InstalledPrograms.have($0, for: "turning sway's picture") })
        else { return }
        let directory = try ScratchDirectory()
        let runtime = directory.path + "/run"
        try FileManager.default.createDirectory(atPath: runtime, withIntermediateDirectories: false)
        // By then it answers.
        try Data("exec touch \(runtime)/ready\n".utf8).write(to: URL(fileURLWithPath: runtime + "/config"))
        // It does not start as the superuser.
        var command = ["sway", "--config", runtime + "/config"]
        if getuid() == 0 {
            command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
            chmod(directory.path, 0o711)
            try #require(chown(runtime, 65534, 65534) == 0)
        }
        chmod(runtime, 0o700)
        let sway = try RunningProgram(
            "/usr/bin/env", command,
            environment: [
                "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "SWAYSOCK": runtime + "/ipc",
                "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            ])
        try await sway.wait(for: "sway's start") { _ in access(runtime + "/ready", F_OK) == 0 }
        let display = try #require(
            try FileManager.default.contentsOfDirectory(atPath: runtime).first {
                $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock")
            }, "\(sway.errors)")
        let follower = try await Follower(directory)
        let program = try follow(
            follower.daemon.socket, ["XDG_RUNTIME_DIR": runtime, "WAYLAND_DISPLAY": display])
        try follower.wait(for: .none)
        let turns: [(String, DisplayRotation)] = [("90", .quarter), ("270", .threeQuarters), ("180", .half)]
        for (transform, rotation) in turns {
            let said = try await ToolRun.program(
                "/usr/bin/python3",
                ["-c", Self.swaymsg, runtime + "/ipc", "output HEADLESS-1 transform \(transform)"])
            #expect(said.lines == [#"[ { "success": true } ]"#], "\(said.output) \(said.errors)")
            try follower.wait(for: rotation)
        }
        try await end(program)
        _ = try await sway.end(SIGKILL)
    }

    @Test func `follows iio-sensor-proxy on the system's bus`() async throws {
        guard InstalledPrograms.have("dbus-daemon", for: "iio-sensor-proxy") else { return }
        guard try await ToolRun.program("/usr/bin/python3", ["-c", "import dbus, gi"]).status == 0 else {
            return print("skipped: iio-sensor-proxy: python3-dbus or python3-gi is not installed")
        }
        let directory = try ScratchDirectory()
        let screen = try await ScriptedScreen(["iio-sensor-proxy"], state: "normal", directory)
        let follower = try await Follower(directory)
        let program = try follow(
            follower.daemon.socket, ["DBUS_SYSTEM_BUS_ADDRESS": screen.greeting])
        try follower.wait(for: .none)
        try screen.turn("right-up")
        try follower.wait(for: .quarter)
        // It begins anew, and knows of nobody who has claimed the accelerometer.
        try screen.turn("anew")
        try await program.wait(for: "claim") { _ in screen.claims >= 2 }
        try screen.turn("left-up")
        try follower.wait(for: .threeQuarters)
        try await end(program)
    }

    /// A compositor whose every word is the test's, and one who listens to it.
    private struct Compositor: ~Copyable {
        struct NobodyConnected: Error {}

        let screen: WaylandScreen
        let stream: UnixStream

        init() throws {
            let directory = try ScratchDirectory()
            let path = directory.path + "/wayland"
            let listener = try UnixListener.bind(path, mode: 0o600)
            let screen = try WaylandScreen(Environment(["WAYLAND_DISPLAY": path]))
            guard let stream = try listener.accept() else { throw NobodyConnected() }
            self.screen = screen
            self.stream = stream
        }

        /// An event of these numbers and texts.
        func say(_ object: UInt32, _ event: UInt32, _ arguments: [Any]) {
            var body: [UInt32] = []
            for argument in arguments {
                if let number = argument as? Int { body.append(UInt32(number)) }
                guard let text = argument as? String else { continue }
                let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 4 - text.utf8.count % 4)
                body.append(UInt32(text.utf8.count + 1))
                for start in stride(from: 0, to: bytes.count, by: 4) {
                    body.append(bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
                }
            }
            let words = [object, UInt32(body.count * 4 + 8) << 16 | event] + body
            words.withUnsafeBytes { #expect(stream.send($0) == .sent($0.count)) }
        }
    }

    @Test func `takes no output for the panel before all have told`() throws {
        let compositor = try Compositor()
        let screen = compositor.screen
        func tell(_ object: UInt32, _ name: String, transform: Int) throws -> DisplayRotation? {
            compositor.say(object, 0, [0, 0, 0, 0, 0, "maker", "model", transform])
            #expect(try screen.take() == nil)
            compositor.say(object, 4, [name])
            compositor.say(object, 2, [])
            return try screen.take()
        }
        let (monitor, panel): (UInt32, UInt32) = (3, 4)
        compositor.say(2, 0, [7, "wl_output", 4])
        #expect(try screen.take() == nil)
        compositor.say(2, 0, [9, "wl_output", 4])
        #expect(try tell(monitor, "HDMI-A-1", transform: 2) == nil)
        #expect(try tell(panel, "eDP-1", transform: 3) == .quarter)
        // One more has been plugged in, and one that was never heard of goes.
        compositor.say(2, 0, [10, "wl_output", 4])
        #expect(try screen.take() == nil)
        compositor.say(2, 1, [10])
        #expect(try screen.take() == .quarter)
        compositor.say(2, 1, [9])
        #expect(try screen.take() == .half)
    }

    /// Who is asked in a session with these variables.
    @Test(arguments: [
        ([:], ScreenSource.sensorProxy), (["WAYLAND_DISPLAY": ""], .sensorProxy),
        (["WAYLAND_DISPLAY": "wayland-1"], .wayland),
    ])
    func `asks the compositor of the session`(variables: [String: String], source: ScreenSource) {
        #expect(ScreenSource(Environment(variables)) == source)
    }

    /// Outputs in the order in which they are told.
    @Test(arguments: [
        (["eDP-1"], "eDP-1"), (["DP-1", "DSI-1"], "DSI-1"), (["DP-1", "DP-2"], "DP-1"), ([], nil), ([""], ""),
    ])
    func `takes the panel of several outputs`(outputs: [String], panel: String?) throws {
        let all = outputs.map { ScreenOutput(name: $0, rotation: DisplayRotation.none) }
        #expect(ScreenOutput.panel(of: all)?.name == panel)
    }

    @Test func `says who cannot be found, and where`() {
        #expect(throws: ScreenError.unnamed(.wayland, variable: "XDG_RUNTIME_DIR")) {
            try WaylandScreen(Environment(["WAYLAND_DISPLAY": "wayland-1"]))
        }
        let missing = SystemError("connect", "/none/wayland-0", errno: ENOENT)
        #expect(throws: ScreenError.system(.wayland, missing)) {
            try WaylandScreen(Environment(["XDG_RUNTIME_DIR": "/none"]))
        }
    }

    @Test func `says that no compositor is named where none is asked`() {
        let source = ScreenSource(Environment([:]))
        #expect(RotateCommand.hint(nil, source)?.hasPrefix("WAYLAND_DISPLAY is not set") == true)
        #expect(RotateCommand.hint(.sensorProxy, source) == nil)
        #expect(RotateCommand.hint(nil, ScreenSource(Environment(["WAYLAND_DISPLAY": "wayland-1"]))) == nil)
    }

    /// What a compositor's socket says at first, and nobody understands.
    @Test(arguments: [
        "HTTP/1.1 400 Bad Request\r\n", "\u{1}\0\0\0\0\0\u{4}\0", "\u{2}\0\0\0\0\0\u{9}\0!",
        // A global whose name would be longer than what has come, and one without its last number.
        "\u{2}\0\0\0\0\0\u{10}\0\u{1}\0\0\0\u{7F}\0\0\0",
        "\u{2}\0\0\0\0\0\u{1C}\0\u{1}\0\0\0\u{a}\0\0\0wl_output\0\0\0",
    ])
    func `says what it does not understand`(bytes: String) throws {
        let compositor = try Compositor()
        var bytes = bytes
        _ = bytes.withUTF8 { compositor.stream.send(UnsafeRawBufferPointer($0)) }
        let screen = compositor.screen
        #expect {
            try screen.take()
        } throws: {
            guard case .garbled? = $0 as? ScreenError else { return false }
            return true
        }
    }

    @Test(arguments: [
        ["rotate", "90", "--follow"], ["rotate", "--from", "wayland"], ["rotate", "90", "--from", "wayland"],
        ["rotate", "--follow", "--from", "weston"], ["rotate", "--follow", "--json"],
    ])
    func `ends with 2 where that cannot be meant`(words: [String]) async throws {
        let run = try await ToolRun.tool(words)
        #expect(run.status == 2 && !run.errors.isEmpty)
    }
}
