import Foundation
import Testing

/// What Sources/Adapters shows, against the real daemon.
@Suite struct `Adapters` {
    /// The first text between `begin` and `end` in an adapter's file.
    private func command(_ file: String, from begin: String, to end: String) throws -> String {
        let source = BuiltProducts.source("Sources/Adapters/Shell/\(file)")
        let text = try String(contentsOf: source, encoding: .utf8)
        let start = try #require(text.range(of: begin)).upperBound
        let stop = try #require(text.range(of: end, range: start..<text.endIndex)).lowerBound
        return String(text[start..<stop])
    }

    /// What a shell command of an adapter prints: more lines than `count`.
    private func run(
        _ command: String, log: String? = nil, untilMoreLinesThan count: Int
    ) async throws -> [String] {
        let daemon = if let log { try await RunningDaemon(log: log) } else { try await RunningDaemon() }
        let path = BuiltProducts.path("") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let run = try await ToolRun.program(
            "/bin/sh", ["-c", command], environment: ["TILTSHADOW_SOCKET": daemon.socket, "PATH": path],
            untilMoreLinesThan: count)
        #expect(run.status == 9, "\(run.errors)")
        return run.lines
    }

    private func object(_ line: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test(arguments: [
        ("eww.yuck", "\"tiltshadow", "\")", "tiltshadow"), ("ags.js", "[\"tiltshadow", "\",", "tiltshadow"),
    ])
    func `listen to lines of JSON with x and y`(
        file: String, begin: String, end: String, program: String
    ) async throws {
        let lines = try await run(program + (try command(file, from: begin, to: end)), untilMoreLinesThan: 5)
        for line in lines {
            let frame = try object(line)
            #expect(frame["x"] is NSNumber && frame["y"] is NSNumber, "\(line)")
        }
    }

    @Test func `style a card of a shell in GJS`() async throws {
        guard InstalledPrograms.have("gjs", for: "the adapter for GJS") else { return }
        let (directory, daemon) = (try ScratchDirectory(), try await RunningDaemon())
        let sources = [
            "tiltshadow.mjs": "Sources/Clients/JavaScript/tiltshadow.mjs",
            "socket.mjs": "Sources/Clients/JavaScript/socket.mjs",
            "gio.mjs": "Sources/Clients/JavaScript/gio.mjs",
            "adapter.mjs": "Sources/Adapters/Shell/astal.mjs",
            "main.mjs": "Tests/Clients/astal.mjs",
        ]
        for (name, path) in sources {
            try FileManager.default.copyItem(
                atPath: BuiltProducts.source(path).path, toPath: directory.path + "/" + name)
        }
        let run = try await ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "60", "gjs", "-m", directory.path + "/main.mjs"],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.status == 0 && run.lines.count == 3, "\(run.output) \(run.errors)")
        for line in run.lines {
            #expect(
                line.wholeMatch(of: /box-shadow: \S+px \S+px 16px rgba\(0, 0, 0, 0.35\);/) != nil, "\(line)")
        }
    }

    @Test func `give Waybar what it reads`() async throws {
        guard InstalledPrograms.have("jq", for: "the Waybar module") else { return }
        let quoted = try command("waybar.jsonc", from: "\"exec\": ", to: ",\n")
        let command = try JSONSerialization.jsonObject(with: Data(quoted.utf8), options: .fragmentsAllowed)
        let lines = try await run(try #require(command as? String), untilMoreLinesThan: 2)
        for line in lines {
            let module = try object(line)
            #expect(module["class"] as? String == "tracking" && module["text"] is String, "\(line)")
        }
    }

    @Test func `say nothing twice while the device rests`() async throws {
        let still = "tiltshadow" + (try command("eww.yuck", from: "\"tiltshadow", to: "\")"))
        let directory = try ScratchDirectory()
        let rows = (0..<500).map { "\(Double($0) / 50),0,6.937,6.937" }
        let log = try directory.file("a.csv", "t,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        let lines = try await run(still, log: log, untilMoreLinesThan: 3)
        let times = try lines.map { try #require(try object($0)["t_ns"] as? NSNumber).int64Value }
        // On a busy machine the daemon may take its own stall for the sensor's, and say so in between.
        let pause = try #require(zip(times, times.dropFirst()).map { $1 - $0 }.max())
        #expect(pause >= 900_000_000, "\(times)")
    }

    @Test func `show no minus before a zero in Waybar`() async throws {
        guard InstalledPrograms.have("jq", for: "the Waybar module") else { return }
        let quoted = try command("waybar.jsonc", from: "\"exec\": ", to: ",\n")
        let command = try JSONSerialization.jsonObject(with: Data(quoted.utf8), options: .fragmentsAllowed)
        let filter = try #require((command as? String)?.components(separatedBy: " | jq ").last)
        let frame = #"{"x":-0.3,"y":-0.49,"state":"tracking"}"#
        let run = try await ToolRun.program("/bin/sh", ["-c", "printf '%s\n' '\(frame)' | jq \(filter)"])
        #expect(try object(try #require(run.lines.first))["text"] as? String == "0 0", "\(run.errors)")
    }

    /// True where a GTK card can be drawn with these programs; says what is missing.
    private func canDrawGTK(_ programs: String...) async throws -> Bool {
        let probe = "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk"
        guard programs.allSatisfy({ InstalledPrograms.have($0, for: "the GTK card") }) else { return false }
        guard try await ToolRun.program("/usr/bin/python3", ["-c", probe]).status == 0 else {
            print("skipped: the GTK card: python3-gi with gir1.2-gtk-4.0 is not installed")
            return false
        }
        return true
    }

    @Test func `have the GTK card draw by its display's clock, and only in motion`() async throws {
        guard try await canDrawGTK("Xvfb") else { return }
        let directory = try ScratchDirectory()
        let script = """
            \(VirtualDisplay.start)
            start_display "$2"
            export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none PYTHONDONTWRITEBYTECODE=1
            /usr/bin/python3 "$1" "$2/s" >"$2/said" || echo "status $?" >>"$2/said"
            tail -1 "$2/said"
            kill -9 $server
            """
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "600", "bash", "-c", script, "bash"]
                + [BuiltProducts.source("Tests/Clients/gtk_card.py").path, directory.path])
        // Of these, nine are about a picture that is turned.
        let steps = InstalledPrograms.have("dbus-daemon", for: "the GTK card's turned picture") ? 23 : 14
        #expect(run.lines == ["pass \(steps)"], "\(run.errors)")
    }

    @Test(arguments: [("/usr/bin/python3", "gtk_rows.py"), ("gjs -m", "gtk_rows.mjs")])
    func `have the GTK card do what the protocol's page says of clients`(interpreter: String, card: String)
        async throws
    {
        guard try await canDrawGTK("Xvfb") else { return }
        guard card.hasSuffix(".py") || InstalledPrograms.have("gjs", for: "the GJS card") else { return }
        let directory = try ScratchDirectory()
        let programs = BuiltProducts.source("Tests/Clients").path
        let script = """
            \(VirtualDisplay.start)
            start_display "$2"
            export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none PYTHONDONTWRITEBYTECODE=1
            /usr/bin/python3 "$1/rows.py" "$2/s" $3 "$1/$4"
            kill -9 $server
            """
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "600", "bash", "-c", script, "bash", programs, directory.path]
                + [interpreter, card],
            environment: ["ROWS_ASKED": "yes", "GTK_A11Y": "none"])
        #expect(run.lines == ["pass 17"], "\(run.output) \(run.errors)")
    }

    @Test func `have the GTK card in GJS draw by its display's clock, and only in motion`() async throws {
        guard try await canDrawGTK("Xvfb", "gjs") else { return }
        let directory = try ScratchDirectory()
        // Of these, seven are about a picture that is turned.
        let hasBus = InstalledPrograms.have("dbus-daemon", for: "the GJS card's turned picture")
        let script = """
            \(VirtualDisplay.start)
            start_display "$2"
            export GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none
            unset DBUS_SESSION_BUS_ADDRESS
            if [ "$3" = true ]; then
                exec 4>"$2/bus"
                dbus-daemon --session --nofork --print-address=4 >/dev/null 2>&1 & server="$server $!"
                while ! [ -s "$2/bus" ]; do sleep 0.05; done
                export DBUS_SESSION_BUS_ADDRESS=$(cat "$2/bus")
            fi
            gjs -m "$1" "$2/s" >"$2/said" || echo "status $?" >>"$2/said"
            tail -1 "$2/said"
            kill -9 $server
            """
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "600", "bash", "-c", script, "bash"]
                + [BuiltProducts.source("Tests/Clients/gtk_card.mjs").path, directory.path]
                + ["\(hasBus)"])
        #expect(run.lines == ["pass \(hasBus ? 22 : 15)"], "\(run.errors)")
    }

    @Test(arguments: [["/usr/bin/python3", "GTK4/card.py"], ["gjs", "-m", "GJS/main.mjs"]])
    func `say that a GTK card finds no display`(command: [String]) async throws {
        guard try await canDrawGTK() else { return }
        guard command[0] != "gjs" || InstalledPrograms.have("gjs", for: "the GJS card") else { return }
        let card = BuiltProducts.source("Sources/Adapters/" + command[command.count - 1]).path
        let run = try await ToolRun.program(
            "/usr/bin/env", ["timeout", "-s", "KILL", "60"] + command.dropLast() + [card],
            environment: ["DISPLAY": ":none", "WAYLAND_DISPLAY": "", "GDK_BACKEND": "x11"])
        #expect(run.status == 1 && run.errors.contains("cannot open display"), "\(run.status) \(run.errors)")
    }

    @Test(arguments: [("/usr/bin/python3", "GTK4/card.py"), ("gjs -m", "GJS/main.mjs")])
    func `draw a GTK card whose shadow lies below it`(interpreter: String, card: String) async throws {
        guard try await canDrawGTK("Xvfb", "import", "convert") else { return }
        guard card.hasPrefix("GTK4") || InstalledPrograms.have("gjs", for: "the GJS card") else { return }
        let directory = try ScratchDirectory()
        // Children of a test block SIGTERM, so they are killed. The pose: upright, leaning back by 45°: 7.9 points down.
        let rows = (0..<500).map { "\(Double($0) / 50),0,6.937,6.937" }
        let log = try directory.file("a.csv", "t,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        let daemon = try await RunningDaemon(log: log)
        let script = """
            \(VirtualDisplay.start)
            start_display "$2"
            export GDK_BACKEND=x11 GSK_RENDERER=cairo
            $3 "$1" >&2 & card=$!
            for attempt in $(seq 100); do
                sleep 0.1
                import -window root "$2/card.png"
                above=$(convert "$2/card.png" -crop 1x1+210+74 -format '%[fx:mean]' info:)
                below=$(convert "$2/card.png" -crop 1x1+210+246 -format '%[fx:mean]' info:)
                awk "BEGIN { exit !($below < $above - 0.1 && $below > 0.2) }" && echo shadow && break
            done
            kill -9 $card $server
            """
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "120", "bash", "-c", script, "bash"]
                + [BuiltProducts.source("Sources/Adapters/" + card).path, directory.path, interpreter],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.lines == ["shadow"], "\(run.errors)")
    }
}
