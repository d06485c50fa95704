import Testing
import TiltSensors

@Suite struct `IIO trigger` {
    private static let parent = SysfsDirectory("/sys/devices/i2c/1-0010")

    private func choose(_ names: [String], device: String = "bmc150_accel", current: String? = "") -> String?
    {
        IIOTrigger.choose(
            from: names.map {
                IIOTrigger(name: $0, directory: SysfsDirectory("/sys/devices/elsewhere/trigger0"))
            },
            deviceName: device, number: "3", parent: Self.parent, current: current)?.name
    }

    @Test(
        arguments: [
            (["bmc150_accel-any-motion-dev3", "bmc150_accel-dev3"], "", "bmc150_accel-dev3"),
            (["bmc150_accel-trigger", "bmc150_accel-dev3"], "", "bmc150_accel-dev3"),
            (["bmc150_accel-trigger"], "", "bmc150_accel-trigger"),
            (["mma8452-data-rdy-dev3"], "", "mma8452-data-rdy-dev3"),
            (["bmc150_accel-data-rdy-dev4"], "", "bmc150_accel-data-rdy-dev4"),
            (["bmc150_accel-any-motion-dev3"], "", nil),
            (["other-dev7", "hrtimer"], "", nil),
            (["hrtimer", "tiltshadow"], "", "tiltshadow"),
            (["tiltshadow", "bmc150_accel-dev3"], "", "bmc150_accel-dev3"),
            ([], "", nil),
            (["bmc150_accel-dev3", "hhd"], "hhd", "hhd"),
            (["bmc150_accel-dev3"], "bmc150_accel-any-motion-dev3", "bmc150_accel-dev3"),
            (["bmc150_accel-any-motion-dev3"], "bmc150_accel-any-motion-dev3", nil),
        ] as [([String], String, String?)])
    func `is the driver's own, never any-motion, and one that is set stays`(
        names: [String], current: String, expected: String?
    ) {
        #expect(choose(names, current: current) == expected)
    }

    @Test(
        arguments: [
            ("gyro_3d-dev1", ["accel_3d-dev3", "gyro_3d-dev1"], "accel_3d-dev3"),
            ("hrtimer", ["hrtimer"], "hrtimer"),
        ] as [(String, [String], String)])
    func `is another than the one that is set where that made nothing come`(
        current: String, names: [String], expected: String
    ) {
        let chosen = IIOTrigger.choose(
            from: names.map { IIOTrigger(name: $0, directory: SysfsDirectory("/sys/devices/t/trigger0")) },
            deviceName: "accel_3d", number: "3", parent: Self.parent, current: current, trustsCurrent: false)
        #expect(chosen?.name == expected)
    }

    @Test func `is one beside the device where no name fits`() {
        let triggers = [
            IIOTrigger(name: "a", directory: SysfsDirectory("/sys/devices/elsewhere/trigger0")),
            IIOTrigger(name: "b", directory: SysfsDirectory("/sys/devices/i2c/1-0010/trigger1")),
        ]
        let chosen = IIOTrigger.choose(
            from: triggers, deviceName: "kxcj", number: "0", parent: Self.parent, current: nil)
        #expect(chosen?.name == "b")
    }
}
