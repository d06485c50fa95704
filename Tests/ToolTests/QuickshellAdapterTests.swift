import Foundation
import Testing

/// The files of Sources/Adapters/Quickshell, run by a stand-in for what they use of it: Debian has no Quickshell.
@Suite struct `Quickshell adapter` {
    /// The stand-in, compiled, with the adapter's files beside it; where that is.
    private func build(in directory: ScratchDirectory) async throws -> String? {
        let programs = ["c++", "pkg-config", "qmake6"]
        guard programs.allSatisfy({ InstalledPrograms.have($0, for: "the Quickshell adapter") }) else {
            return nil
        }
        let modules = try await ToolRun.program(
            "/bin/sh",
            [
                "-c",
                """
                pkg-config --exists Qt6Quick Qt6Network && [ -f "$(qmake6 -query QT_INSTALL_QML)/QtQuick/qmldir" ] &&
                    [ -d "$(qmake6 -query QT_INSTALL_QML)/QtQml/WorkerScript" ]
                """,
            ])
        guard modules.status == 0 else {
            print("skipped: the Quickshell adapter: qt6-declarative-dev and its modules are not installed")
            return nil
        }
        let script = """
            set -e
            root=$1 out=$2
            cp "$root"/Sources/Adapters/Quickshell/*.qml "$root"/Sources/Adapters/QtQuick/*Card*.qml "$out"
            cp "$root/Sources/Clients/JavaScript/resampler.mjs" "$out"
            moc=$(qmake6 -query QT_HOST_LIBEXECS)/moc
            programs=$root/Tests/Clients/Quickshell
            "$moc" "$programs/stand_in.h" -o "$out/moc.cpp"
            "$moc" "$programs/run.cpp" -o "$out/run.moc"
            c++ -std=c++17 -Wall -Wextra -Werror -fPIC -include "$out/moc.cpp" -I "$programs" -I "$out" \
                $(pkg-config --cflags Qt6Quick Qt6Network) "$programs/run.cpp" -o "$out/run" \
                $(pkg-config --libs Qt6Quick Qt6Network)
            """
        let built = try await ToolRun.program(
            "/bin/sh", ["-c", script, "sh", BuiltProducts.source("").path, directory.path])
        try #require(built.status == 0, "\(built.errors)")
        return directory.path + "/run"
    }

    @Test func `does what the protocol's page says of clients, and draws what golden.json says`() async throws
    {
        let directory = try ScratchDirectory()
        guard InstalledPrograms.have("python3", for: "a daemon that behaves badly"),
            let program = try await build(in: directory)
        else { return }
        let rows = BuiltProducts.source("Tests/Clients/rows.py").path
        let environment = ["QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": directory.path]
        let run = try await ToolRun.program(
            "/usr/bin/env", ["python3", rows, directory.path + "/s", program, directory.path, "rows"],
            environment: environment.merging(["ROWS_ASKED": "yes"]) { $1 })
        #expect(run.lines == ["pass 17"], "\(run.output) \(run.errors)")

        let file = BuiltProducts.source("Tests/Clients/Display/golden.json").path
        let golden = try await ToolRun.program(
            program, [directory.path, "golden", file], environment: environment)
        #expect(golden.lines == ["pass 493"], "\(golden.output) \(golden.errors)")
    }

    @Test func `draws a card whose shadow lies below it`() async throws {
        let directory = try ScratchDirectory()
        let programs = ["Xvfb", "import", "convert"]
        guard programs.allSatisfy({ InstalledPrograms.have($0, for: "the Quickshell card") }),
            let program = try await build(in: directory)
        else { return }
        // The pose: upright, leaning back by 45°: 7.9 points down. Children of a test block SIGTERM, so they are killed.
        let rows = (0..<500).map { "\(Double($0) / 50),0,6.937,6.937" }
        let log = try directory.file("a.csv", "t,ax,ay,az\n" + rows.joined(separator: "\n") + "\n")
        let daemon = try await RunningDaemon(log: log)
        let script = """
            \(VirtualDisplay.start)
            start_display "$2"
            export QT_QPA_PLATFORM=xcb QT_SCALE_FACTOR=1 XDG_RUNTIME_DIR="$2"
            "$1" "$2" shell >&2 & card=$!
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
            ["timeout", "-s", "KILL", "120", "bash", "-c", script, "bash", program, directory.path],
            environment: ["TILTSHADOW_SOCKET": daemon.socket])
        #expect(run.lines == ["shadow"], "\(run.errors)")
    }
}
