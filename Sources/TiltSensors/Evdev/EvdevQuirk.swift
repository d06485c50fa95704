/// What the kernel does not say about an event node that is an accelerometer.
///
/// Older drivers set neither `INPUT_PROP_ACCELEROMETER` nor a resolution, so the node is known by its name and the
/// scale by reading the driver. Drivers that set both need no entry, hid-nintendo included: its rates are 1000 times
/// too large and so is its resolution.
package struct EvdevQuirk: Equatable, Sendable {
    /// Where the specific force is found, or why it is not.
    package enum Content: Equatable, Sendable {
        /// On `ABS_X`, `ABS_Y` and `ABS_Z`, in counts per g.
        case axes(countsPerG: Double)
        /// On `ABS_RX`, `ABS_RY` and `ABS_RZ`, in counts per g.
        case rotationAxes(countsPerG: Double)
        /// On `ABS_X`, `ABS_Y` and `ABS_Z`, in counts that nobody knows: they are learned.
        case unknownScale
        /// Of no use, with the reason.
        case unusable(reason: StaticReason)
    }

    /// Why a known device cannot be used.
    package enum StaticReason: String, Sendable {
        /// The third axis cannot be made up: a vehicle or a hand adds to the two that are there.
        case twoAxes = "has only two axes, which cannot tell a tilt from a push"
        /// `drivers/macintosh/ams/ams-input.c` subtracts the pose at module load.
        case zeroedAtLoad = "reports the difference to its pose at module load, so gravity is lost"
    }

    /// The device's name, as `EVIOCGNAME` has it.
    package let name: String
    /// What its axes hold.
    package let content: Content
    /// Where it always sits; `nil` where that depends on the device.
    package var place: SensorCandidate.Location?

    /// The known devices; each comment names the driver that the number was read from.
    package static var all: [EvdevQuirk] {
        [
            // drivers/misc/lis3lv02d/lis3lv02d.c: every chip is scaled to mg (LIS3_SENSITIVITY_*).
            // It guards the hard disk of HP laptops, which is in the base; udev says so since 243.
            EvdevQuirk(
                name: "ST LIS3LV02DL Accelerometer", content: .axes(countsPerG: 1000), place: .base),
            // drivers/input/misc/adxl34x.c: ADXL_FULL_RES by default, 4 mg a count.
            EvdevQuirk(name: "ADXL34x accelerometer", content: .axes(countsPerG: 256)),
            // drivers/input/misc/bma150.c: 10 bits over ±2 g by default.
            EvdevQuirk(name: "bma150", content: .axes(countsPerG: 256)),
            // drivers/input/misc/cma3000_d0x.c: multiplied by bit_to_mg.
            EvdevQuirk(name: "cma3000-accelerometer", content: .axes(countsPerG: 1000)),
            // drivers/input/misc/kxtj9.c: shifted to 1024 a g in every range (SHIFT_ADJ_2G … 8G).
            EvdevQuirk(name: "kxtj9_accel", content: .axes(countsPerG: 1024)),
            // drivers/input/misc/mma8450.c: 12 bits over ±2 g.
            EvdevQuirk(name: "mma8450", content: .axes(countsPerG: 1024)),
            // drivers/platform/x86/acer-wmi.c: the BMA150's 10 bits at the top of 16, so 64 · 256.
            EvdevQuirk(name: "Acer BMA150 accelerometer", content: .axes(countsPerG: 16384)),
            // drivers/hid/hid-udraw-ps3.c: "1G accel is reported as ~256".
            EvdevQuirk(name: "THQ uDraw Game Tablet for PS3 Accelerometer", content: .axes(countsPerG: 256)),
            // drivers/hid/hid-wiimote-modules.c: 10 bits minus 0x200; 1 g is 26 of the upper 8, so 104, give or take 5 %.
            EvdevQuirk(name: "Nintendo Wii Remote Accelerometer", content: .rotationAxes(countsPerG: 104)),
            // drivers/platform/x86/classmate-laptop.c: the range is an attribute (g_select) in the firmware's own steps.
            // drivers/platform/x86/asus-laptop.c: -512 to 512 of whatever its firmware's XLRX, XLRY and XLRZ return.
            EvdevQuirk(
                name: "Pegatron Lucid Tablet Accelerometer", content: .unknownScale, place: .display),
            EvdevQuirk(name: "cmpc_accel", content: .unknownScale),
            EvdevQuirk(name: "cmpc_accel_v4", content: .unknownScale),
            EvdevQuirk(name: "Apple Motion Sensor", content: .unusable(reason: .zeroedAtLoad)),
            // drivers/platform/x86/hdaps.c and drivers/hwmon/applesmc.c report ABS_X and ABS_Y alone.
            EvdevQuirk(name: "hdaps", content: .unusable(reason: .twoAxes)),
            EvdevQuirk(name: "applesmc", content: .unusable(reason: .twoAxes)),
        ]
    }

    /// The entry for a device's name, or `nil`.
    package static func named(_ name: String) -> EvdevQuirk? { all.first { $0.name == name } }
}
