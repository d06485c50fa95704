import Foundation
import Testing

@Suite struct `Install script` {
    /// A directory with two stand-ins for the programs, and another to install into.
    private struct Site {
        let scratch: URL
        var bin: URL { scratch.appending(path: "bin") }
        var root: URL { scratch.appending(path: "root") }

        init(_ scratch: URL) throws {
            self.scratch = scratch
            try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
            for name in ["tiltshadowd", "tiltshadow"] {
                let program = bin.appending(path: name)
                let script =
                    "#!/bin/sh\n[ \"$1\" != --generate-completion-script ] || echo \"complete for $2\"\n"
                try script.write(to: program, atomically: true, encoding: .utf8)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: program.path)
            }
        }

        func run(
            _ arguments: String..., prefix: String? = nil, more: [String: String] = [:]
        ) throws -> ShellCommand {
            var environment = ["DESTDIR": root.path].merging(more) { $1 }
            environment["PREFIX"] = prefix
            let script = SourceTree.root.appending(path: "systemd/install.sh").path
            return try ShellCommand([script, "--bin", bin.path] + arguments, environment: environment)
        }

        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }

        /// Every file below the root, by its path from there.
        var files: [String] {
            let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
            return paths.filter { path in
                var isDirectory: ObjCBool = false
                let whole = root.appending(path: path).path
                return FileManager.default.fileExists(atPath: whole, isDirectory: &isDirectory)
                    && !isDirectory.boolValue
            }.sorted()
        }
    }

    private let programs = ["usr/local/bin/tiltshadow", "usr/local/bin/tiltshadowd"]

    @Test func `installs every file below DESTDIR`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let run = try site.run()
            #expect(run.status == 0, "\(run.output)")
            let expected =
                programs + [
                    "usr/local/lib/systemd/system/tiltshadow.service",
                    "usr/local/lib/systemd/system/tiltshadow.socket",
                    "usr/local/lib/systemd/user/tiltshadow-rotate.service",
                    "usr/local/lib/systemd/user/tiltshadow.service",
                    "usr/local/lib/systemd/user/tiltshadow.socket",
                    "usr/local/lib/sysusers.d/tiltshadow.conf",
                    "usr/local/lib/udev/rules.d/61-tiltshadow.rules",
                    "usr/local/share/bash-completion/completions/tiltshadow",
                    "usr/local/share/bash-completion/completions/tiltshadowd",
                    "usr/local/share/fish/vendor_completions.d/tiltshadow.fish",
                    "usr/local/share/fish/vendor_completions.d/tiltshadowd.fish",
                    "usr/local/share/tiltshadow/protocol-1.schema.json",
                    "usr/local/share/tiltshadow/tiltshadow.conf",
                    "usr/local/share/zsh/site-functions/_tiltshadow",
                    "usr/local/share/zsh/site-functions/_tiltshadowd",
                ]
            let files = site.files.filter {
                !$0.hasPrefix("usr/local/share/man/") && !$0.hasPrefix("usr/local/share/doc/")
            }
            #expect(files == expected.sorted())
            let documents = "usr/local/share/doc/tiltshadow/"
            let places = [
                "README.md", "Sources/Adapters/GJS/card.mjs", "Sources/Clients/JavaScript/package.json",
            ]
            for file in places { #expect(site.files.contains(documents + file)) }
            // What the README refers to lies where it says.
            let links = try site.text(documents + "README.md").matches(of: #/\]\((Sources/[^)]*)\)/#)
            #expect(links.count > 2)
            for link in links { #expect(site.files.contains(documents + link.1)) }
            // Beside each other, as they name each other.
            let card = try site.text(documents + "Sources/Adapters/GJS/card.mjs")
            #expect(card.contains(#"from "../../Clients/JavaScript/tiltshadow.mjs""#))
            let settings = try site.text("usr/local/share/tiltshadow/tiltshadow.conf")
            #expect(try settings == SourceTree.text("config/tiltshadow.conf"))
            #expect(
                try site.text("usr/local/share/zsh/site-functions/_tiltshadow") == "complete for zsh\n")
        }
    }

    @Test func `installs the relay where it was built, and removes it`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            try FileManager.default.copyItem(
                at: site.bin.appending(path: "tiltshadow"), to: site.bin.appending(path: "tiltshadow-relay"))
            #expect(try site.run(prefix: "/usr").status == 0)
            let unit = try site.text("usr/lib/systemd/system/tiltshadow-relay@.service")
            #expect(unit.contains("\nExecStart=/usr/bin/tiltshadow-relay publish "))
            let own = site.files.filter { $0.contains("relay") }
            let isDebian = FileManager.default.fileExists(atPath: "/etc/debian_version")
            #expect(
                own == [
                    "usr/bin/tiltshadow-relay", "usr/lib/systemd/system/tiltshadow-relay-serve@.service",
                    "usr/lib/systemd/system/tiltshadow-relay@.service",
                    "usr/share/bash-completion/completions/tiltshadow-relay",
                    "usr/share/fish/vendor_completions.d/tiltshadow-relay.fish",
                    "usr/share/man/man1/tiltshadow-relay.1", "usr/share/tiltshadow/relay.conf",
                    "usr/share/zsh/\(isDebian ? "vendor-completions" : "site-functions")/_tiltshadow-relay",
                ])
            #expect(try site.run("--uninstall", prefix: "/usr").status == 0)
            #expect(site.files.isEmpty)
        }
    }

    @Test(arguments: [
        ("/usr", "usr/lib/systemd/system"), ("/usr/local/", "usr/local/lib/systemd/system"),
        ("/opt/tiltshadow", "opt/tiltshadow/lib/systemd/system"),
    ])
    func `puts everything below its prefix, with the program's own path`(prefix: String, units: String)
        throws
    {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run(prefix: prefix).status == 0)
            let inside = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
            let path = inside + "/bin/tiltshadowd"
            for kind in ["", "/../user"] {
                let unit = try site.text(units + kind + "/tiltshadow.service")
                #expect(unit.contains("\nExecStart=\(path)"), "\(unit)")
            }
            let turning = try site.text(units + "/../user/tiltshadow-rotate.service")
            #expect(turning.contains("\nExecStart=\(inside)/bin/tiltshadow rotate --follow\n"))
            #expect(site.files.contains(String(path.dropFirst())))
            #expect(site.files.allSatisfy { ("/" + $0).hasPrefix(inside + "/") }, "\(site.files)")
            #expect(try site.run("--uninstall", prefix: prefix).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    @Test func `puts files where it is told`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let places = [
                "UNITDIR": "/u/system", "USERUNITDIR": "/u/user", "UDEVDIR": "/u/rules",
                "SYSUSERSDIR": "/u/users",
                "BASHCOMPLETIONDIR": "/u/bash", "FISHCOMPLETIONDIR": "/u/fish", "ZSHCOMPLETIONDIR": "/u/zsh",
            ]
            #expect(try site.run(prefix: "/usr", more: places).status == 0)
            #expect(
                site.files.filter { $0.hasPrefix("u/") } == [
                    "u/bash/tiltshadow", "u/bash/tiltshadowd", "u/fish/tiltshadow.fish",
                    "u/fish/tiltshadowd.fish", "u/rules/61-tiltshadow.rules",
                    "u/system/tiltshadow.service", "u/system/tiltshadow.socket",
                    "u/user/tiltshadow-rotate.service", "u/user/tiltshadow.service",
                    "u/user/tiltshadow.socket", "u/users/tiltshadow.conf", "u/zsh/_tiltshadow",
                    "u/zsh/_tiltshadowd",
                ])
            #expect(try site.run("--uninstall", prefix: "/usr", more: places).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    @Test(arguments: [
        ("openrc", "etc/init.d/tiltshadow", 0o755), ("runit", "etc/sv/tiltshadow/run", 0o755),
        ("dinit", "etc/dinit.d/tiltshadow", 0o644),
    ])
    func `installs the service of another init in the place of units`(
        name: String, path: String, mode: Int
    ) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run(prefix: "/usr", more: ["INIT": name]).status == 0)
            let service = try site.text(path)
            #expect(service.contains("/usr/bin/tiltshadowd") && !service.contains("/usr/local"))
            let attributes = try FileManager.default.attributesOfItem(
                atPath: site.root.appending(path: path).path)
            #expect(attributes[.posixPermissions] as? Int == mode)
            #expect(!site.files.contains { $0.hasSuffix(".service") || $0.hasSuffix(".socket") })
            #expect(try site.run("--uninstall", prefix: "/usr", more: ["INIT": name]).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    /// systemd's udevd reads rules below /usr/local, too; eudev does not.
    @Test(arguments: ["openrc", "runit", "dinit", "none"])
    func `puts udev's rules where every udev reads them, where systemd is not`(name: String) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let old = site.root.appending(path: "usr/local/lib/udev/rules.d/61-tiltshadow.rules")
            try FileManager.default.createDirectory(
                at: old.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "of a version before".write(to: old, atomically: true, encoding: .utf8)
            #expect(try site.run(more: ["INIT": name]).status == 0)
            #expect(
                site.files.filter { $0.hasSuffix(".rules") } == ["etc/udev/rules.d/61-tiltshadow.rules"])
            #expect(try site.run("--uninstall", more: ["INIT": name]).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    @Test(arguments: ["openrc", "runit", "dinit", "none"])
    func `puts nothing outside of a prefix of its own, where systemd is not`(name: String) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run(prefix: "/opt/ts", more: ["INIT": name]).status == 0)
            #expect(site.files.allSatisfy { $0.hasPrefix("opt/ts/") }, "\(site.files)")
            #expect(site.files.contains("opt/ts/lib/udev/rules.d/61-tiltshadow.rules"))
            #expect(site.files.contains("opt/ts/share/tiltshadow/tiltshadow.\(name)") == (name != "none"))
            #expect(try site.run("--uninstall", prefix: "/opt/ts", more: ["INIT": name]).status == 0)
            let prefix = site.root.appending(path: "opt/ts").path
            #expect(try FileManager.default.contentsOfDirectory(atPath: prefix).isEmpty)
        }
    }

    @Test func `refuses an init that it does not know`() throws {
        try SourceTree.withScratch { scratch in
            let run = try Site(scratch).run(more: ["INIT": "upstart"])
            #expect(run.status == 1 && run.output.contains("\"upstart\", expected systemd, openrc"))
        }
    }

    @Test func `changes nothing the second time`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            _ = try site.run()
            let before = site.files
            let again = try site.run()
            #expect(again.status == 0)
            #expect(again.output == "")
            #expect(site.files == before)
        }
    }

    @Test(arguments: ["[shadow]\ngain = 20\n", "# Not before the screen is mended.\n[shadow]\n"])
    func `leaves the settings that their owner has written alone`(text: String) throws {
        try checkSettings(text, areKept: true)
    }

    /// 0.1.0 had put its explained defaults there.
    @Test(arguments: ["Tests/Packages/old/tiltshadow.conf", "config/tiltshadow.conf"])
    func `takes away settings that nobody has written`(path: String) throws {
        try checkSettings(SourceTree.text(path), areKept: false)
    }

    private func checkSettings(_ text: String, areKept: Bool) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let settings = site.root.appending(path: "etc/tiltshadow/tiltshadow.conf")
            try FileManager.default.createDirectory(
                at: settings.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: settings, atomically: true, encoding: .utf8)
            try "old".write(
                to: settings.appendingPathExtension("new"), atomically: true, encoding: .utf8)
            #expect(try site.run().status == 0)
            #expect(try site.text("etc/tiltshadow/tiltshadow.conf") == text)
            #expect(!site.files.contains("etc/tiltshadow/tiltshadow.conf.new"))
            let end = try site.run("--uninstall")
            #expect(end.status == 0 && end.output.contains("kept \(settings.path)") == areKept)
            #expect(site.files == (areKept ? ["etc/tiltshadow/tiltshadow.conf"] : []))
        }
    }

    @Test func `uninstalls all of it, and again in peace`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            _ = try site.run()
            #expect(try site.run("--uninstall").status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
            let again = try site.run("--uninstall")
            #expect(again.status == 0)
            #expect(
                again.output
                    == "there is no tiltshadowd in \(site.root.path)/usr/local/bin; "
                    + "where it was installed with another PREFIX, name that\n")
        }
    }

    @Test func `names what it cannot remove, removes all else, and does not end well`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run().status == 0)
            let (program, page) = ("usr/local/bin/tiltshadowd", "usr/local/share/man/man1/tiltshadow-watch.1")
            for file in [program, page] {
                let path = site.root.appending(path: file)
                try FileManager.default.removeItem(at: path)
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: false)
                try "mine".write(to: path.appending(path: "note"), atomically: true, encoding: .utf8)
            }
            let run = try site.run("--uninstall")
            #expect(run.status == 1)
            for file in [program, page] {
                let path = site.root.appending(path: file).path
                #expect(run.output.contains("install.sh: \(path) is still there: rm: "), "\(run.output)")
            }
            #expect(site.files == [program + "/note", page + "/note"])
        }
    }

    @Test func `puts no program into a directory that has its name`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let place = site.root.appending(path: "usr/local/bin/tiltshadow")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let run = try site.run()
            #expect(run.status == 1)
            #expect(
                run.output.contains("\(place.path) is a directory, where a file belongs"), "\(run.output)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).isEmpty)
        }
    }

    /// A copy that fails, and one that a signal ends; `cp` and `chmod` are stand-ins that come first in `PATH`.
    @Test(arguments: [
        ("cp", "/bin/cp \"$@\"; exit 1", 1),
        ("cp", "/bin/cp \"$@\"; kill -TERM $PPID; sleep 0.1; exit 1", 143),
        ("chmod", "kill -TERM $PPID; sleep 0.1", 143), ("chmod", "kill -HUP $PPID; sleep 0.1", 129),
    ])
    func `leaves nothing half done where it is cut off`(name: String, script: String, status: Int32) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let (tools, temporary) = (scratch.appending(path: "tools"), scratch.appending(path: "tmp"))
            for directory in [tools, temporary] {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
            }
            let tool = tools.appending(path: name)
            try "#!/bin/sh\n\(script)\n".write(to: tool, atomically: true, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool.path)
            let more = ["PATH": "\(tools.path):/usr/bin:/bin", "TMPDIR": temporary.path]
            #expect(try site.run(more: more).status == status)
            #expect(site.files.isEmpty, "\(site.files)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
        }
    }

    @Test(arguments: [[], ["--uninstall"]])
    func `takes away what a killed installation has left`(arguments: [String]) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run().status == 0)
            for file in ["usr/local/bin/tiltshadowd", "usr/local/share/man/man1/tiltshadow-watch.1"] {
                let part = site.root.appending(path: file + ".part")
                try "half".write(to: part, atomically: true, encoding: .utf8)
            }
            #expect(try (arguments.isEmpty ? site.run() : site.run("--uninstall")).status == 0)
            #expect(!site.files.contains { $0.hasSuffix(".part") })
        }
    }

    @Test func `removes what the service kept, but not what else lies there`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let library = site.root.appending(path: "var/lib")
            let state = library.appending(path: "private/tiltshadow")
            for hasRecording in [false, true] {
                #expect(try site.run().status == 0)
                try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
                try? FileManager.default.createSymbolicLink(
                    atPath: library.appending(path: "tiltshadow").path,
                    withDestinationPath: "private/tiltshadow")
                for file in hasRecording ? ["bias-a", "b.tiltlog"] : ["bias-a"] {
                    try Data().write(to: state.appending(path: file))
                }
                let run = try site.run("--uninstall")
                #expect(run.status == 0)
                let left = FileManager.default.enumerator(atPath: library.path)?.allObjects as? [String]
                let recording = [
                    "private", "private/tiltshadow", "private/tiltshadow/b.tiltlog", "tiltshadow",
                ]
                #expect(left?.sorted() == (hasRecording ? recording : ["private"]))
                #expect(run.output.contains("kept what else") == hasRecording)
            }
        }
    }

    /// Under one name there is one service, whatever prefixes there are.
    @Test(arguments: ["systemd", "openrc", "runit", "dinit"])
    func `leaves alone what was installed with another PREFIX`(name: String) throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let more = ["INIT": name, "UNITDIR": "/etc/systemd/system", "UDEVDIR": "/etc/udev/rules.d"]
            #expect(try site.run(prefix: "/usr", more: more).status == 0)
            let state = site.root.appending(path: "var/lib/tiltshadow")
            try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
            try Data().write(to: state.appending(path: "bias-a"))
            let before = site.files
            let other = try site.run("--uninstall", prefix: "/opt", more: more)
            #expect(other.status == 0)
            #expect(other.output.hasPrefix("there is no tiltshadowd in \(site.root.path)/opt/bin; "))
            #expect(site.files == before)
            #expect(try site.run("--uninstall", prefix: "/usr", more: more).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    @Test func `says what of its owner's it keeps, and what removes it`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run().status == 0)
            let kept = [
                "etc/systemd/system/tiltshadow.service.d/override.conf", "etc/tiltshadow/relay/desk.conf",
                "etc/tiltshadow/tiltshadow.conf.d/60-calibrate.conf", "var/log/tiltshadow.log",
            ]
            for file in kept {
                let path = site.root.appending(path: file)
                try FileManager.default.createDirectory(
                    at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: path)
            }
            let run = try site.run("--uninstall")
            #expect(run.status == 0 && site.files == kept)
            for file in kept {
                #expect(run.output.contains("kept \(site.root.path)/\(file)\n"), "\(run.output)")
            }
            let advice = try #require(run.output.firstMatch(of: /to remove that, too:   (rm -r .*)/)).1
            #expect(try ShellCommand(["sh", "-ec", String(advice)]).status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
        }
    }

    @Test func `says how to build what is missing`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            try FileManager.default.removeItem(at: site.bin.appending(path: "tiltshadowd"))
            let run = try site.run()
            #expect(run.status == 1)
            #expect(run.output.contains("tiltshadowd is missing"))
            #expect(run.output.contains("Sources/build.sh"))
            #expect(site.files.isEmpty)
        }
    }

    @Test(arguments: ["relative", "/a b", "/a|b", "/"])
    func `refuses a PREFIX that a unit file cannot hold`(prefix: String) throws {
        try SourceTree.withScratch { scratch in
            let run = try Site(scratch).run(prefix: prefix)
            #expect(run.status == 1)
            #expect(run.output.contains("\"\(prefix)\""))
        }
    }

    @Test func `refuses an argument it does not know`() throws {
        try SourceTree.withScratch { scratch in
            let run = try Site(scratch).run("--purge")
            #expect(run.status == 2)
            #expect(run.output.contains("--purge") && run.output.contains("Usage"))
        }
    }
}
