import Testing
import TiltCore
import TiltSensors

@Suite struct `Mount matrix lookup` {
    private static let turned = "0, 1, 0; -1, 0, 0; 0, 0, 1"

    @Test(
        arguments: [
            (true, turned, turned, Mounting.Source.config, Mounting.Convention.kernel),
            (false, turned, "1,0,0;0,1,0;0,0,1", .udev, .hid),
            (false, nil, turned, .sysfs, .kernel),
            (false, nil, nil, .identity, .kernel),
            // Of what Windows reads, row 3 is never used.
            (false, "0, 1, 0; -1, 0, 0; -1, 0, 0", turned, .udev, .hid),
            (false, "0,1,0;1,0,0;0,0,0", nil, .udev, .hid),
            (false, "0,1,0;0,-1,0;0,0,1", turned, .sysfs, .kernel),
            (false, "0,1,0;0,0,0;0,0,1", nil, .identity, .kernel),
            (false, nil, "0,1,0;1,0,0;0,0,0", .identity, .kernel),
            (false, "nonsense", "1,0;0,1", .identity, .kernel),
        ] as [(Bool, String?, String?, Mounting.Source, Mounting.Convention)])
    func `takes the first source that can be used`(
        configured: Bool, udev: String?, sysfs: String?, source: Mounting.Source,
        convention: Mounting.Convention
    ) throws {
        let lookup = MountMatrixLookup(
            configured: configured ? .identity : nil, udevText: udev, sysfsAttribute: "in_mount_matrix",
            sysfsText: sysfs)
        let mounting = lookup.resolve().mounting
        #expect(mounting.source == source)
        #expect(mounting.convention == convention)
    }

