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
        try Data(state.utf8).write(to: URL(fileURLWithPath: self.state))
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
        try Data(state.utf8).write(to: URL(fileURLWithPath: self.state))
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
        let none = ["SWAYSOCK": "", "HYPRLAND_INSTANCE_SIGNATURE": ""]
        return try RunningProgram(
            BuiltProducts.path("tiltshadow"), ["rotate", "--follow", "--socket", socket],
            environment: none.merging(environment) { $1 })
    }

    private func end(_ program: RunningProgram) async throws {
        let run = try await program.end(SIGINT)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test func `follows sway, and goes on where that or the daemon begins anew`() async throws {
        guard InstalledPrograms.have("python3", for: "sway's IPC") else { return }
        let directory = try ScratchDirectory()
        let path = directory.path + "/sway"
        let screen = try await ScriptedScreen(["sway", path], state: "normal", directory)
        let follower = try await Follower(directory)
        let program = try follow(follower.daemon.socket, ["SWAYSOCK": path])
        try follower.wait(for: .none)
        try screen.turn("90")
        try follower.wait(for: .quarter)
        // Told by no event.
        try screen.turn("270")
        try follower.wait(for: .threeQuarters)
        // Mirrored is none of the four turns: the last one stays.
        try screen.turn("flipped")
        try await screen.restart("flipped-90")
        try follower.wait(for: .threeQuarters)
        try await screen.restart("180")
        try follower.wait(for: .half)
        follower.daemon.stop()
        try await follower.daemon.start()
        try follower.connect()
        try follower.wait(for: .half)
        try await end(program)
    }

    @Test func `follows Hyprland`() async throws {
        guard InstalledPrograms.have("python3", for: "Hyprland's sockets") else { return }
        let directory = try ScratchDirectory()
        let screen = try await ScriptedScreen(
            ["hyprland", directory.path + "/hypr/it"], state: "0", directory)
        let follower = try await Follower(directory)
        let program = try follow(
            follower.daemon.socket,
            ["HYPRLAND_INSTANCE_SIGNATURE": "it", "XDG_RUNTIME_DIR": directory.path])
        try follower.wait(for: .none)
        try screen.turn("1")
        try follower.wait(for: .threeQuarters)
        try screen.turn("3")
        try follower.wait(for: .quarter)
        try await screen.restart("2")
        try follower.wait(for: .half)
        try await end(program)
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

    /// Who is asked in a session with these variables.
    @Test(arguments: [
        ([:], ScreenSource.sensorProxy), (["SWAYSOCK": ""], .sensorProxy), (["SWAYSOCK": "/s"], .sway),
        (["HYPRLAND_INSTANCE_SIGNATURE": "a"], .hyprland),
        (["HYPRLAND_INSTANCE_SIGNATURE": "a", "SWAYSOCK": "/s"], .sway),
    ])
    func `asks the compositor of the session`(variables: [String: String], source: ScreenSource) {
        #expect(ScreenSource(Environment(variables)) == source)
    }

    /// A list of sway's outputs, and how the panel is turned by it.
    @Test(arguments: [
        (#"[{"name":"eDP-1","transform":"90"}]"#, DisplayRotation.quarter),
        (
            #"[{"name":"DP-1","focused":true,"transform":"90"},{"name":"DSI-1","transform":"270"}]"#,
            .threeQuarters
        ),
        (#"[{"name":"DP-1","transform":"90"},{"name":"DP-2","focused":true,"transform":"180"}]"#, .half),
        (
            #"[{"name":"eDP-1","active":false,"transform":"90"},{"name":"DP-2","transform":"normal"}]"#,
            DisplayRotation.none
        ),
        (#"[{"name":"eDP-1","transform":"flipped-90"}]"#, nil), ("[]", nil),
    ])
    func `takes the panel of several outputs`(outputs: String, rotation: DisplayRotation?) throws {
        #expect(try SwayScreen.rotation(in: Array(outputs.utf8)) == rotation)
    }

    @Test func `says what it does not understand`() {
        #expect(throws: ScreenError.garbled(.sway, excerpt: "what?")) {
            try SwayScreen.rotation(in: Array("what?".utf8))
        }
        #expect(throws: ScreenError.garbled(.hyprland, excerpt: "unknown request")) {
            try HyprlandScreen.rotation(in: Array("unknown request".utf8))
        }
    }

    @Test(arguments: [
        ["rotate", "90", "--follow"], ["rotate", "--from", "sway"], ["rotate", "90", "--from", "sway"],
        ["rotate", "--follow", "--from", "weston"], ["rotate", "--follow", "--json"],
    ])
    func `ends with 2 where that cannot be meant`(words: [String]) async throws {
        let run = try await ToolRun.tool(words)
        #expect(run.status == 2 && !run.errors.isEmpty)
    }
}
