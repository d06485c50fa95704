import Foundation
import Testing

@testable import tiltshadow

@Suite struct `Kernel facts` {
    private func verdicts(_ facts: KernelFacts) -> [Verdict] { facts.checks.map { $0.verdict } }

    @Test(
        arguments: [
            (.running, .running, [.ok, .ok, .ok]), (.loadable, .loadable, [.ok, .warning, .ok]),
            (.missing, .running, [.ok, .warning, .ok]), (.running, .missing, [.ok, .ok, .warning]),
            (.missing, .missing, [.ok, .warning, .problem]), (.unknown, .unknown, [.ok, .skipped, .skipped]),
        ] as [(KernelFacts.Support, KernelFacts.Support, [Verdict])])
    func `are judged, a kernel without either being the problem`(
        evdev: KernelFacts.Support, iio: KernelFacts.Support, expected: [Verdict]
    ) {
        let facts = KernelFacts(release: "6.1.0", evdev: evdev, iio: iio)
        #expect(verdicts(facts) == expected)
        #expect(facts.checks.allSatisfy { $0.verdict == .ok || $0.verdict == .skipped || $0.advice != nil })
    }

    @Test(
        arguments: [
            ("kernel/drivers/iio/trigger/iio-trig-hrtimer.ko:\n", "", .loadable),
            ("kernel/drivers/iio/industrialio.ko:\n", "", .missing),
            ("kernel/drivers/iio/industrialio.ko:\n", "sys/module/iio_trig_hrtimer/refcnt", .running),
        ] as [(String, String, KernelFacts.Support)])
    func `tell whether a trigger can be made that fires by a timer`(
        modules: String, file: String, support: KernelFacts.Support
    ) throws {
        let tree = try MachineTree([
            "proc/sys/kernel/osrelease": "6.1.0-13\n", "lib/modules/6.1.0-13/modules.dep": modules,
            file.isEmpty ? "proc/uptime" : file: "1\n",
        ])
        #expect(KernelFacts.gather(tree.machine).timerTrigger == support)
    }

    @Test func `are read from proc, sys and the list of modules`() throws {
        let tree = try MachineTree([
            "proc/sys/kernel/osrelease": "6.1.0-13\n", "sys/class/dmi/id/sys_vendor": "ACME\n",
            "sys/class/dmi/id/product_name": "Tablet 9\n", "sys/class/dmi/id/product_serial": "S3CR3T\n",
            "proc/bus/input/handlers": "N: Number=0 Name=kbd\n",
            "lib/modules/6.1.0-13/modules.dep":
                "kernel/drivers/input/evdev.ko:\nkernel/drivers/iio/industrialio.ko:\n",
            "sys/bus/hid/devices/0003:8087:0AC2.0001/modalias": "hid:b0003g0003v00008087p00000AC2\n",
            "sys/bus/hid/devices/0003:046D:C077.0002/modalias": "hid:b0003g0001v0000046Dp0000C077\n",
            "sys/bus/platform/devices/HID-SENSOR-200073.1.auto/modalias": "platform:HID-SENSOR-200073\n",
        ])
        var facts = KernelFacts.gather(tree.machine)
        #expect(facts.release == "6.1.0-13")
        #expect(facts.product == "ACME Tablet 9")
        #expect(facts.evdev == .loadable)
        #expect(facts.iio == .loadable)
        #expect(
            facts.orphans == [
                .init(name: "0003:8087:0AC2.0001", module: "hid-sensor-hub"),
                .init(name: "HID-SENSOR-200073.1.auto", module: "hid-sensor-accel-3d"),
            ])
        #expect(facts.checks.last?.advice == "sudo modprobe hid-sensor-accel-3d")
        let driver = "/sys/bus/platform/drivers/hid_sensor_accel_3d"
        try tree.write([driver + "/uevent": ""])
        #expect(
            KernelFacts.gather(tree.machine).checks.last?.advice
                == "echo HID-SENSOR-200073.1.auto | sudo tee \(driver)/bind")

        try tree.write([
            "proc/bus/input/handlers": "N: Number=0 Name=kbd\nN: Number=3 Name=evdev Minor=64\n",
            "sys/bus/iio/uevent": "", "sys/bus/hid/drivers/hid-sensor-hub/uevent": "",
        ])
        for device in ["hid/devices/0003:8087:0AC2.0001", "platform/devices/HID-SENSOR-200073.1.auto"] {
            try FileManager.default.createSymbolicLink(
                atPath: tree.machine.path("/sys/bus/\(device)/driver"),
                withDestinationPath: "../../drivers/hid-sensor-hub")
        }
        facts = KernelFacts.gather(tree.machine)
        #expect(facts.evdev == .running)
        #expect(facts.iio == .running)
        #expect(facts.orphans.isEmpty)
    }

    @Test(arguments: [
        ("CONFIG_A=y\nCONFIG_INPUT_EVDEV=y\n", KernelFacts.Support.running),
        ("CONFIG_A=y\n# CONFIG_INPUT_EVDEV is not set\n", .missing),
    ])
    func `are read from the configuration where there are no modules`(
        text: String, expected: KernelFacts.Support
    ) throws {
        let tree = try MachineTree([
            "proc/sys/kernel/osrelease": "6.1.0\n", "boot/config-6.1.0": text,
            "proc/device-tree/model": "Board\0",
        ])
        let facts = KernelFacts.gather(tree.machine)
        #expect(facts.evdev == expected)
        #expect(facts.product == "Board")
    }

    @Test func `are unknown where nothing tells`() throws {
        let facts = KernelFacts.gather(try MachineTree([:]).machine)
        #expect(facts == KernelFacts())
        #expect(verdicts(facts) == [.skipped, .skipped, .skipped])
    }

    /// `CONFIG_INPUT_EVDEV=y` and nothing of IIO, packed by gzip(1).
    private static let packedConfiguration: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 115, 246, 247, 115, 243, 116, 143, 119, 180, 173, 228, 114, 134,
        48, 61, 253, 2, 66, 67, 226, 93, 195, 92, 92, 195, 128, 130, 202, 10, 48, 97, 79, 127, 133, 204,
        98, 133, 188, 252, 18, 133, 226, 212, 18, 46, 0, 214, 56, 119, 30, 56, 0, 0, 0,
    ]

    @Test func `are read from the configuration that the kernel itself tells, packed`() throws {
        let tree = try MachineTree(["proc/sys/kernel/osrelease": "6.1.0\n"])
        try Data(Self.packedConfiguration).write(
            to: URL(fileURLWithPath: tree.machine.path("/proc/config.gz")))
        let facts = KernelFacts.gather(tree.machine)
        #expect(facts.evdev == .running && facts.iio == .missing)
        #expect(verdicts(facts) == [.ok, .ok, .warning])
        #expect(!facts.explainsAbsence)
        // Cut off, it tells nothing.
        try Data(Self.packedConfiguration.prefix(12)).write(
            to: URL(fileURLWithPath: tree.machine.path("/proc/config.gz")))
        #expect(KernelFacts.gather(tree.machine).iio == .unknown)
    }
}
