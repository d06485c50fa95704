import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Explanation of a mount matrix` {
    /// A matrix, where it is from, and what must be said of it.
    struct Case: CustomTestStringConvertible {
        let name: String
        let lookup: MountMatrixLookup
        let says: [(key: String, words: String)]
        var testDescription: String { name }
    }

    private static func udev(_ text: String, rawSign: Double = 1) -> MountMatrixLookup {
        MountMatrixLookup(udevText: text, rawSign: rawSign)
    }

    private static func sysfs(_ text: String, acpi: Bool = false) -> MountMatrixLookup {
        MountMatrixLookup(sysfsAttribute: "in_accel_mount_matrix", sysfsText: text, isFromACPI: acpi)
    }

    @Test(arguments: [
        Case(
            name: "identity", lookup: MountMatrixLookup(),
            says: [
                ("from", "nowhere: the settings have none, udev has no ACCEL_MOUNT_MATRIX"),
                ("x axis", "to the right edge"), ("y axis", "to the top edge"),
                ("z axis", "out of the screen"), ("flat", "reads z +9.81 m/s²"),
                ("upright", "reads y +9.81 m/s²"), ("right down", "reads x -9.81 m/s²"),
                ("determinant", "+1.000: a rotation"),
            ]),
        Case(
            name: "a HID hub reads gravity", lookup: MountMatrixLookup(rawSign: -1),
            says: [
                ("raw sign", "-1: the driver reports gravity"), ("x axis", "to the right edge"),
                ("z axis", "out of the screen"), ("flat", "reads z -9.81 m/s²"), ("signs", "up = -M·raw"),
            ]),
        // up = K·raw: raw (1, 0, 0) is up (0, -1, 0), so x points to the bottom edge.
        Case(
            name: "a quarter turn of a device tree", lookup: sysfs("0, 1, 0; -1, 0, 0; 0, 0, 1"),
            says: [
                ("from", "sysfs: /sys/d/in_accel_mount_matrix"), ("x axis", "to the bottom edge"),
                ("y axis", "to the right edge"), ("z axis", "out of the screen"),
                ("upright", "reads x -9.81 m/s²"),
            ]),
        // The same numbers mean the opposite turn where Windows reads them: up = (-M₁, -M₂, M₁×M₂)·raw.
        Case(
            name: "the same from ACPI", lookup: sysfs("0, 1, 0; -1, 0, 0; 0, 0, 1", acpi: true),
            says: [
                ("from", "firmware wrote for Windows"), ("signs", "hid:"), ("x axis", "to the top edge"),
                ("y axis", "to the left edge"), ("z axis", "out of the screen"),
            ]),
        Case(
            name: "a reflection from udev, whose z row is not used", lookup: udev("1,0,0;0,-1,0;0,0,1"),
            says: [
                ("from", "ACCEL_MOUNT_MATRIX of /sys/d"), ("determinant", "-1.000: a reflection"),
                ("x axis", "to the left edge"), ("y axis", "to the top edge"), ("z axis", "out of the back"),
                ("flat", "reads z -9.81 m/s²"), ("note", "row 3 tells face-up from face-down"),
            ]),
        // A chip cannot be mirrored: a device tree's matrix that mirrors by the kernel's signs was written with Windows's.
        Case(
            name: "a reflection from a device tree", lookup: sysfs("-1,0,0;0,1,0;0,0,1"),
            says: [
                ("signs", "hid:"), ("x axis", "to the right edge"), ("y axis", "to the bottom edge"),
                ("z axis", "out of the back"), ("flat", "reads z -9.81 m/s²"),
                ("upright", "reads y -9.81 m/s²"), ("right down", "reads x -9.81 m/s²"),
                ("determinant", "-1.000: a reflection, by row 3, which is not used"),
            ]),
        Case(
            name: "a reflection that the settings read with the kernel's signs",
            lookup: MountMatrixLookup(
                configuredConvention: .kernel, sysfsAttribute: "mount_matrix",
                sysfsText: "-1,0,0;0,1,0;0,0,1"),
            says: [
                ("x axis", "to the left edge"), ("y axis", "to the top edge"),
                ("z axis", "out of the screen"), ("flat", "reads z +9.81 m/s²"),
                ("upright", "reads y +9.81 m/s²"), ("right down", "reads x +9.81 m/s²"),
                ("determinant", "a reflection, which no way"), ("warning", "the kernel's are rotations"),
            ]),
        Case(
            name: "turned by 30° about z", lookup: sysfs("0.8660254,0.5,0;-0.5,0.8660254,0;0,0,1"),
            says: [
                ("x axis", "30° off straight to the right edge, leaning to the bottom edge"),
                ("y axis", "30° off straight to the top edge, leaning to the right edge"),
                ("z axis", "points out of the screen"), ("determinant", "+1.000: a rotation"),
            ]),
        Case(
            name: "rows too long", lookup: sysfs("1,0,0;0,1,0;0,0,1.5"),
            says: [
                ("determinant", "+1.500: a rotation by the directions of its rows"),
                ("flat", "reads z +9.81 m/s²"),
            ]),
        Case(
            name: "a singular one is passed over, its row named",
            lookup: MountMatrixLookup(
                udevText: "1, 0, 0; -1, 0, 0; 0, 0, 1", sysfsAttribute: "mount_matrix",
                sysfsText: "1,0,0;0,1,0;0,0,1"),
            says: [("from", "/sys/d/mount_matrix"), ("warning", "rows 1 and 2"), ("warning", "udev's")]),
        Case(
            name: "singular by row 3 alone, which Windows's signs do not need",
            lookup: udev("1,0,0;0,-1,0;1,0,0"),
            says: [
                ("from", "ACCEL_MOUNT_MATRIX of /sys/d"), ("determinant", "row 3 lies in the plane"),
                ("x axis", "to the left edge"), ("y axis", "to the top edge"), ("z axis", "out of the back"),
                ("note", "row 3 is not used"),
            ]),
        Case(
            name: "a row of zeroes for the kernel", lookup: sysfs("0,1,0;1,0,0;0,0,0"),
            says: [("from", "nowhere"), ("warning", "row 3 is all zeroes")]),
        Case(
            name: "a Steam Deck, with systemd's entry for its panel",
            lookup: MountMatrixLookup(
                udevText: "0,-1,0;1,0,0;0,0,1", known: KnownAxes.ofNode(vendor: "28de", product: "1205")),
            says: [
                ("from", "the table of devices that tiltshadow knows: Steam Deck"),
                ("x axis", "to the right edge"), ("y axis", "out of the screen"),
                ("z axis", "to the bottom edge"), ("flat", "reads y +9.81 m/s²"),
                ("note", "flat on its back, one read x 193, y 16510, z -857"),
                ("note", "udev's ACCEL_MOUNT_MATRIX \"0,-1,0;1,0,0;0,0,1\" is not used"),
            ]),
        Case(
            name: "no matrix at all", lookup: udev("upside down"),
            says: [("from", "nowhere"), ("warning", "has 1 row, expected 3")]),
        Case(
            name: "the settings win",
            lookup: MountMatrixLookup(
                configured: .identity, configuredConvention: .hid, udevText: "0,1,0;1,0,0;0,0,1"),
            says: [("from", "mount_matrix under [sensor]"), ("signs", "(matrix_convention of the settings)")]),
    ])
    func `says where it is from and which way the axes point`(_ row: Case) {
        let lines = MatrixExplanation(lookup: row.lookup, sysPath: "/sys/d").lines
        for (key, words) in row.says {
            #expect(
                lines.contains { $0.key == key && $0.text.contains(words) }, "\(key): \(words) in \(lines)")
        }
    }

    /// What the text says a pose reads must give that pose's up when it is read, and when it is laid along the axes where
    /// the text says that they point.
    @Test func `reads in each pose what the mounting turns into up again`() throws {
        for text in [
            "0,1,0;1,0,0;0,0,-1", "0.6,0.8,0;-0.8,0.6,0;0,0,1", "0,0,1;-1,0,0;0,1,0", "-1,0,0;0,1,0;0,0,1",
        ] {
            for (convention, rawSign) in [
                (Mounting.Convention.kernel, 1.0), (.kernel, -1), (.hid, 1), (.hid, -1),
            ] {
                let mounting = Mounting(
                    matrix: try MountMatrix(parsing: text), source: .config, convention: convention,
                    rawSign: rawSign)
                for pose in Pose.allCases {
                    let axes = MountedAxes(mounting)
                    let raw = try #require(axes.reading(where: pose.up))
                    let up = mounting(Acceleration<SensorAxes>(x: raw.x, y: raw.y, z: raw.z))
                    let wanted = standardGravity * pose.up
                    #expect((MatrixRow(x: up.x, y: up.y, z: up.z) - wanted).length < 1e-9)
                    let directions = axes.directions.map { rawSign * $0 }
                    let sum = raw.x * directions[0] + raw.y * directions[1] + raw.z * directions[2]
                    #expect((sum - wanted).length < 1e-9, "\(mounting)")
                }
            }
        }
    }

    @Test func `comes with the reason where the sensor cannot be used`() {
        let candidate = SensorCandidate(
            id: "a", name: "n", kind: .iioBuffer, device: "/dev/iio:device0", sysPath: "/sys/d", rank: nil,
            reason: "another holds the buffer")
        let explanation = MatrixExplanation(lookup: Self.udev("1,0,0;0,1,0;0,0,1"), sysPath: "/sys/d")
        #expect(
            MatrixReport.text([(candidate, explanation)]).contains(
                "    refused     another holds the buffer\n"))
    }

    @Test func `is one line of JSON for programs`() throws {
        let candidate = SensorCandidate(
            id: "a\u{1b}b", name: "n", kind: .iioBuffer, device: "/dev/iio:device0", sysPath: "/sys/d",
            rank: 1,
            reason: "")
        let explanation = MatrixExplanation(lookup: Self.udev("1,0,0;0,-1,0;0,0,1"), sysPath: "/sys/d")
        let line = MatrixReport.json([(candidate, explanation)])
        let value = try Array(line.utf8.dropLast()).withUnsafeBufferPointer { try JSONParser.parse($0) }
        guard case .array(let sensors) = value["sensors"] else { return #expect(Bool(false), "no sensors") }
        #expect(sensors.first?["source"]?.string == "udev")
        #expect(sensors.first?["determinant"]?.number == -1)
        #expect(sensors.first?["z_axis"]?.string == "out of the back")
        #expect(!MatrixReport.text([(candidate, explanation)]).contains("\u{1b}"))
    }
}
