import Testing
import TiltCore
import TiltSensors

/// The table of known devices, and what a survey makes of it.
@Suite struct `Known axes` {
    /// Where up is in the poses of the table's readings, in device axes.
    private static let poses: [String: (Double, Double, Double)] = [
        "flat on a desk": (0, 0, 1), "on a table": (0, 0, 1), "flat on the table": (0, 0, 1),
        "at rest": (0, 0, 1),
        "flat on its back": (0, 0, 1), "standing on its infrared camera": (0, 1, 0),
        "with the panel upright": (0, 1, 0),
    ]

    /// Pads lie on their grips and triggers: the face leans by 10°, and a DualShock 3's zero is off by as much again.
    @Test(arguments: KnownAxes.all.filter { !$0.isBelieved })
    func `turn each published reading into its pose`(row: KnownAxes) throws {
        let sighting = try #require(row.sighting)
        let (x, y, z) = try #require(Self.poses[sighting.pose], "\(sighting.pose)")
        let mounting = try #require(row.mounting(rawSign: 1))
        let force = mounting(
            Acceleration<SensorAxes>(
                x: (sighting.x ?? 0) / sighting.countsPerG, y: (sighting.y ?? 0) / sighting.countsPerG,
                z: (sighting.z ?? 0) / sighting.countsPerG))
        let length = (force.x * force.x + force.y * force.y + force.z * force.z).squareRoot()
        #expect((0.9...1.1).contains(length), "\(row.name)")
        #expect((force.x * x + force.y * y + force.z * z) / length > 0.94, "\(row.name): \(force)")
        #expect(row.evidence?.contains(row.source) == true && row.doubt == nil)
    }

    @Test(arguments: KnownAxes.all)
    func `are turned by a rotation, and named with a source`(row: KnownAxes) throws {
        let mounting = try #require(row.mounting(rawSign: 1), "\(row.name)")
        #expect(mounting.source == .table)
        let columns = [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)].map { axis in
            let rate = mounting(AngularRate<SensorAxes>(x: axis.0, y: axis.1, z: axis.2))
            return MatrixRow(x: rate.x, y: rate.y, z: rate.z)
        }
        #expect((Matrix3(columns[0], columns[1], columns[2]).determinant - 1).magnitude < 1e-9)
        if row.isBelieved { #expect(row.place != .display) }
        if case .node = row.key { #expect(row.place != .unknown) }
        #expect(!row.source.isEmpty && !row.name.isEmpty)
    }

    @Test(
        arguments: [
            ("28de", "1205", "Steam Deck"), ("054c", "0268", "DualShock 3"), ("054c", "0df2", "DualSense"),
            ("054c", "ffff", "Sony pad"), ("057e", "2007", "Joy-Con (R)"), ("057e", "0330", "Wii Remote"),
            ("057e", "2017", "Nintendo pad"), ("057e", "2069", "Nintendo pad"), ("045e", "02ea", nil),
            ("28de", "1102", nil),
        ] as [(String, String, String?)])
    func `are found by vendor and product, the product's own row first`(
        vendor: String, product: String, name: String?
    ) {
        #expect(KnownAxes.ofNode(vendor: vendor, product: product)?.name == name)
    }

    /// The reading of a real one on its back: 193, 16510, -857 of 16384 a g.
    @Test(arguments: [nil, "0,-1,0;1,0,0;0,0,1"])
    func `make a Steam Deck on its back lie flat, whatever udev says`(udev: String?) throws {
        let known = try #require(KnownAxes.ofNode(vendor: "28de", product: "1205"))
        let found = MountMatrixLookup(udevText: udev, known: known).resolve()
        let up = found.mounting(Acceleration<SensorAxes>(x: 193, y: 16510, z: -857))
        #expect(up == Acceleration(x: 193, y: 857, z: 16510))
        #expect(found.warnings.isEmpty && found.note.contains("known devices (Steam Deck)"))
        #expect(found.remarks.contains { $0.contains("flat on its back, one read x 193, y 16510, z -857") })
        #expect(found.remarks.contains { $0.contains("is not used: systemd's entry") } == (udev != nil))
    }

    @Test func `have the signs that the settings say`() throws {
        let known = try #require(KnownAxes.all.first { $0.name == "Legion Go" })
        for configured in [nil, Mounting.Convention.kernel] {
            let mounting = MountMatrixLookup(configuredConvention: configured, known: known).resolve()
                .mounting
            #expect(mounting.source == .table && mounting.convention == configured ?? .hid)
        }
    }

    @Test func `give way to the settings`() throws {
        let known = try #require(KnownAxes.ofNode(vendor: "28de", product: "1205"))
        let found = MountMatrixLookup(configured: .identity, known: known).resolve()
        #expect(found.mounting.source == .config)
    }

    @Test func `say what to do where nobody published a reading, and warn of nothing`() throws {
        let known = try #require(KnownAxes.ofNode(vendor: "054c", product: "ffff"))
        let found = MountMatrixLookup(known: known).resolve()
        #expect(found.mounting.source == .table)
        #expect(found.warnings.isEmpty)
        #expect(found.doubts.count == 1 && found.doubts[0].contains("`tiltshadow calibrate`"))
    }

    private static let chip = [
        "name": "bmi160", "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "0",
        "in_accel_scale": "0.000598550",
    ]

    private func survey(_ tree: FakeTree, matrix: String? = nil) -> [SensorCandidate] {
        var records = DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot)
        for index in records.indices { records[index].mountMatrix = matrix }
        return SensorSurvey(options: tree.options(), records: records).candidates()
    }

