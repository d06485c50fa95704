import CLinux
import Foundation
import LinuxSystem
import Testing

@Suite struct `Doctor` {
    @Test func `finds all well with a daemon that plays a log`() async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.stop() }
        let run = try await ToolRun.tool(["doctor", "--socket", daemon.socket])
        // A busy machine may warn of late frames; what was decided for this daemon must hold.
        #expect(run.status == 0, "\(run.output)")
        #expect(run.lines.last?.hasPrefix("all is well") == true)
        #expect(run.output.contains("listened on by tiltshadowd (pid "))
        #expect(run.output.contains("ok    sensor          demo: simulated motion"))
        #expect(run.output.contains("ok    picture         not turned, for whoever"))
        #expect(run.output.contains("  gaps  ") && !run.output.contains("FAIL"))
        #expect(!run.output.contains("\u{1b}"))
    }

    @Test func `names a stale socket and a missing one, and ends with 1`() async throws {
        let daemon = try await RunningDaemon()
        daemon.stop()
        let run = try await ToolRun.tool(["doctor", "--socket", daemon.socket])
        #expect(run.status == 1)
        #expect(run.output.contains("FAIL  socket          there is no \(daemon.socket)"))
        #expect(run.output.contains("type: tiltshadowd --socket \(daemon.socket)"))
        _ = try daemon.directory.file("s", "")
        let second = try await ToolRun.tool(["doctor", "--socket", daemon.socket])
        #expect(second.status == 1)
        #expect(second.output.contains("\(daemon.socket) is no socket"))
    }

    @Test func `names the line of a wrong setting`() async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.stop() }
        let settings = try daemon.directory.file("conf", "[shadow]\ngian = 12\n")
        let run = try await ToolRun.tool(["doctor", "--socket", daemon.socket, "--config", settings])
        #expect(run.status == 1)
        #expect(run.lines.last?.contains("1 problem: settings: \(settings):2: unknown key \"gian\"") == true)
    }

    @Test func `writes a report once, with everything in it`() async throws {
        let daemon = try await RunningDaemon()
        defer { daemon.stop() }
        let path = daemon.directory.path + "/report"
        let arguments = ["doctor", "--socket", daemon.socket, "--report", path]
        let run = try await ToolRun.tool(arguments, environment: ["HOME": daemon.directory.path])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.errors.contains("wrote \(path)"))
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let titles = text.split(separator: "\n").filter { $0.hasPrefix("== ") }.map {
            $0.dropFirst(3).split(separator: " ")[0]
        }
        #expect(
            titles == [
                "what", "checks", "machine", "sensors", "udev", "settings", "service", "daemon's", "journal",
                "frames,",
            ])
        // By their numbers, which count those, too, that a busy machine leaves out.
        let numbers = text.matches(of: /\{"type":"frame","seq":([0-9]+)/).compactMap { Int($0.1) }
        #expect((numbers.last ?? 0) - (numbers.first ?? 0) > 100)
        #expect(text.contains("\nall is well"))
        // The daemon runs as the same user, who may have them.
        #expect(text.contains(#""raw":{"t_ns":"#))
        #expect(!text.contains(daemon.directory.path))
        // No journal, since this daemon is no service.
        #expect(text.contains("\nthe daemon is this user's own, not the service\n"))
        #expect(
            run.errors.contains("sensors, settings and five seconds of motion; no serial")
                && !run.errors.contains("journal"))

        let again = try await ToolRun.tool(arguments)
        #expect(again.status == 1)
        #expect(again.errors.contains("--force"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        #expect(try await ToolRun.tool(arguments + ["--force"]).status == 0)
    }

    @Test func `promises neither a journal nor motion that its report lacks`() async throws {
        let directory = try ScratchDirectory()
        // A daemon whose log never comes sends frames that stand still.
        let pipe = directory.path + "/later.csv"
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = try OwnedDescriptor.open(pipe, O_RDWR)
        let daemon = try await RunningDaemon(log: pipe)
        let sockets = [
            (directory.path + "/s", "== motion\nno sensor could be opened and no frame came\n"),
            (daemon.socket, "== frames, of a daemon without a sensor: nothing moves in them\n"),
        ]
        for (socket, title) in sockets {
            let run = try await ToolRun.tool(["doctor", "--socket", socket, "--report", "-"])
            // This machine itself may have a sensor that is free.
            let hasLog = run.output.contains("\n#tiltlog=1\n")
            #expect(run.output.contains("five seconds of motion; no serial") == hasLog, "\(run.output)")
            #expect(hasLog || run.output.contains(title), "\(run.output)")
            #expect(!run.output.contains("the service's last journal lines"))
        }
        _ = writer.raw
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/umockdev-run"),
            "skipped: doctor with a simulated sensor: umockdev is not installed"))
    func `opens a sensor that nobody has, measures it, and puts its log into the report`() async throws {
        let directory = try ScratchDirectory()
        let fixtures = BuiltProducts.source("Tests/TiltSensorsTests/Fixtures").path
        let path = directory.path + "/report"
        // A quarter of a second, over and over: it is played whether or not anybody has opened the device by then.
        let played = try String(contentsOfFile: fixtures + "/accel.events", encoding: .utf8)
        let events = played.split(separator: "\n").filter { $0.hasPrefix("E:") }.map {
            $0.split(separator: " ")
        }
        let turns = (0..<40).flatMap { turn in
            events.map { words -> String in
                let time = (Double(words[1]) ?? 0) + 0.25 * Double(turn)
                let isStamp = words[2...3] == ["0004", "0005"]
                let value = (Int(words[4]) ?? 0) + (isStamp ? 250_000 * turn : 0)
                return "E: \(String(format: "%.6f", time)) \(words[2]) \(words[3]) \(value)"
            }
        }
        let script = try directory.file(
            "events", "# EVEMU 1.2\n# device /dev/input/event1\n" + turns.joined(separator: "\n") + "\n")
        let run = try await ToolRun.program(
            "/usr/bin/umockdev-run",
            [
                "-d", "\(fixtures)/evdev.umockdev", "-i", "/dev/input/event1=\(fixtures)/accel.ioctl", "-e",
                "/dev/input/event1=\(script)", "--", BuiltProducts.path("tiltshadow"), "doctor",
                "--socket", directory.path + "/s", "--report", path,
            ])
        #expect(run.status == 1)
        #expect(run.output.contains("ok    sensors         uaccel test accelerometer (evdev)"))
        #expect(run.output.contains("from nowhere: the sensor's axes are taken for the device's"))
        #expect(run.lines.last?.hasPrefix("1 problem: daemon: there is no ") == true)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let log = try #require(text.range(of: "#tiltlog=1\n"))
        let replay = try await ToolRun.tool(["replay", "-"], input: Data(text[log.lowerBound...].utf8))
        #expect(replay.status == 0)
        #expect(replay.lines.count > 3)
    }

    @Test(arguments: [["doctor", "file"], ["doctor", "--force"], ["doctor", "--nonsense"]])
    func `ends with 2 on wrong use`(arguments: [String]) async throws {
        #expect(try await ToolRun.tool(arguments).status == 2)
    }
}
