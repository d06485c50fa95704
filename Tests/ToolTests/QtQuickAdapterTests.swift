import Foundation
import Testing
import TiltCore

/// The card of Sources/Adapters/QtQuick, built, run in a display of its own, and looked at.
@Suite struct `Qt Quick adapter` {
    /// A screenshot in shades of gray, 640 pixels wide and 480 high; the window lies in the top left corner.
    private struct Picture {
        let pixels: [UInt8]

        init?(_ file: String) {
            guard let data = FileManager.default.contents(atPath: file), data.count == 640 * 480 else {
                return nil
            }
            pixels = [UInt8](data)
        }

        /// How far the shadow's edge lies beside the card's, in points, to the right and down, negative to the left
        /// and up; `nil` where there is no shadow on either side.
        ///
        /// A blurred edge is half as dark as the shadow exactly where the sharp one would be.
        var offset: ShadowOffset? {
            let right = beyond((340..<400).map { ($0, 160) }.reversed())
            let left = beyond((20..<80).map { ($0, 160) })
            let down = beyond((240..<300).map { (210, $0) }.reversed())
            let up = beyond((20..<80).map { (210, $0) })
            guard let x = right ?? left.map({ -$0 }), let y = down ?? up.map({ -$0 }) else { return nil }
            return ShadowOffset(x: x, y: y)
        }

        /// How far from the card half of the shadow is reached on a way of 60 pixels to the card; `nil` if never.
        private func beyond(_ way: [(Int, Int)]) -> Double? {
            let ground = Double(pixels[3 * 640 + 3])
            var last = 0.0
            for (index, (x, y)) in way.enumerated() {
                let shade = (ground - Double(pixels[y * 640 + x])) / (0.35 * ground)
                if shade >= 0.5 { return 60.5 - Double(index) - (0.5 - last) / (shade - last) }
                last = shade
            }
            return nil
        }
    }

    /// Prints the package that is missing, or how near the edge must be with the effects that are there.
    private static let probe = """
        pkg-config --exists Qt6Quick Qt6Network || { echo qt6-declarative-dev; exit 1; }
        modules=$(qmake6 -query QT_INSTALL_QML)
        [ -f "$modules/QtQuick/qmldir" ] || { echo qml6-module-qtquick; exit 1; }
        [ -d "$modules/QtQuick/Window" ] || { echo qml6-module-qtquick-window; exit 1; }
        [ -d "$modules/QtQml/WorkerScript" ] || { echo qml6-module-qtqml-workerscript; exit 1; }
        [ -d "$modules/QtQuick/Effects" ] || [ -d "$modules/Qt5Compat/GraphicalEffects" ] ||
            { echo qml6-module-qt5compat-graphicaleffects; exit 1; }
        [ -d "$modules/QtQuick/Effects" ] && echo 2 || echo 0.5
        """