    @Test(
        arguments: [
            ("BMI0160", "GPD", "G1618-05", nil, "known devices (GPD Win 5)", .display),
            ("BMI0160", "GPD", "G1618-05", "0, -1, 0; -1, 0, 0; 0, 0, 1", "from udev", .display),
            ("BMI0160", "GPD", "G1619-04", nil, "known devices (GPD Win Max 2)", .unknown),
            ("BMI0260", "GPD", "G1619-04", nil, "known devices (GPD Win Max 2)", .unknown),
            ("BMI0160", "AYANEO", "AIR Pro", nil, "known devices (AYANEO)", .unknown),
            ("BMI0160", "GPD", "G1617-01", nil, "known devices (GPD Win Mini)", .unknown),
            // One name for boards whose chips lie in two ways.
            ("BMI0160", "GPD", "G1618-04", nil, "from nowhere", .unknown),
            ("BMI0160", "AYANEO", "KUN", nil, "from nowhere", .unknown),
            ("BMI0260", "GPD", "G1618-05", nil, "from nowhere", .unknown),
            ("BMI0160", "Acme", "G1618-05", nil, "from nowhere", .unknown),
        ] as [(String, String, String, String?, String, SensorCandidate.Location)])
    func `tell a handheld's chip by the machine, and only a seen one to be the screen's`(
        id: String, vendor: String, product: String, matrix: String?, origin: String,
        place: SensorCandidate.Location
    ) throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "i2c/i2c-\(id):00", Self.chip)
        try tree.write(["sys_vendor": vendor, "product_name": product], below: "sys/class/dmi/id")
        let found = survey(tree, matrix: matrix)
        #expect(found.first?.details.first?.contains(origin) == true, "\(found.first?.details ?? [])")
        #expect(found.first?.location == place)
    }

    /// `iio_read_mount_matrix` makes one where firmware has none, and drivers show it like any other.
    @Test(arguments: [
        ("1, 0, 0; 0, 1, 0; 0, 0, 1", "known devices (GPD Win Mini)"),
        ("0, 1, 0; -1, 0, 0; 0, 0, 1", "from in_mount_matrix"),
    ])
    func `come before the identity of a driver that was told none`(matrix: String, origin: String) throws {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "i2c/i2c-BMI0160:00", Self.chip.merging(["in_mount_matrix": matrix]) { $1 })
        try tree.write(["sys_vendor": "GPD", "product_name": "G1617-01"], below: "sys/class/dmi/id")
        let found = survey(tree)
        #expect(found.first?.details.first?.contains(origin) == true, "\(found.first?.details ?? [])")
    }

    private static let (tabs, notes) = ("0, 0, -1; 1, 0, 0; 0, -1, 0", "-1, 0, 0; 0, 1, 0; 0, 0, 1")

    /// PineNote and PineTab2 have the same chip, and udev's database goes by it; another entry of udev's, or a device tree's
    /// matrix, is for this board.
    @Test(arguments: [
        ("pinenote", tabs, "1, 0, 0; 0, 1, 0; 0, 0, 1", "known devices (PineNote)"),
        ("pinenote", "0,0,-1;1,0,0;0,-1,0", notes, "from mount_matrix"),
        ("pinenote", tabs, "0, -1, 0; 1, 0, 0; 0, 0, 1", "from mount_matrix"),
        ("pinenote", "0, 1, 0; -1, 0, 0; 0, 0, 1", notes, "from udev"),
        ("pinetab2", tabs, notes, "from udev"),
    ])
    func `tell a board by its device tree`(board: String, udev: String, sysfs: String, origin: String) throws
    {
        let tree = try FakeTree()
        var chip = Self.chip
        chip["name"] = "sc7a20"
        chip["mount_matrix"] = sysfs
        try tree.addIIO(0, below: "i2c/i2c-5/5-0018", chip)
        try tree.write(
            ["compatible": "pine64,\(board)-v1\0pine64,\(board)\0rockchip,rk3566\0"],
            below: "sys/firmware/devicetree/base")
        let found = survey(tree, matrix: udev)
        #expect(found.first?.details.first?.contains(origin) == true, "\(found.first?.details ?? [])")
        let row = try #require(KnownAxes.all.first { $0.name == "PineNote" })
        let lookup = MountMatrixLookup(
            udevText: udev, sysfsAttribute: "mount_matrix", sysfsText: sysfs,
            known: board == "pinenote" ? row : nil)
        #expect(
            lookup.resolve().remarks.contains { $0.contains("is not used: systemd's entry") }
                == (origin != "from udev"))
    }

    @Test(arguments: [
        ("i2c-KIOX010A:00", SensorCandidate.Location.display), ("i2c-KIOX020A:00", .base),
        ("i2c-BOSC0200:base", .base), ("i2c-BOSC0200:00", .unknown),
    ])
    func `leave the place to what the sensor sits on, where nothing else tells`(
        parent: String, place: SensorCandidate.Location
    ) throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "i2c/" + parent, Self.chip)
        #expect(survey(tree).first?.location == place)
    }
}
