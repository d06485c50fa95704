import Foundation
import Testing

/// The Debian package, built from the programs that are shipped.
@Suite struct `The Debian package` {
    private static let programs = SourceTree.root.appending(path: ".build/shipped").path

    /// Why it cannot be built here; `nil` where it can.
    private static var obstacle: String? {
        for tool in ["dpkg-buildpackage", "dh", "dh_python3", "strip"] where !ShellCommand.exists(tool) {
            return "\(tool) is not installed"
        }
        for program in ["tiltshadow", "tiltshadowd"] {
            let linked = try? ShellCommand(["ldd", "\(programs)/\(program)"])
            guard let linked, linked.status == 0 else { return "not built: Sources/build.sh" }
            if linked.output.contains("libswiftCore") { return "the programs need Swift's libraries" }
        }
        return nil
    }

    /// The relay's package holds what is its own and nothing else does, and nothing else links its library.
    private func expectRelay(in packages: [String]) throws {
        let relay = try #require(packages.first { $0.contains("/tiltshadow-relay_") })
        let contents = try ShellCommand(["dpkg-deb", "--contents", relay]).output
        for file in [
            "usr/bin/tiltshadow-relay", "usr/share/man/man1/tiltshadow-relay.1.gz",
            "usr/share/tiltshadow/relay.conf", "lib/systemd/system/tiltshadow-relay@.service",
            "lib/systemd/system/tiltshadow-relay-serve@.service",
            "usr/share/bash-completion/completions/tiltshadow-relay",
            "usr/share/fish/vendor_completions.d/tiltshadow-relay.fish",
            "usr/share/zsh/vendor-completions/_tiltshadow-relay",
        ] { #expect(contents.contains("\(file)\n"), "no \(file)") }
        for package in packages {
            let information = try ShellCommand(["dpkg-deb", "--info", package]).output
            let isRelay = package == relay
            #expect(information.contains("libmosquitto1") == isRelay, "\(package)")
            guard !isRelay else { continue }
            #expect(try !ShellCommand(["dpkg-deb", "--contents", package]).output.contains("relay"))
        }
    }

    @Test func `has all that is needed, and nothing of the machine that built it`() throws {
        if let obstacle = Self.obstacle { return print("skipped: the Debian package: \(obstacle)") }
        let directory = NSTemporaryDirectory() + "deb-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        // Packed in haste: how small it gets is not what is looked at, and takes most of the time.
        let build = try ShellCommand(
            [SourceTree.root.appending(path: "systemd/build-deb.sh").path, "--out", directory],
            environment: ["DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"])
        #expect(build.status == 0, "\(build.output)")
        let packages = build.output.split(separator: "\n").map(String.init)
        let hasRelay = FileManager.default.isExecutableFile(atPath: "\(Self.programs)/tiltshadow-relay")
        #expect(packages.count == (hasRelay ? 6 : 5))
        if hasRelay {
            try expectRelay(in: packages)
        } else {
            print("skipped: the relay's package: not built: Sources/build.sh --relay")
        }
        let package = try #require(packages.first { $0.contains("/tiltshadow_") }, "\(build.output)")
        let contents = try ShellCommand(["dpkg-deb", "--contents", package]).output
        for file in [
            "usr/bin/tiltshadow", "usr/bin/tiltshadowd", "usr/lib/systemd/user/tiltshadow.service",
            "usr/lib/systemd/user/tiltshadow-rotate.service", "usr/lib/systemd/user/tiltshadow.socket",
            "usr/lib/udev/rules.d/61-tiltshadow.rules",
            "usr/lib/sysusers.d/tiltshadow.conf", "usr/share/tiltshadow/tiltshadow.conf",
            "usr/share/man/man1/tiltshadow.1.gz", "usr/share/man/man7/tiltshadow-protocol.7.gz",
            "usr/share/tiltshadow/protocol-1.schema.json",
            "usr/share/bash-completion/completions/tiltshadow", "usr/share/doc/tiltshadow/NOTICE.txt",
        ] { #expect(contents.contains("./\(file)\n"), "no \(file)") }
        // Debian 12 keeps units elsewhere.
        for unit in ["service", "socket"] {
            #expect(contents.contains("lib/systemd/system/tiltshadow.\(unit)\n"), "no \(unit)")
        }
        #expect(!contents.contains(" ./etc/"), "an upgrade would ask about it")
        for (name, file) in [
            ("libtiltshadow0", "/libtiltshadow.so.0 -> "),
            ("libtiltshadow-dev", "/pkgconfig/tiltshadow.pc\n"),
            ("libtiltshadow-dev", "/libtiltshadow.a\n"),
            ("libtiltshadow-dev", "examples/QtQuick/TiltCard.qml\n"),
            ("libtiltshadow-dev", "examples/Rust/src/lib.rs\n"),
            ("python3-tiltshadow", "usr/lib/python3/dist-packages/tiltshadow.py\n"),
            ("node-tiltshadow", "usr/share/nodejs/tiltshadow/package.json\n"),
            ("node-tiltshadow", "examples/GJS/card.mjs\n"),
        ] {
            let other = try #require(packages.first { $0.contains("/\(name)_") }, "no \(name)")
            #expect(try ShellCommand(["dpkg-deb", "--contents", other]).output.contains(file), "no \(file)")
        }
        let information = try ShellCommand(["dpkg-deb", "--info", package]).output
        #expect(information.contains("libevdev2") && information.contains("libudev1"))
        let unpacked = directory + "/root"
        #expect(try ShellCommand(["dpkg-deb", "--extract", package, unpacked]).status == 0)
        let unit = try ShellCommand(
            [
                "sh", "-c", "cat \"$0\"/lib/systemd/system/*.service \"$0\"/usr/lib/systemd/system/*.service",
                unpacked,
            ]
        ).output
        #expect(unit.contains("ExecStart=/usr/bin/tiltshadowd "))
        let version = try ShellCommand(["\(unpacked)/usr/bin/tiltshadow", "--version"])
        #expect(version.status == 0 && version.output.hasPrefix("tiltshadow "))
        let daemon = try FileManager.default.attributesOfItem(atPath: "\(unpacked)/usr/bin/tiltshadowd")
        #expect((daemon[.size] as? Int ?? .max) <= 800_000, "bytes of tiltshadowd")
        // Of the C library, so that they run on other releases. (What is newer, OlderGlibc has.)
        let symbols = "objdump -T \"$0\" | grep -o 'GLIBC_2[.][0-9]*' | sort -uV | tail -n 1"
        for program in ["tiltshadowd", "tiltshadow"] {
            let newest = try ShellCommand(["sh", "-c", symbols, "\(unpacked)/usr/bin/\(program)"]).output
            #expect(newest == "GLIBC_2.34\n", "\(program)")
        }
        // swift-nio's C code names its own file in an assertion.
        let paths = #"grep -raohE "$0[[:graph:]]*" "$1" | grep -vF /swift-nio/Sources/CNIOLinux/"#
        #expect(try ShellCommand(["sh", "-c", paths, SourceTree.root.path, unpacked]).output == "")
        guard ShellCommand.exists("lintian") else { return print("skipped: lintian: it is not installed") }
        let lintian = try ShellCommand(["lintian", "--allow-root", "--fail-on", "error,warning"] + packages)
        #expect(lintian.status == 0, "\(lintian.output)")
    }
}
