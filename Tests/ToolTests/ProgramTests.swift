import Foundation
import Testing

/// Each command once as a program of its own: what it says goes to the process's streams, and its status is the process's.
///
/// What the commands do is tested in their own suites, in this process; those of `watch`, `status`, `demo`, `record` and
/// `preview` that need signals run the program, too.
@Suite struct `The program` {
    struct Use: Sendable, CustomTestStringConvertible {
        let words: String
        let status: Int32
        var output = ""
        var errors = ""
        var testDescription: String { words }
    }

    static let uses = [
        Use(words: "--version", status: 0, output: "tiltshadow 0.1.0\n"),
        Use(words: "nonsense", status: 2, errors: "tiltshadow: tiltshadow has no command \"nonsense\""),
        Use(words: "watch --socket /nowhere/s", status: 69, errors: "tiltshadow: no daemon at /nowhere/s"),
        Use(words: "status --socket /nowhere/s", status: 69, errors: "tiltshadow: no daemon at /nowhere/s"),
        Use(words: "recentre --socket /nowhere/s", status: 69, errors: "tiltshadow: no daemon at /nowhere/s"),
        Use(
            words: "rotate 90 --socket /nowhere/s", status: 69, errors: "tiltshadow: no daemon at /nowhere/s"),
        Use(words: "rotate 45", status: 2, errors: "Error: 45: expected 0, 90, 180, 270"),
        Use(words: "rotate 90 180", status: 2, errors: "Error: "),
        Use(words: "rotate", status: 2, errors: "Error: "),
        Use(words: "sensors nobody", status: 69, errors: #"tiltshadow: there is no sensor "nobody""#),
        Use(
            words: "record --device nobody -", status: 69, errors: #"tiltshadow: there is no sensor "nobody""#
        ),
        Use(words: "replay LOG --format csv", status: 0, output: "t,x,y,pitch_rad,roll_rad,ux,uy,uz,state"),
        Use(words: "plot LOG -o -", status: 0, output: "<svg "),
        Use(
            words: "convert LOG - --to csv", status: 0, output: "t,ax,ay,az",
            errors: "tiltshadow: 800 rows of "),
        Use(words: "score LOG --truth /nowhere/t", status: 1, errors: "tiltshadow: open /nowhere/t"),
        Use(words: "config --defaults", status: 0, output: "[sensor]"),
        Use(words: "calibrate --log LOG --json", status: 1, errors: "tiltshadow: "),
        Use(words: "doctor --force", status: 2, errors: "Error: --force goes with --report"),
        Use(words: "preview --listen evil", status: 2, errors: "Error: --listen evil: expected an IP"),
        Use(words: "preview --port 0 --replay /nowhere/l", status: 1, errors: "tiltshadow: open /nowhere/l"),
    ]

    @Test(arguments: uses)
    func `does a command's work, and ends with its status`(use: Use) async throws {
        let words = use.words.split(separator: " ").map { $0 == "LOG" ? DemoLog.path : String($0) }
        let run = try await ToolRun.executable(words)
        #expect(run.status == use.status, "\(run.errors)")
        #expect(use.output.isEmpty ? run.output.isEmpty : run.output.contains(use.output), "\(run.output)")
        #expect(use.errors.isEmpty ? run.errors.isEmpty : run.errors.contains(use.errors), "\(run.errors)")
    }

    @Test(arguments: [
        "tiltshadow --help", "tiltshadow --version", "tiltshadow help watch", "tiltshadow preview --help",
        "tiltshadow --generate-completion-script zsh", "tiltshadow config --defaults",
        "tiltshadowd --help", "tiltshadowd --version", "tiltshadowd --check --config /dev/null",
        "tiltshadow-relay --help", "tiltshadow-relay --version",
    ])
    func `does not end well where what it was asked for could not be written`(line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let program = BuiltProducts.path(words[0])
        let run = try await ToolRun.program(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" >/dev/full", program] + words.dropFirst())
        #expect(run.status == 1)
        #expect(run.errors.contains("write standard output: No space left on device"), "\(run.errors)")
        // A reader that has gone wanted no more of it.
        let piped = try await ToolRun.program(
            "/bin/bash",
            ["-c", "set -o pipefail; { sleep 0.2; \"$0\" \"$@\"; } | exit 0", program] + words.dropFirst())
        #expect(piped.status == 0 && piped.errors.isEmpty, "\(piped.errors)")
    }

