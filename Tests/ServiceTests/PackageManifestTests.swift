import Foundation
import Testing

/// What package managers are told, held against the tree.
@Suite struct `Package manifests` {
    private static let clients = "Sources/Clients"

    /// The version that the programs themselves tell.
    private func version() throws -> String {
        let text = try SourceTree.text("Sources/TiltCore/Protocol/ProtocolVersion.swift")
        return try String(#require(text.firstMatch(of: /"tiltshadow ([0-9.]+)"/)).1)
    }

    @Test(arguments: [
        ("\(clients)/JavaScript/package.json", #""version": "%""#),
        ("\(clients)/Python/pyproject.toml", #"version = "%""#),
        ("\(clients)/C/Makefile", "VERSION ?= %"),
        ("\(clients)/Rust/Cargo.toml", #"version = "%""#),
        ("systemd/packages/APKBUILD", "pkgver=%"),
        ("systemd/packages/PKGBUILD", "pkgver=%"),
        ("systemd/packages/tiltshadow.spec", "Version:        %"),
    ]) func `name the version of the programs`(path: String, line: String) throws {
        let expected = line.replacing("%", with: try version())
        let lines = try SourceTree.text(path).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(lines.contains { $0 == expected || $0 == expected + "," }, "\(path): no line \(expected)")
    }

    /// A sensor that is there already is opened without a boot.
    ///
    /// Arch's hooks do that for every package with rules.
    @Test(arguments: [
        "systemd/install.sh", "systemd/debian/tiltshadow.postinst", "systemd/packages/tiltshadow.spec",
        "systemd/packages/tiltshadow.post-install",
    ]) func `have udev carry out the rules on what is there`(path: String) throws {
        let text = try SourceTree.text(path)
        let reload = try #require(text.firstRange(of: "udevadm control --reload"))
        let trigger = "udevadm trigger --action=change --subsystem-match=iio --subsystem-match=input"
        #expect(text[reload.upperBound...].contains(trigger), "\(path)")
    }

    /// The names of the files of a client, of one ending.
    private func files(of client: String, ending: String) throws -> Set<String> {
        let directory = SourceTree.root.appending(path: "\(Self.clients)/\(client)").path
        return Set(
            try FileManager.default.contentsOfDirectory(atPath: directory).filter { $0.hasSuffix(ending) })
    }

    @Test func `hand out every module of JavaScript`() throws {
        let text = try SourceTree.text("\(Self.clients)/JavaScript/package.json")
        let manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(try Set(#require(manifest["files"] as? [String])) == files(of: "JavaScript", ending: ".mjs"))
        let exports = try #require(manifest["exports"] as? [String: String])
        for (name, path) in exports where name != "." { #expect(name == path) }
        // What is for tiltshadow.mjs alone is nobody's to import.
        let hidden = try files(of: "JavaScript", ending: ".mjs").subtracting(
            exports.values.map { String($0.dropFirst(2)) })
        #expect(hidden == ["gio.mjs", "node.mjs", "socket.mjs"])
    }

    @Test func `hand out every module of Python`() throws {
        let text = try SourceTree.text("\(Self.clients)/Python/pyproject.toml")
        let names = try #require(text.firstMatch(of: /py-modules = \[(.*)\]/)).1.matches(of: /"([a-z_]+)"/)
            .map { $0.1 + ".py" }
        #expect(try Set(names.map { String($0) }) == files(of: "Python", ending: ".py"))
    }
}