    @Test func `says which row of a singular matrix is to blame and that the next source is used`() {
        let lookup = MountMatrixLookup(
            udevText: "0,1,0;0,0,0;0,0,1", sysfsAttribute: "in_accel_mount_matrix",
            sysfsText: "1,0,0;0,1,0;0,0,1")
        let found = lookup.resolve()
        #expect(found.note.contains("from in_accel_mount_matrix"))
        #expect(
            found.warnings.contains {
                $0.contains("row 2 is all zeroes") && $0.contains("udev") && $0.contains("next source")
            })
        #expect(found.rejected.map(\.error) == [.zeroRow(1)])
    }

    @Test(arguments: [
        ("0.5,0,0;0,0.5,0;0,0,0.5", false), ("1,0.3,0;0,1,0;0,0,1", true),
        ("0.707,0.707,0;-0.707,0.707,0;0,0,1", false), ("0,1,0;-1,0,0;5,5,5", false),
    ])
    func `warns of rows that make no rotation, of those that are used`(matrix: String, isSkewed: Bool) {
        for lookup in [
            MountMatrixLookup(udevText: matrix),
            MountMatrixLookup(sysfsAttribute: "mount_matrix", sysfsText: matrix, isFromACPI: true),
            MountMatrixLookup(
                configured: try? MountMatrix(parsing: matrix, convention: .hid), configuredConvention: .hid),
        ] {
            #expect(
                lookup.resolve().warnings.contains { $0.hasPrefix("the mount matrix is no rotation") }
                    == isSkewed)
        }
    }

    /// What the kernel calls a mirror is a rotation by Windows's signs: the PinePhone's, and what Android needs there.
    @Test func `reads a device tree's mirror with Windows's signs`() throws {
        let text = "0,1,0;-1,0,0;0,0,-1"
        let found = MountMatrixLookup(sysfsAttribute: "mount_matrix", sysfsText: text).resolve()
        let raw = Acceleration<SensorAxes>(x: 1, y: 2, z: 3)
        let android = Mounting(matrix: try MountMatrix(parsing: "0,-1,0;1,0,0;0,0,1"), source: .sysfs)
        #expect(found.mounting(raw) == android(raw) && found.warnings.isEmpty)
        #expect(found.doubts.count == 1 && found.doubts[0].contains("`tiltshadow calibrate`"))
        let told = MountMatrixLookup(
            configuredConvention: .kernel, sysfsAttribute: "mount_matrix", sysfsText: text)
        #expect(told.resolve().mounting.convention == .kernel && told.resolve().doubts.isEmpty)
        #expect(told.resolve().warnings.count == 1)
        let proper = MountMatrixLookup(sysfsAttribute: "mount_matrix", sysfsText: "0,-1,0;1,0,0;0,0,1")
        #expect(proper.resolve().mounting.convention == .kernel && proper.resolve().doubts.isEmpty)
    }

    @Test func `does not call what it cannot use nowhere`() {
        #expect(MountMatrixLookup().resolve().note.contains("from nowhere: identity"))
        let found = MountMatrixLookup(udevText: "nan,0,0;0,1,0;0,0,1").resolve()
        #expect(found.note.contains("from nowhere usable: identity"))
    }

    @Test func `takes a matrix that ACPI wrote for Windows as HID`() {
        let lookup = MountMatrixLookup(
            sysfsAttribute: "mount_matrix", sysfsText: "1,0,0;0,1,0;0,0,1", isFromACPI: true)
        let found = lookup.resolve()
        #expect(found.mounting.convention == .hid)
        #expect(found.note.contains("ACPI"))
    }

    @Test func `lets the settings say what the signs mean`() {
        let lookup = MountMatrixLookup(configuredConvention: .kernel, udevText: Self.turned)
        #expect(lookup.resolve().mounting.convention == .kernel)
    }

    /// Up for raw readings in g of a device lying flat, standing upright and resting on its left edge, when udev's
    /// matrix is right for screen rotation: HID signs in x and y whatever the sensor's own.
    @Test(
        arguments: [
            ("identity", -1.0, "1,0,0;0,1,0;0,0,1", [(0.0, 0.0, -1.0), (0, -1, 0), (-1, 0, 0)]),
            ("reaction, negated", 1, "-1,0,0;0,-1,0;0,0,1", [(0, 0, 1), (0, 1, 0), (1, 0, 0)]),
            ("reaction, all negated", 1, "-1,0,0;0,-1,0;0,0,-1", [(0, 0, 1), (0, 1, 0), (1, 0, 0)]),
            ("turned a quarter", -1, "0,1,0;-1,0,0;0,0,1", [(0, 0, -1), (1, 0, 0), (0, -1, 0)]),
            // Right in rotation, face-up and face-down swapped by the matrix's own z row.
            ("StarLabs", 1, "1,0,0;0,-1,0;0,0,1", [(0, 0, -1), (0, 1, 0), (-1, 0, 0)]),
        ] as [(String, Double, String, [(Double, Double, Double)])])
    func `gives up for HID matrices of either raw sign`(
        name: String, rawSign: Double, matrix: String, raw: [(Double, Double, Double)]
    ) throws {
        let mounting = MountMatrixLookup(udevText: matrix, rawSign: rawSign).resolve().mounting
        let expected: [(Double, Double, Double)] = [(0, 0, 1), (0, 1, 0), (1, 0, 0)]
        for (input, output) in zip(raw, expected) {
            let up = mounting(Acceleration<SensorAxes>(x: input.0, y: input.1, z: input.2))
            #expect(up == Acceleration(x: output.0, y: output.1, z: output.2), "\(name)")
        }
    }

    /// Two entries of systemd's database, whose tablets rotate well by rows 1 and 2.
    @Test(arguments: [("1, 0, 0; 0, -1, 0; 1, 0, 0", -0.6, -0.8), ("0, 1, 0; -1, 0, 0; -1, 0, 0", 0.8, 0.6)])
    func `takes rows 1 and 2 of a matrix whose row 3 is of no use, and remarks on it`(
        text: String, x: Double, y: Double
    ) {
        let found = MountMatrixLookup(udevText: text).resolve()
        let up = found.mounting(Acceleration<SensorAxes>(x: 0.6, y: -0.8, z: 0))
        #expect(up.x == x && up.y == y, "\(up)")
        #expect(found.warnings.isEmpty)
        #expect(found.remarks.contains { $0.contains("row 3 is not used") })
    }

    @Test func `remarks where a matrix's z row contradicts the rows that were tested, and warns of nothing`()
    {
        for (matrix, rawSign, isRemarked) in [
            ("1,0,0;0,-1,0;0,0,1", 1.0, true), ("-1,0,0;0,-1,0;0,0,1", 1, false),
            ("1,0,0;0,1,0;0,0,1", -1, true),
            ("-1,0,0;0,1,0;0,0,1", -1, false),
        ] {
            let found = MountMatrixLookup(udevText: matrix, rawSign: rawSign).resolve()
            #expect(found.remarks.contains { $0.contains("row 3 tells") } == isRemarked, "\(matrix)")
            #expect(found.warnings.isEmpty, "\(matrix)")
        }
    }

    @Test func `needs no matrix for a HID sensor hub whose axes are the screen's`() {
        let mounting = MountMatrixLookup(rawSign: -1).resolve().mounting
        #expect(mounting(Acceleration<SensorAxes>(x: 0, y: 0, z: -1)) == Acceleration(x: 0, y: 0, z: 1))
        #expect(mounting(Acceleration<SensorAxes>(x: 0, y: -1, z: 0)) == Acceleration(x: 0, y: 1, z: 0))
    }
}
