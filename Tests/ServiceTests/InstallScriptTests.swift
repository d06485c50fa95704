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

        func run(_ arguments: String..., prefix: String? = nil) throws -> ShellCommand {
            var environment = ["DESTDIR": root.path]
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
                    "etc/tiltshadow/tiltshadow.conf",
                    "usr/local/lib/systemd/system/tiltshadow.service",
                    "usr/local/lib/systemd/system/tiltshadow.socket",
                    "usr/local/lib/sysusers.d/tiltshadow.conf",
                    "usr/local/lib/udev/rules.d/61-tiltshadow.rules",
                    "usr/local/share/bash-completion/completions/tiltshadow",
                    "usr/local/share/fish/vendor_completions.d/tiltshadow.fish",
                    "usr/local/share/tiltshadow/protocol-1.schema.json",
                    "usr/local/share/zsh/site-functions/_tiltshadow",
                ]
            let files = site.files.filter { !$0.hasPrefix("usr/local/share/man/") }
            #expect(files == expected.sorted())
            let settings = try site.text("etc/tiltshadow/tiltshadow.conf")
            #expect(try settings == SourceTree.text("config/tiltshadow.conf"))
            #expect(
                try site.text("usr/local/share/zsh/site-functions/_tiltshadow") == "complete for zsh\n")
        }
    }

    @Test(arguments: [
        ("/usr", "usr/lib/systemd/system"), ("/usr/local/", "usr/local/lib/systemd/system"),
        ("/opt/tiltshadow", "etc/systemd/system"),
    ])
    func `puts the unit where systemd looks, with the program's own path`(prefix: String, units: String)
        throws
    {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            #expect(try site.run(prefix: prefix).status == 0)
            let unit = try site.text(units + "/tiltshadow.service")
            let path = (prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix) + "/bin/tiltshadowd"
            #expect(unit.contains("\nExecStart=\(path) "))
            #expect(site.files.contains(String(path.dropFirst())))
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

    @Test func `keeps edited settings and puts the new ones beside them`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            _ = try site.run()
            let settings = site.root.appending(path: "etc/tiltshadow/tiltshadow.conf")
            try "[shadow]\ngain = 20\n".write(to: settings, atomically: true, encoding: .utf8)
            let again = try site.run()
            #expect(again.output.contains("kept your"))
            #expect(try site.text("etc/tiltshadow/tiltshadow.conf") == "[shadow]\ngain = 20\n")
            let new = try site.text("etc/tiltshadow/tiltshadow.conf.new")
            #expect(try new == SourceTree.text("config/tiltshadow.conf"))
            #expect(try site.run("--uninstall").status == 0)
            #expect(site.files == ["etc/tiltshadow/tiltshadow.conf"])
        }
    }

    @Test func `uninstalls all of it, and again without complaint`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            _ = try site.run()
            #expect(try site.run("--uninstall").status == 0)
            #expect(site.files.isEmpty, "\(site.files)")
            let again = try site.run("--uninstall")
            #expect(again.status == 0)
            #expect(again.output == "")
        }
    }

    @Test func `removes what the service kept, but not what else lies there`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            let library = site.root.appending(path: "var/lib")
            let state = library.appending(path: "private/tiltshadow")
            for hasRecording in [false, true] {
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

    @Test func `says how to build what is missing`() throws {
        try SourceTree.withScratch { scratch in
            let site = try Site(scratch)
            try FileManager.default.removeItem(at: site.bin.appending(path: "tiltshadowd"))
            let run = try site.run()
            #expect(run.status == 1)
            #expect(run.output.contains("tiltshadowd is missing"))
            #expect(run.output.contains("swift build -c release --static-swift-stdlib"))
            #expect(site.files.isEmpty)
        }
    }

    @Test(arguments: ["relative", "/a b", "/a|b"])
    func `refuses a PREFIX that a unit file cannot hold`(prefix: String) throws {
        try SourceTree.withScratch { scratch in
            let run = try Site(scratch).run(prefix: prefix)
            #expect(run.status == 1)
            #expect(run.output.contains(prefix))
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
