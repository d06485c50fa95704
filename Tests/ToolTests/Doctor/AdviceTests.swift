import Foundation
import LinuxSystem
import Testing
import TiltClient
import TiltSensors

@testable import tiltshadow

/// Whatever doctor says to type must work when it is pasted: a shell reads it, and its programs are everywhere.
@Suite struct `What doctor says to type` {
    /// Programs that a machine has where the advice is given: coreutils, kmod, udev, systemd, sudo and our own.
    private static let programs: Set = [
        "sudo", "env", "ls", "cat", "echo", "tee", "modprobe", "dmesg", "tail", "uname", "zgrep", "udevadm",
        "systemctl",
        "tiltshadow", "tiltshadowd", "usermod", "groupadd", "newgrp", "sudoedit", "journalctl", "kill",
        "ss", "uptime", "ps", "sleep",
        "sh", "rc-service", "sv", "dinitctl", "addgroup", "mkdir", "mount", "mountpoint",
        "./systemd/install.sh",
    ]

    /// Everything that the facts of devices, kernels and installations can advise.
    private static var advice: [String] {
        var checks: [Check] = []
        for installation in [Installation.usual, .readOnlySystem, .described] {
            let udev = UdevFacts(
                isRunning: false, initSystem: .systemd, rule: .missing, installation: installation)
            checks.append(udev.ruleCheck)
        }
        checks += InitSystem.allCases.map {
            UdevFacts(isRunning: false, initSystem: $0, rule: .missing).runningCheck
        }
        for accounts in [AccountTools.shadow, .busybox] {
            var facts = PermissionFacts(
                reader: Credentials(name: "the group tiltshadow", user: nil, groups: []), isService: true,
                udev: UdevFacts(isRunning: false, initSystem: .openRC, rule: .missing),
                devices: DeviceFacts())
            facts.accounts = accounts
            checks += facts.checks
        }
        for support in [KernelFacts.Support.running, .loadable, .missing, .unknown] {
            checks += KernelFacts(evdev: support, iio: support).checks
            checks += KnownChip.all.map { BareChip(name: "i2c-X:00", chip: $0) { _ in support }.check }
        }
        checks += KnownChip.all.map {
            BareChip(name: "X:00", chip: $0, isOnNoBus: true) { _ in .unknown }.check
        }
        for (state, shim) in [("offline", nil), ("running", nil), ("running", "sns_iio")]
            as [(String, String?)]
        {
            checks.append(
                SensorCore(
                    path: "/sys/class/remoteproc/remoteproc0", firmware: "slpi.mbn", state: state, shim: shim
                )
                .check)
        }
        let orphans = [
            KernelFacts.Orphan(name: "0003:1:2.1", module: "hid-sensor-hub"),
            .init(
                name: "HID-SENSOR-200073.1.auto", module: "hid-sensor-accel-3d",
                driver: "/sys/bus/platform/drivers/x"),
        ]
        checks += KernelFacts(orphans: orphans).checks + DeviceFacts().checks
        for (listener, path) in [("tiltshadowd", "/s"), ("systemd", "/a b"), ("cat", "/s"), (nil, "/it's")]
            as [(String?, String)]
        {
            for failure in [ClientError.silent(path: path), .noSocket(path: path), .notASocket(path: path)] {
                var facts = DaemonFacts(path: path, isService: false, failure: failure)
                facts.peer = PeerCredentials(pid: 17, uid: 1000, gid: 1000)
                facts.listener = listener
                checks += facts.checks
            }
        }
        return Set(checks.compactMap { $0.advice } + [DeviceFacts.makeTrigger]).sorted()
    }

    @Test func `is many things, each of which a shell can read`() async throws {
        #expect(Self.advice.count > 25)
        for line in Self.advice {
            let run = try await ToolRun.program("/bin/sh", ["-nc", line])
            #expect(run.status == 0, "\(line): \(run.errors)")
        }
    }

    @Test func `runs, where it only shows something`() async throws {
        let shown = Self.advice.filter { line in
            ["zgrep ", "ls ", "uname "].contains { line.hasPrefix($0) } && !line.contains("sudo")
        }
        #expect(shown.count >= 3)
        for line in shown {
            let run = try await ToolRun.program("/bin/sh", ["-c", line])
            // Not found, or not to be executed; that there is nothing to show is no fault of the line.
            #expect(run.status != 126 && run.status != 127, "\(line): \(run.errors)")
        }
    }

    @Test func `names programs that are there, and no place that is to be filled in`() {
        for line in Self.advice {
            // What stands in quotes is no command.
            let bare = line.replacing(/'[^']*'/, with: "").prefix { $0 != "#" }
            let commands = bare.split { "|&;".contains($0) }
            for command in commands {
                let words = command.split(separator: " ").map(String.init).drop {
                    ["sudo", "env", "-u"].contains($0) || $0.contains("=")
                }
                if let program = words.first {
                    #expect(Self.programs.contains(program), "\(line): \(program)")
                }
            }
            #expect(!line.contains("<") && !line.contains("…") && !line.contains("NAME"), "\(line)")
        }
    }
}
