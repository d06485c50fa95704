import Foundation
import Testing

/// What shells offer behind the programs' names.
@Suite struct `Shell completions` {
    @Test(arguments: ["tiltshadowd.bash", "tiltshadowd.fish", "_tiltshadowd"])
    func `has completions of the daemon, each option once`(file: String) async throws {
        let help = try await ToolRun.program(BuiltProducts.path("tiltshadowd"), ["--help"]).output
        let options = help.matches(of: #/ --([a-z-]+)/#).map { String($0.1) }
        let text = try String(contentsOf: BuiltProducts.source("config/completions/" + file), encoding: .utf8)
        for option in Set(options) {
            let spelled = file.hasSuffix(".fish") ? "-l \(option) " : "--\(option)"
            #expect(text.contains(spelled), "\(file) lacks \(option)")
        }
        let said = text.matches(of: file.hasSuffix(".fish") ? #/-l ([a-z-]+) /# : #/--([a-z]+(?:-[a-z]+)*)/#)
        #expect(Set(said.map { String($0.1) }).subtracting(options).isEmpty)
    }

    @Test(arguments: ["tiltshadow-relay.bash", "tiltshadow-relay.fish", "_tiltshadow-relay"])
    func `has completions of the relay, each option once`(file: String) async throws {
        let help = try await ToolRun.program(BuiltProducts.path("tiltshadow-relay"), ["--help"]).output
        let options = Set(help.matches(of: #/ --([a-z-]+)/#).map { String($0.1) })
        let text = try String(contentsOf: BuiltProducts.source("config/completions/" + file), encoding: .utf8)
        let said = text.matches(of: file.hasSuffix(".fish") ? #/-l ([a-z-]+) /# : #/--([a-z]+(?:-[a-z]+)*)/#)
        #expect(Set(said.map { String($0.1) }) == options, "\(file)")
    }

    /// What bash offers behind words, by the script that is installed and by that of the relay's package.
    @Test(arguments: [
        (["tiltshadow", "help", "wa"], "watch"),
        (["tiltshadow", "relay", ""], "publish serve --version --help"),
        (["tiltshadow", "relay", "publish", "--disc"], "--discovery"),
        (["tiltshadow", "relay", "serve", "--fr"], "--from"),
        (["tiltshadow-relay", "serve", "--fr"], "--from"),
        (["tiltshadow-relay", "publish", "--mapping", "e"], "euler"), (["tiltshadow", "rot"], "rotate"),
        (["tiltshadow", "calibrate", "--poses", ""], "3 6"),
        (["tiltshadow", "calibrate", "--raw-sign", "-"], "-1"),
        (["tiltshadow", "watch", "--mapping", "=", "eu"], "euler"),
        (["tiltshadow", "watch", "--mapping", "="], "tilt projection euler"),
        (["tiltshadow", "watch", "--mapping", "=", "euler", "--moves", "--when", "=", "a"], "always"),
        (["tiltshadow", "replay", "--unit", "m"], "m/s2 mm/s2 mg"),
    ])
    func `completes in bash what is behind help and relay`(words: [String], offered: String) async throws {
        guard InstalledPrograms.have("bash", for: "completions") else { return }
        let directory = try ScratchDirectory()
        let script = try await ToolRun.tool(["--generate-completion-script", "bash"])
        let ours = try directory.file("tiltshadow.bash", script.output)
        let relay = BuiltProducts.source("config/completions/tiltshadow-relay.bash").path
        let program = """
            . "$1"; . "$2"; shift 2
            COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
            if [ "$1" = tiltshadow ]; then function=_tiltshadow_complete; else function=_tiltshadow_relay_program; fi
            "$function" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            echo "${COMPREPLY[*]}"
            """
        let run = try await ToolRun.program(
            "/usr/bin/env", ["bash", "-c", program, "bash", ours, relay] + words)
        #expect(run.output == offered + "\n", "\(run.errors)")
        for (shell, piece) in [("zsh", "_tiltshadow-relay"), ("fish", "tiltshadow-relay ")] {
            let other = try await ToolRun.tool(["--generate-completion-script", shell])
            #expect(
                other.output.contains(piece) && other.output.contains("recentre rotate doctor relay"),
                "\(shell)")
        }
    }

    /// bash itself, asked by the key: where all that is offered counts as a file, a directory's name gets a slash.
    @Test(arguments: [
        ("tiltshadow de", "tiltshadow demo "), ("tiltshadow watch --map", "tiltshadow watch --mapping "),
        ("tiltshadow replay de", "tiltshadow replay demo/"),
        ("tiltshadow replay --config=de", "tiltshadow replay --config=demo/"),
        ("tiltshadow watch --mapping=eu", "tiltshadow watch --mapping=euler "),
        ("tiltshadow-relay pu", "tiltshadow-relay publish "),
        ("tiltshadow-relay serve --settings de", "tiltshadow-relay serve --settings demo/"),
        ("tiltshadowd --che", "tiltshadowd --check "),
        ("tiltshadowd --replay de", "tiltshadowd --replay demo/"),
    ])
    func `completes in bash words as words, and files as files`(typed: String, line: String) async throws {
        guard InstalledPrograms.have("bash", for: "completions") else { return }
        let directory = try ScratchDirectory()
        for name in ["demo", "euler", "publish", "--check", "--mapping"] {
            let path = directory.path + "/" + name
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        let script = try await ToolRun.tool(["--generate-completion-script", "bash"])
        let ours = try directory.file(".tiltshadow.bash", script.output)
        let others = ["tiltshadow-relay", "tiltshadowd"].map {
            BuiltProducts.source("config/completions/\($0).bash").path
        }
        let setup =
            "PS1=; bind 'set enable-bracketed-paste off'; cd '\(directory.path)'; . \(ours); . '\(others[0])'; . '\(others[1])'"
        let keys = typed + "\t\u{01}echo '<\u{05}>'\n"
        let terminal = try PlayedTerminal(
            "/usr/bin/env", ["INPUTRC=/dev/null", "HISTFILE=", "bash", "--norc", "--noprofile", "-i"])
        terminal.press(setup + "\n")
        terminal.press("echo rea''dy\n")
        try await terminal.wait { $0.contains("ready") }
        terminal.press(keys)
        try await terminal.wait { $0.contains("\n<\(typed.prefix { $0 != " " }) ") }
        #expect(terminal.shown.contains("\n<\(line)>"), "\(terminal.shown)")
        terminal.press("exit\n")
        _ = try await terminal.end()
    }

    /// zsh itself, asked by the key.
    @Test(arguments: [
        ("tiltshadow watch --mapping=p", "tiltshadow watch --mapping=projection"),
        ("tiltshadow watch --mapping p", "tiltshadow watch --mapping projection"),
        ("tiltshadow calibrate --output=de", "tiltshadow calibrate --output=demo"),
        ("tiltshadowd --replay=de", "tiltshadowd --replay=demo"),
        ("tiltshadow-relay serve --settings=de", "tiltshadow-relay serve --settings=demo"),
        ("tiltshadow-relay publish --mapping=p", "tiltshadow-relay publish --mapping=projection"),
    ])
    func `completes in zsh what is behind an equals sign`(typed: String, line: String) async throws {
        guard InstalledPrograms.have("zsh", for: "completions") else { return }
        let directory = try ScratchDirectory()
        _ = try directory.file("demo", "")
        let script = try await ToolRun.tool(["--generate-completion-script", "zsh"])
        _ = try directory.file("_tiltshadow", script.output)
        let others = BuiltProducts.source("config/completions").path
        let terminal = try PlayedTerminal("/usr/bin/env", ["zsh", "-f", "-i"])
        terminal.press(
            "PS1=; cd '\(directory.path)'; fpath=('\(directory.path)' '\(others)' $fpath); autoload -U compinit; compinit -u -D\n"
        )
        terminal.press("echo rea''dy\n")
        try await terminal.wait { $0.contains("ready") }
        terminal.press(typed + "\t\u{01}echo '<\u{05}>'\n")
        try await terminal.wait { $0.contains("\n<\(typed.prefix { $0 != " " }) ") }
        #expect(terminal.shown.contains("\n<\(line)"), "\(terminal.shown)")
        terminal.press("exit\n")
        _ = try await terminal.end()
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `writes completions of the embedded tool, which lacks a command`(shell: String) async throws {
        let ordinary = try await ToolRun.tool(["--generate-completion-script", shell])
        let embedded = try await ToolRun.tool(["--generate-completion-script", shell, "--embedded"])
        #expect(embedded.status == 0, "\(embedded.errors)")
        #expect(ordinary.output.contains("preview") && !embedded.output.contains("preview"))
        #expect(embedded.output.contains("recentre rotate doctor relay"))
        #expect(try await ToolRun.tool(["--generate-completion-script", "tcsh", "--embedded"]).status == 2)
    }
}
