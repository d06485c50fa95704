import Foundation
import Testing

@testable import tiltshadow

@Suite struct `An installation` {
    @Test(
        arguments: [
            ("/dev/sda1 / ext4 rw,relatime 0 0\n", .usual), ("", .usual),
            ("/dev/sda1 / btrfs rw 0 0\n/dev/sda1 /usr btrfs ro,relatime 0 0\n", .readOnlySystem),
            ("/dev/sda1 / btrfs ro,compress=zstd:1 0 0\n/dev/sda2 /home ext4 rw 0 0\n", .readOnlySystem),
            ("/dev/sda1 / ext4 rw,errors=remount-ro 0 0\n", .usual),
        ] as [(String, Installation)])
    func `goes to /etc where /usr is read-only`(mounts: String, expected: Installation) throws {
        let tree = try MachineTree(["proc/self/mounts": mounts])
        #expect(Installation.of(tree.machine) == expected)
    }

    @Test func `finds what it installs where /usr is read-only`() async throws {
        let scratch = try ScratchDirectory()
        for name in ["tiltshadowd", "tiltshadow"] {
            let program = try scratch.file(name, "#!/bin/sh\n")
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        }
        let tree = scratch.path + "/tree"
        let command = Installation.readOnlySystem.command.replacing("sudo env", with: "env DESTDIR=\(tree)")
        let run = try await ToolRun.program(
            "/bin/sh",
            ["-c", "cd '\(BuiltProducts.source("").path)' && \(command) --bin \(scratch.path)"])
        #expect(run.status == 0, "\(run.errors)")
        // systemd.unit(5), udev(7) and sysusers.d(5) name these.
        for path in [
            "systemd/system/tiltshadow.service", "systemd/system/tiltshadow.socket",
            "systemd/user/tiltshadow.service", "systemd/user/tiltshadow.socket",
            "udev/rules.d/61-tiltshadow.rules", "sysusers.d/tiltshadow.conf",
        ] {
            #expect(FileManager.default.fileExists(atPath: "\(tree)/etc/\(path)"), "\(path)")
        }
        #expect(!FileManager.default.fileExists(atPath: tree + "/usr"))
    }

    @Test func `is the configuration's on NixOS`() throws {
        let tree = try MachineTree(["etc/NIXOS": ""])
        let installation = Installation.of(tree.machine)
        #expect(installation == .described)
        #expect(installation.remark.contains("services.udev.packages"))
    }

    @Test func `is what a missing rule and a missing service advise`() {
        let udev = UdevFacts(
            isRunning: true, initSystem: .systemd, rule: .missing, installation: .readOnlySystem)
        #expect(udev.ruleCheck.advice == Installation.readOnlySystem.command)
        #expect(udev.ruleCheck.detail.contains("/usr is read-only"))
        let none = ServiceUnit(["LoadState": "not-found"])
        let checks = ServiceFacts.units(socket: none, service: none).checks(
            answers: false, installation: .readOnlySystem)
        #expect(checks.map { $0.advice } == [Installation.readOnlySystem.command])
    }
}
