import Foundation
import Testing

/// A program that sees no more of this machine than a Flatpak does.
@Suite struct `A sandbox` {
    /// What the manual says to show it: the directory, read-only.
    private static let program = """
        import sys
        sys.path.insert(0, sys.argv[1])
        import tiltshadow
        for frame in tiltshadow.frames():
            print(tiltshadow.default_path(), frame.x, flush=True)
        """

    @Test func `that is shown the socket's directory goes on after a restart of the daemon`() async throws {
        guard InstalledPrograms.have("bwrap", for: "a subscriber in a sandbox"),
            InstalledPrograms.have("python3", for: "a subscriber in a sandbox")
        else { return }
        let works = try await ToolRun.program("/usr/bin/env", ["bwrap", "--ro-bind", "/", "/", "true"])
        guard works.status == 0 else { return print("skipped: a sandbox: \(works.errors)") }
        let directory = try ScratchDirectory()
        let shown = directory.path + "/tiltshadow"
        try FileManager.default.createDirectory(atPath: shown, withIntermediateDirectories: true)
        let pose = { (ax: Double, az: Double) in
            "t,ax,ay,az\n" + (0..<200).map { "\(Double($0) / 50),\(ax),0,\(az)\n" }.joined()
        }
        let tilted = try directory.file("tilted.csv", pose(-5.6, 8.05))
        let flat = try directory.file("flat.csv", pose(0, 9.81))
        let daemon = try await RunningDaemon(log: tilted, at: shown + "/tiltshadow.sock")
        let running = try RunningProgram(
            "/usr/bin/env",
            [
                "-u", "TILTSHADOW_SOCKET", "bwrap", "--unshare-all", "--die-with-parent", "--ro-bind", "/",
                "/",
                "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run", "--tmpfs", "/tmp",
                "--ro-bind", shown, "/run/user/7/tiltshadow", "--setenv", "XDG_RUNTIME_DIR", "/run/user/7",
                "python3", "-c", Self.program, BuiltProducts.source("Sources/Clients/Python").path,
            ])
        let place = "/run/user/7/tiltshadow/tiltshadow.sock "
        func offset(_ line: String) -> Double? { Double(line.dropFirst(place.utf8.count)) }
        try await running.wait(for: "frames of the first daemon") { run in
            run.lines.contains { $0.hasPrefix(place) && (offset($0) ?? 0) > 5 }
        }
        daemon.stop()
        try await daemon.start(log: flat)
        try await running.wait(for: "frames of the second daemon") { run in
            run.lines.contains { (offset($0) ?? 9).magnitude < 0.1 }
        }
        _ = try await running.end(SIGKILL)
    }
}