    @Test(arguments: ["tiltshadow convert", "tiltshadowd --config", "tiltshadow-relay publish --config"])
    func `takes no name that is no UTF-8 for another`(line: String) async throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try await ToolRun.program(
            "/bin/bash",
            ["-c", "exec \"$0\" \"$@\" $'caf\\xe9'", BuiltProducts.path(words[0])] + words.dropFirst())
        #expect(run.status == (words[0] == "tiltshadow" ? 2 : 1))
        #expect(run.errors.contains("read the argument caf\u{fffd}: Invalid"), "\(run.errors)")
    }

    @Test(arguments: [
        ["tiltshadow", "config", "--check", "/nowhere/c"], ["tiltshadow", "watch", "--count", "3"],
    ])
    func `does nothing where it cannot see what it was asked for`(words: [String]) async throws {
        let script = #"mount -t tmpfs none /proc && exec "$@""#
        let run = try await ToolRun.program(
            "/usr/bin/env",
            ["unshare", "--mount", "/bin/sh", "-c", script, "sh", BuiltProducts.path(words[0])]
                + words.dropFirst())
        guard !["unshare:", "mount:"].contains(where: run.errors.contains) else {
            return print("skipped: a machine without /proc: \(run.errors)")
        }
        #expect(run.status == 1 && run.output.isEmpty)
        #expect(
            run.errors.contains("cannot read its own command line: open /proc/self/cmdline"), "\(run.errors)")
        #expect(run.errors.contains("try: is /proc mounted?"))
    }

    @Test(arguments: ["replay LOG", "convert LOG - --to csv", "plot LOG -o -"])
    func `says that a file may be no longer, and does not just die`(line: String) async throws {
        let directory = try ScratchDirectory()
        let words = line.split(separator: " ").map { $0 == "LOG" ? DemoLog.path : String($0) }
        let run = try await ToolRun.program(
            "/bin/sh",
            ["-c", "ulimit -f 4; file=$0; shift; exec \"$@\" >\"$file\"", directory.path + "/out", "-"]
                + [BuiltProducts.path("tiltshadow")] + words)
        #expect(run.status == 1)
        #expect(run.errors.contains("File too large"), "\(run.errors)")
    }

    @Test(arguments: ["replay LOG", "convert LOG - --to csv", "plot LOG -o -", "config --defaults"])
    func `waits for room in a pipe that does not block`(line: String) async throws {
        let words = line.split(separator: " ").map { $0 == "LOG" ? DemoLog.path : String($0) }
        let program = [BuiltProducts.path("tiltshadow")] + words
        // Its reader waits until the pipe, which holds one page, is full.
        let script = """
            import fcntl, os, select, subprocess, sys
            out, into = os.pipe()
            fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, 4096)
            os.set_blocking(into, False)
            program = subprocess.Popen(sys.argv[1:], stdout=into)
            while select.select([], [into], [], 0)[1]: pass
            os.close(into)
            with open(out, "rb") as reader: sys.stdout.buffer.write(reader.read())
            sys.exit(program.wait())
            """
        let run = try await ToolRun.program("/usr/bin/env", ["python3", "-c", script] + program)
        let whole = try await ToolRun.executable(words)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output == whole.output && run.output.utf8.count > 4096)
    }

    @Test(arguments: ["1>&- 2>&-", "<&- 2>&-", "<&- 1>&- 2>&-"])
    func `writes nothing of its own into a file that got the number of a closed stream`(closed: String)
        async throws
    {
        let directory = try ScratchDirectory()
        func converted(_ name: String, _ closed: String) async throws -> String {
            let file = directory.path + "/" + name
            let command =
                "'\(BuiltProducts.path("tiltshadow"))' convert '\(DemoLog.path)' '\(file)' \(closed)"
            let run = try await ToolRun.program("/bin/sh", ["-c", command])
            #expect(run.status == 0, "\(run.errors)")
            return try String(contentsOfFile: file, encoding: .utf8)
        }
        #expect(try await converted("closed.csv", closed) == converted("open.csv", ""))
    }
}
