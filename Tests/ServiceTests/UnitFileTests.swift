import Foundation
import Testing

@Suite struct `Unit files` {
    private static let hasAnalyze = ShellCommand.exists("systemd-analyze")

    /// The values of `key` in a unit, in order.
    private func values(_ key: String, in unit: String) throws -> [String] {
        try SourceTree.text("systemd/" + unit).split(separator: "\n")
            .filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
    }

    @Test(.enabled(if: hasAnalyze, "systemd-analyze is missing: install the package systemd"))
    func `leave at most 1.0 of 10 exposed, and the network where that is the purpose`() throws {
        for (name, tenths) in [
            ("tiltshadow.service", 10), ("tiltshadow-relay@.service", 13),
            ("tiltshadow-relay-serve@.service", 13),
        ] {
            let unit = SourceTree.root.appending(path: "systemd/\(name)").path
            let run = try ShellCommand([
                "systemd-analyze", "security", "--offline=true", "--threshold=\(tenths)", unit,
            ])
            #expect(run.status == 0, "\(run.output)")
        }
    }

    /// One line of `systemd-analyze security --json`.
    private struct Finding: Decodable {
        let name: String
        let exposure: String?

        var isExposed: Bool { (exposure.flatMap(Double.init) ?? 0) > 0 }

        /// `RootDirectory=` and `RootImage=` of `RootDirectory=/RootImage=`; `AF_UNIX` of
        /// `RestrictAddressFamilies=~AF_UNIX`.
        var directives: [String] {
            if let value = name.split(separator: "~").dropFirst().first { return [String(value)] }
            return name.split(separator: "/").map(String.init)
        }
    }

    @Test(.enabled(if: hasAnalyze, "systemd-analyze is missing: install the package systemd"))
    func `give a reason for each directive that is not taken`() throws {
        for name in [
            "tiltshadow.service", "tiltshadow-relay@.service", "tiltshadow-relay-serve@.service",
        ] {
            let unit = SourceTree.root.appending(path: "systemd/\(name)").path
            let run = try ShellCommand([
                "systemd-analyze", "security", "--offline=true", "--json=short", unit,
            ])
            let findings = try JSONDecoder().decode([Finding].self, from: Data(run.output.utf8))
            let comments = try SourceTree.text("systemd/\(name)").split(separator: "\n")
                .filter { $0.hasPrefix("#") }.joined(separator: "\n")
            let exposed = findings.filter(\.isExposed)
            #expect(!exposed.isEmpty)
            for directive in exposed.flatMap(\.directives) {
                #expect(comments.contains(directive), "\(name): \(directive)")
            }
        }
    }

    @Test(.enabled(if: hasAnalyze, "systemd-analyze is missing: install the package systemd"))
    func `are understood by systemd`() throws {
        try SourceTree.withScratch { scratch in
            // The program is not installed here; what is asked is whether systemd understands every line.
            for (directory, manager) in [("", "--system"), ("user/", "--user")] {
                let service = try SourceTree.text("systemd/\(directory)tiltshadow.service")
                    .replacing("/usr/local/bin/tiltshadowd", with: "/bin/true")
                let serviceFile = scratch.appending(path: "tiltshadow.service")
                let socketFile = scratch.appending(path: "tiltshadow.socket")
                try service.write(to: serviceFile, atomically: true, encoding: .utf8)
                try SourceTree.text("systemd/\(directory)tiltshadow.socket")
                    .write(to: socketFile, atomically: true, encoding: .utf8)
                let run = try ShellCommand(
                    ["systemd-analyze", manager, "verify", "--man=no", serviceFile.path, socketFile.path],
                    environment: ["XDG_RUNTIME_DIR": scratch.path])
                #expect(run.status == 0 && !run.output.contains("tiltshadow."), "\(run.output)")
            }
        }
    }

    @Test(.enabled(if: hasAnalyze, "systemd-analyze is missing: install the package systemd"))
    func `turn shadows with the screen, for one user`() throws {
        try SourceTree.withScratch { scratch in
            let file = scratch.appending(path: "tiltshadow-rotate.service")
            try SourceTree.text("systemd/user/tiltshadow-rotate.service")
                .replacing("/usr/local/bin/tiltshadow", with: "/bin/true")
                .write(to: file, atomically: true, encoding: .utf8)
            let run = try ShellCommand(
                ["systemd-analyze", "--user", "verify", "--man=no", file.path],
                environment: ["XDG_RUNTIME_DIR": scratch.path])
            #expect(run.status == 0 && !run.output.contains("tiltshadow-rotate."), "\(run.output)")
        }
    }

