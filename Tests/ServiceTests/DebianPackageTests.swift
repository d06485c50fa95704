import Foundation
import Testing

/// The Debian package, built from the programs of the release build.
@Suite struct `The Debian package` {
    private static let programs = SourceTree.root.appending(path: ".build/release").path

    /// Why it cannot be built here; `nil` where it can.
    private static var obstacle: String? {
        for tool in ["dpkg-deb", "dpkg-shlibdeps", "strip"] where !ShellCommand.exists(tool) {
            return "\(tool) is not installed"
        }
        for program in ["tiltshadow", "tiltshadowd"] {
            let linked = try? ShellCommand(["ldd", "\(programs)/\(program)"])
            guard let linked, linked.status == 0 else { return "there is no release build" }
            if linked.output.contains("libswiftCore") { return "the release build is not static" }
        }
        return nil
    }

    @Test func `has all that is needed, and nothing of the machine that built it`() throws {
        if let obstacle = Self.obstacle { return print("skipped: the Debian package: \(obstacle)") }
        let directory = NSTemporaryDirectory() + "deb-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let build = try ShellCommand([
            SourceTree.root.appending(path: "systemd/build-deb.sh").path, "--out", directory,
        ])
        #expect(build.status == 0, "\(build.output)")
        let package = build.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let contents = try ShellCommand(["dpkg-deb", "--contents", package]).output
        for file in [
            "usr/bin/tiltshadow", "usr/bin/tiltshadowd", "usr/lib/systemd/system/tiltshadow.service",
            "usr/lib/systemd/system/tiltshadow.socket", "usr/lib/udev/rules.d/61-tiltshadow.rules",
            "usr/lib/sysusers.d/tiltshadow.conf", "etc/tiltshadow/tiltshadow.conf",
            "usr/share/man/man1/tiltshadow.1.gz", "usr/share/man/man7/tiltshadow-protocol.7.gz",
            "usr/share/tiltshadow/protocol-1.schema.json",
            "usr/share/bash-completion/completions/tiltshadow",
        ] { #expect(contents.contains("./\(file)\n"), "no \(file)") }
        let information = try ShellCommand(["dpkg-deb", "--info", package]).output
        #expect(information.contains("libevdev2") && information.contains("libudev1"))
        let unpacked = directory + "/root"
        #expect(try ShellCommand(["dpkg-deb", "--extract", package, unpacked]).status == 0)
        let unit = try ShellCommand(["cat", "\(unpacked)/usr/lib/systemd/system/tiltshadow.service"]).output
        #expect(unit.contains("ExecStart=/usr/bin/tiltshadowd "))
        let version = try ShellCommand(["\(unpacked)/usr/bin/tiltshadow", "--version"])
        #expect(version.status == 0 && version.output.hasPrefix("tiltshadow "))
        // swift-nio's C code names its own file in an assertion.
        let paths = #"grep -raohE "$0[[:graph:]]*" "$1" | grep -vF /swift-nio/Sources/CNIOLinux/"#
        #expect(try ShellCommand(["sh", "-c", paths, SourceTree.root.path, unpacked]).output == "")
        guard ShellCommand.exists("lintian") else { return print("skipped: lintian: it is not installed") }
        let lintian = try ShellCommand(["lintian", "--allow-root", "--fail-on", "error", package])
        #expect(lintian.status == 0, "\(lintian.output)")
    }
}