    @Test func `needs what its page says it needs`() throws {
        let page = try String(contentsOf: BuiltProducts.source("Sources/Adapters/README.md"), encoding: .utf8)
        let said = Set(page.split { !($0.isLetter || $0.isNumber || $0 == "-") })
        let needed = Self.probe.split(separator: "echo ").map { $0.prefix { $0 != ";" } }
            .filter { $0.hasPrefix("q") }
        #expect(needed.count == 5)
        for package in needed { #expect(said.contains(package), "\(package)") }
    }

    /// How near the edge must be to where the frame puts it, in points; `nil` where something is missing, and says what.
    ///
    /// RectangularShadow's curve is half as dark 1.4 points inside of the edge; the others' are symmetric.
    private func tolerance() async throws -> Double? {
        let programs = ["cmake", "c++", "pkg-config", "qmake6", "Xvfb", "import", "convert", "python3"]
        guard programs.allSatisfy({ InstalledPrograms.have($0, for: "the Qt Quick card") }) else {
            return nil
        }
        let run = try await ToolRun.program("/bin/sh", ["-c", Self.probe])
        if run.status != 0 { print("skipped: the Qt Quick card: \(run.lines.joined()) is not installed") }
        return run.status == 0 ? Double(run.lines.joined()) : nil
    }

    @Test func `tells the daemon how the picture is turned`() async throws {
        try await expect("pass 27", of: "\"$2/turn\" \"$2/s\"", flag: "-O0")
    }

    @Test func `does what the protocol's page says of clients`() async throws {
        guard InstalledPrograms.have("python3", for: "a daemon that behaves badly") else { return }
        let command = "ROWS_ASKED=yes python3 \"$1/Tests/Clients/rows.py\" \"$2/s\" \"$2/turn\" rows"
        try await expect("pass 17", of: command, flag: "-DTILTSHADOW_SECOND_MS=100")
    }

    /// Compiles qt_turn.cpp as `$2/turn`, of the package `$1`, and expects this line of a command with it.
    ///
    /// With what moc makes of the adapter in the same unit: Qt's headers are most of the work.
    private func expect(_ line: String, of command: String, flag: String) async throws {
        guard try await tolerance() != nil else { return }
        let directory = try ScratchDirectory()
        let script = """
            set -e
            flags=$(pkg-config --cflags Qt6Quick Qt6Network)
            adapter=$1/Sources/Adapters/QtQuick/tiltshadow.h
            "$(qmake6 -query QT_HOST_LIBEXECS)/moc" -I "$1/Sources/Clients/C" "$adapter" -o "$2/moc.cpp"
            cc -c "$1/Sources/Clients/C/tiltshadow_display.c" -o "$2/display.o"
            c++ -std=c++17 -Wall -Wextra -Werror -fPIC \(flag) -include "$2/moc.cpp" -I "${adapter%/*}" \
                -I "$1/Sources/Clients/C" $flags "$1/Tests/Clients/qt_turn.cpp" "$2/display.o" \
                -o "$2/turn" $(pkg-config --libs Qt6Quick Qt6Network) -lm
            export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR="$2"
            \(command)
            """
        let root = BuiltProducts.source("").path
        let run = try await ToolRun.program("/bin/sh", ["-c", script, "sh", root, directory.path])
        #expect(run.lines == [line], "\(run.output) \(run.errors)")
    }

    @Test func `draws a card whose shadow is where the frames say`() async throws {
        guard let tolerance = try await tolerance() else { return }
        let directory = try ScratchDirectory()
        let sources = BuiltProducts.source("Sources/Adapters/QtQuick").path
        let built = try await ToolRun.program(
            "/bin/sh",
            ["-c", "cmake -S \"$1\" -B \"$2/build\" >&2 && cmake --build \"$2/build\" >&2", "sh", sources]
                + [directory.path])
        try #require(built.status == 0, "\(built.errors)")

        // Two poses in turn, two seconds each: toward the lower right, and toward the upper left.
        let poses = [Up<ScreenAxes>(x: -0.5, y: 0.6, z: 0.6245), Up(x: 0.5, y: -0.6, z: 0.6245)]
        let rows = (0..<200).map { row in
            let up = poses[row / 100]
            return "\(Double(row) / 50),\(9.81 * up.x),\(9.81 * up.y),\(9.81 * up.z)"
        }
        let log = try directory.file("a.csv", "t,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        let daemon = try await RunningDaemon(log: log)
        // Children of a test block SIGTERM, so they are killed.
        let script = """
            \(VirtualDisplay.start)
            start_display "$1"
            export QT_QPA_PLATFORM=xcb QT_SCALE_FACTOR=1 XDG_RUNTIME_DIR="$1"
            "$1/build/card" >&2 & card=$!
            while ! [ -e "$1/enough" ]; do
                sleep 0.1
                import -window root -depth 8 "gray:$1/shot.new" && mv "$1/shot.new" "$1/shot.gray"
            done
            kill -9 $card
            python3 "$2" "$1/s" >"$1/asked" & moving=$!
            while ! [ -S "$1/s" ]; do sleep 0.05; done
            TILTSHADOW_SOCKET="$1/s" "$1/build/card" >&2 & card=$!
            while ! [ -s "$1/asked" ]; do sleep 0.05; done
            kill -9 $moving $card $server
            """
        let running = try RunningProgram(
            "/usr/bin/env",
            ["timeout", "-s", "KILL", "240", "bash", "-c", script, "bash", directory.path]
                + [BuiltProducts.source("Tests/Clients/moving_daemon.py").path],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        var offsets: [ShadowOffset] = []
        let frames = poses.map { ShadowMapping.tilt($0, gain: 10) }
        try await running.wait(for: "a picture of either pose") { _ in
            if let offset = Picture(directory.path + "/shot.gray")?.offset, offset != offsets.last {
                offsets.append(offset)
            }
            return frames.allSatisfy { frame in offsets.contains { ($0 - frame).length < tolerance } }
        }
        _ = try directory.file("enough", "")
        try await running.wait(for: "end") { _ in false }
        let run = try await running.end()
        for frame in frames {
            let nearest = offsets.map { ($0 - frame).length }.min()
            #expect(try #require(nearest, "\(run.errors)") < tolerance, "\(frame): \(offsets)")
        }
        #expect(offsets.allSatisfy { $0.length < 16.5 })
        // A refresh of the display, a frame's period, and the half millisecond that it takes to come.
        let asked = try String(contentsOfFile: directory.path + "/asked", encoding: .utf8)
        let lookahead = asked.firstMatch(of: /"lookahead_ms": ([0-9.]+)/).flatMap { Double($0.1) }
        #expect(try (25...64).contains(#require(lookahead)), "\(asked)")
    }
}