    @Test(.enabled(if: hasAnalyze, "systemd-analyze is missing: install the package systemd"))
    func `start a relay for each settings file`() throws {
        let name = "tiltshadow-relay@.service"
        #expect(
            try values("ExecStart", in: name)
                == ["/usr/local/bin/tiltshadow-relay publish --config /etc/tiltshadow/relay/%i.conf"])
        #expect(try values("PrivateDevices", in: name) == ["yes"])
        try SourceTree.withScratch { scratch in
            let file = scratch.appending(path: name)
            try SourceTree.text("systemd/" + name)
                .replacing("/usr/local/bin/tiltshadow-relay", with: "/bin/true")
                .write(to: file, atomically: true, encoding: .utf8)
            let instance = scratch.appending(path: "tiltshadow-relay@desk.service").path
            let run = try ShellCommand(["systemd-analyze", "verify", "--man=no", instance])
            #expect(run.status == 0 && !run.output.contains(name), "\(run.output)")
        }
    }

    @Test func `keep hotplug and the sensors' attributes alive`() throws {
        #expect(try values("PrivateNetwork", in: "tiltshadow.service") == [])
        #expect(try values("PrivateDevices", in: "tiltshadow.service") == [])
        #expect(
            try values("RestrictAddressFamilies", in: "tiltshadow.service") == ["AF_UNIX AF_NETLINK"])
        #expect(try values("ReadWritePaths", in: "tiltshadow.service") == ["/sys/devices"])
    }

    @Test func `give the dynamic user another name than the static group`() throws {
        let group = try #require(values("SupplementaryGroups", in: "tiltshadow.service").first)
        #expect(try values("User", in: "tiltshadow.service") != [group])
        #expect(try values("SocketGroup", in: "tiltshadow.socket") == [group])
        // Whoever sits in front can be anybody; the daemon tells who does.
        #expect(try values("SocketMode", in: "tiltshadow.socket") == ["0666"])
        #expect(try values("SocketMode", in: "user/tiltshadow.socket") == ["0600"])
        #expect(try SourceTree.text("config/tiltshadow.sysusers").contains("\ng \(group) -\n"))
        #expect(try SourceTree.text("config/61-tiltshadow.rules").contains("GROUP=\"\(group)\""))
    }

    /// dinit loads no service that waits for one which is not there; `after` alone may name one.
    @Test func `start under dinit when the machine is there, whoever's services it has`() throws {
        let lines = try SourceTree.text("config/tiltshadow.dinit").split(separator: "\n")
        #expect(lines.contains("after = local.target"))
        for key in ["depends-on", "depends-ms", "waits-for"] {
            #expect(!lines.contains { $0.hasPrefix(key) }, "\(key)")
        }
    }

    /// What they give as an option goes over the owner's files.
    @Test(
        arguments: ["systemd/tiltshadow.service", "systemd/user/tiltshadow.service"]
            + ["openrc", "runit", "dinit"].map { "config/tiltshadow." + $0 })
    func `leave every setting to its owner`(path: String) throws {
        #expect(try !SourceTree.text(path).contains("--set"), "\(path)")
    }

    @Test func `start the daemon with options that it has`() throws {
        var command = try #require(values("ExecStart", in: "tiltshadow.service").first)
        for name in ["openrc", "runit", "dinit"] {
            let lines = try SourceTree.text("config/tiltshadow.\(name)").split(separator: "\n")
            command += " " + lines.filter { $0.contains("--") && !$0.hasPrefix("#") }.joined(separator: " ")
        }
        let words = command.split(whereSeparator: { " \"".contains($0) })
        let options = words.filter { $0.hasPrefix("--") && $0 != "--pidfile" && $0 != "--signal" }
        #expect(options.contains("--user") && options.contains("--config"))
        let daemon = try #require(SourceTree.products).appending(path: "tiltshadowd").path
        let help = try ShellCommand([daemon, "--help"])
        for option in options { #expect(help.output.contains(option), "\(option)") }
    }
}
