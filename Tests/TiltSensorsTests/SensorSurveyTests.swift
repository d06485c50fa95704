import Foundation
import Testing
import TiltCore
import TiltSensors

@Suite struct `Sensor survey` {
    private static let pad = "bus/0005:054C:0CE6.0007"
    private static let hub = "hub/0003:1209:0A12.0001"

    /// The attributes of an `inputN` directory.
    private func input(
        _ name: String, abs: String, properties: String = "0", key: String = "0",
        id: String = "0003 1209 0001"
    ) -> [String: String] {
        let parts = id.split(separator: " ").map(String.init)
        return [
            "name": name, "uniq": "", "phys": "", "properties": properties, "capabilities/abs": abs,
            "capabilities/key": key, "id/bustype": parts[0], "id/vendor": parts[1], "id/product": parts[2],
        ]
    }

    private func survey(
        _ tree: FakeTree, _ options: SensorOptions? = nil, _ change: (inout DeviceRecord) -> Void = { _ in }
    )
        -> [SensorCandidate]
    {
        var records = DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot)
        for index in records.indices { change(&records[index]) }
        return SensorSurvey(options: options ?? tree.options(), records: records).candidates()
    }

    @Test func `prefers a hub's buffer with gyroscope to polling it, and an event node to that`() throws {
        let tree = try FakeTree()
        try tree.addIIO(3, below: "\(Self.hub)/HID-SENSOR-200073.2.auto", FakeTree.hubAccelerometer)
        try tree.addIIO(0, below: "\(Self.hub)/HID-SENSOR-200076.3.auto", FakeTree.hubGyroscope)
        try tree.addInput(4, below: "virtual", input("uaccel", abs: "7", properties: "40"))
        let found = survey(tree)
        #expect(found.map(\.kind) == [.iioBuffer, .evdev, .iioPoll])
        #expect(
            found.map(\.id) == [
                "iio-buffer:accel_3d:HID-SENSOR-200073", "evdev:0003:1209:0001:uaccel",
                "iio-poll:accel_3d:HID-SENSOR-200073",
            ])
        #expect(found.map(\.hasGyroscope) == [true, false, false])
        #expect(found[0].device == tree.path("dev/iio:device3"))
        #expect(found[0].reason == "sits at an unknown place, with a gyroscope, read from an IIO buffer")
        #expect(found[0].details.first?.contains("from nowhere: identity") == true)
        #expect(found[0].details.first?.contains("raw sign -1") == true)
    }

    /// Opening would leave its rates out, so that it is no better than a chip without any.
    @Test func `counts no gyroscope that does not tell its scale`() throws {
        let tree = try FakeTree()
        let rates = FakeTree.hubGyroscope.filter { $0.key != "in_anglvel_scale" }
        try tree.addIIO(0, below: "i2c/i2c-IMU0001:00", rates.merging(FakeTree.hubAccelerometer) { $1 })
        #expect(survey(tree).map(\.hasGyroscope) == [false, false])
        try tree.write(
            ["in_anglvel_scale": "0.000174532"], below: "sys/devices/i2c/i2c-IMU0001:00/iio:device0")
        #expect(survey(tree).map(\.hasGyroscope) == [true, false])
    }

    @Test func `puts a pad's motion sensor last, but not a Steam Deck's`() throws {
        let tree = try FakeTree()
        try tree.addInput(
            1, below: Self.pad, input("Controller", abs: "3003f", key: "7fdb000000000000 0 0 0 0"))
        try tree.addInput(2, below: Self.pad, input("Controller Motion Sensors", abs: "3f", properties: "40"))
        try tree.addInput(
            3, below: "usb/0003:28DE:1205.0002",
            input("Steam Deck Motion Sensors", abs: "3f", properties: "40", id: "0003 28de 1205"))
        try tree.addInput(
            4, below: "usb/0003:28DE:1205.0002",
            input("Steam Deck", abs: "3f", key: "7fdb000000000000 0 0 0 0", id: "0003 28de 1205"))
        let found = survey(tree) { record in
            if ["event1", "event4"].contains(record.sysName) { record.isTaggedJoystick = true }
        }
        #expect(found.map(\.name) == ["Steam Deck Motion Sensors", "Controller Motion Sensors"])
        #expect(found.map(\.location) == [.display, .pad])
        #expect(found.allSatisfy { $0.hasGyroscope && $0.rank != nil })
    }

    @Test(arguments: [
        ("usb1/1-3/1-3:1.0", "usb1/1-3/1-3:1.2/0003:17EF:61EB.0004", SensorCandidate.Location.pad),
        ("usb1/1-3/1-3:1.0", "usb1/1-4/1-4:1.2/0003:17EF:61EB.0004", .unknown),
        (
            "usb1/1-2/1-2:1.0/bluetooth/hci0/hci0:1/0005:057E:2009.0001",
            "usb1/1-2/1-2:1.0/bluetooth/hci0/hci0:2/0005:1209:0001.0002", .unknown
        ),
    ])
    func `knows a pad whose motion is on another interface than its buttons`(
        buttons: String, motion: String, place: SensorCandidate.Location
    ) throws {
        let tree = try FakeTree()
        try tree.addInput(1, below: buttons, input("buttons", abs: "3003f", key: "7fdb000000000000 0 0 0 0"))
        try tree.addInput(2, below: motion, input("motion", abs: "3f", properties: "40"))
        let found = survey(tree) { record in
            if record.sysName == "event1" { record.isTaggedJoystick = true }
        }
        #expect(found.map(\.location) == [place])
    }

    @Test func `does not take two devices made by programs for a pad`() throws {
        let tree = try FakeTree()
        try tree.addInput(1, below: "virtual", input("virtual pad", abs: "3003f", key: "1"))
        try tree.addInput(2, below: "virtual", input("virtual accelerometer", abs: "7", properties: "40"))
        let found = survey(tree) { record in
            if record.sysName == "event1" { record.isTaggedJoystick = true }
        }
        #expect(found.map(\.location) == [.unknown])
    }

    @Test(
        arguments: [
            ("lis3lv02d", "ST LIS3LV02DL Accelerometer", "7", "0", nil),
            ("Wii remote", "Nintendo Wii Remote Accelerometer", "38", "0", nil),
            ("hdaps", "hdaps", "3", "0", "has only two axes, which cannot tell a tilt from a push"),
            ("applesmc", "applesmc", "3", "0", "has only two axes, which cannot tell a tilt from a push"),
            (
                "ams", "Apple Motion Sensor", "7", "400",
                "reports the difference to its pose at module load, so gravity is lost"
            ),
            ("cmpc", "cmpc_accel_v4", "7", "0", nil),
            (
                "unknown", "Some Gadget", "7", "0",
                "does not say what its counts are; set accel_scale if it is an accelerometer"
            ),
        ] as [(String, String, String, String, String?)])
    func `knows old drivers by name, and refuses what it cannot read with a reason`(
        label: String, name: String, abs: String, key: String, refusal: String?
    ) throws {
        let tree = try FakeTree()
        try tree.addInput(0, below: "platform/\(label)", input(name, abs: abs, key: key))
        let found = survey(tree)
        #expect(found.count == 1)
        #expect((found.first?.rank == nil) == (refusal != nil))
        if let refusal { #expect(found.first?.reason == refusal) }
    }

    /// As root sees it, so does everybody: a permission would not make pedals an accelerometer.
    @Test func `asks for the scale before the permission`() throws {
        let tree = try FakeTree()
        try tree.addInput(0, below: "platform/gadget", input("Some Gadget", abs: "7"))
        // Root may read every file, but not one that is not there.
        try FileManager.default.removeItem(atPath: tree.path("dev/input/event0"))
        let reason = survey(tree).first?.reason
        #expect(reason == "does not say what its counts are; set accel_scale if it is an accelerometer")
        let scaled = survey(tree, tree.options(accelScale: 0.01)).first?.reason
        #expect(scaled == "no permission to read " + tree.path("dev/input/event0"))
    }

    @Test func `takes a gadget of unknown scale where the settings give one`() throws {
        let tree = try FakeTree()
        try tree.addInput(0, below: "platform/gadget", input("Some Gadget", abs: "7"))
        #expect(survey(tree, tree.options(accelScale: 0.01)).first?.rank != nil)
        #expect(survey(tree, tree.options(device: "other", accelScale: 0.01)).first?.rank == nil)
    }

    /// A scale that is meant for the screen's chip does not make its sensor of what else has three axes.
    @Test func `takes what only the settings' scale makes an accelerometer behind all others`() throws {
        let tree = try FakeTree()
        try tree.addInput(0, below: "usb/pedals", input("Flight Rudder Pedals", abs: "7"))
        try tree.addIIO(
            0, below: "i2c/i2c-BOSC0200:base",
            [
                "name": "bmc150_accel", "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "0",
                "in_accel_scale": "0.0098",
            ])
        let found = survey(tree, tree.options(accelScale: 0.0098))
        #expect(found.map(\.name) == ["bmc150_accel", "Flight Rudder Pedals"])
        #expect(found.last?.reason.contains("by accel_scale alone") == true)
        let id = try #require(found.last?.id)
        #expect(
            survey(tree, tree.options(device: id, accelScale: 0.01)).first?.name == "Flight Rudder Pedals")
    }

    @Test func `lists neither keyboards, gyroscopes alone, light sensors nor triggers`() throws {
        let tree = try FakeTree()
        try tree.addInput(
            0, below: "platform/i8042", input("AT keyboard", abs: "0", key: "402000000 3803078f800d001"))
        try tree.addInput(
            1, below: "platform/touch", input("Touch screen", abs: "260800000000003", key: "400 0 0"))
        try tree.addIIO(0, below: "\(Self.hub)/HID-SENSOR-200076.3.auto", FakeTree.hubGyroscope)
        try tree.addIIO(1, below: "i2c/als", ["name": "als", "in_illuminance_raw": "3"])
        try tree.write(["name": "accel_3d-dev0"], below: "sys/bus/iio/devices/trigger0")
        #expect(survey(tree).isEmpty)
    }

    @Test(arguments: [
        ("in_accel_linear_x_raw", "reports acceleration without gravity"),
        ("in_gravity_x_raw", "reports gravity as a sensor hub computed it, late and smoothed"),
        ("in_accel_x_raw", "has no x, y and z acceleration axes"),
    ])
    func `refuses what is only nearly an accelerometer`(attribute: String, reason: String) throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "hub/x", ["name": "accel-linear", attribute: "1"])
        let found = survey(tree)
        #expect(found.map(\.reason) == [reason])
        #expect(found.first?.rank == nil)
    }

    @Test(
        arguments: [
            ("accel-display", nil, nil, SensorCandidate.Location.display), ("accel-base", nil, nil, .base),
            ("accel-camera", nil, nil, .camera), (nil, "lid", nil, .display), (nil, "base", nil, .base),
            ("accel-base", "base", "display", .display), ("accel-display", nil, "base", .base),
            (nil, nil, nil, .unknown),
        ] as [(String?, String?, String?, SensorCandidate.Location)])
    func `finds where a sensor sits in udev, then label, then location`(
        label: String?, location: String?, udev: String?, expected: SensorCandidate.Location
    ) throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "ec/cros-ec-accel.1.auto", FakeTree.hubAccelerometer)
        var files: [String: String] = [:]
        files["label"] = label
        files["location"] = location
        try tree.write(files, below: "sys/devices/ec/cros-ec-accel.1.auto/iio:device0")
        let found = survey(tree) { $0.location = udev }
        #expect(found.allSatisfy { $0.location == expected })
        #expect(found.count == 2)
    }

    @Test func `prefers the lid's sensor of a convertible`() throws {
        let tree = try FakeTree()
        let attributes = FakeTree.hubAccelerometer.merging(["name": "cros-ec-accel"]) { $1 }
        try tree.addIIO(
            0, below: "ec/cros-ec-accel.1.auto", attributes.merging(["label": "accel-base"]) { $1 })
        try tree.addIIO(
            1, below: "ec/cros-ec-accel.2.auto", attributes.merging(["label": "accel-display"]) { $1 })
        let found = survey(tree)
        #expect(found.map(\.location) == [.display, .display, .base, .base])
        #expect(found.map(\.device.last) == ["1", "1", "0", "0"])
    }

    @Test func `lets the settings name a device by id, node or name`() throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto", FakeTree.hubAccelerometer)
        try tree.addInput(4, below: "virtual", input("uaccel", abs: "7", properties: "40"))
        for name in ["evdev:0003:1209:0001:uaccel", tree.path("dev/input/event4"), "uaccel"] {
            let best = survey(tree, tree.options(device: name)).first
            #expect(best?.kind == .evdev)
            #expect(best?.reason.contains("named in the settings") == true)
        }
    }

    @Test(arguments: ["", "#2"])
    func `tells two equal chips apart by what stands behind their ids, in the settings too`(mark: String)
        throws
    {
        let tree = try FakeTree()
        for number in [1, 2] {
            var chip = FakeTree.hubAccelerometer
            chip["name"] = "mxc4005"
            try tree.addIIO(number, below: "pci/i2c-\(number)/i2c-MDA6655:00", chip)
        }
        let plain = survey(tree).filter { $0.kind == .iioPoll }.map(\.id)
        #expect(plain == ["iio-poll:mxc4005:i2c-MDA6655:00", "iio-poll:mxc4005:i2c-MDA6655:00#2"])
        var options = tree.options(device: plain[0] + mark, accelScale: 0.5)
        options.mountMatrix = .identity
        let found = survey(tree, options)
        let ids = [plain[0] + mark, plain[0].replacing("iio-poll", with: "iio-buffer") + mark]
        #expect(found.filter { $0.isNamed }.map(\.id) == ids)
        #expect(found.first?.isNamed == true && found.first?.namesNothing == nil)
        #expect(found.filter { $0.details[0].contains("from the settings") }.map(\.id) == ids)
    }

    /// The settings are for the chip, and the daemon polls it where another program has its buffer.
    @Test(arguments: [
        ("iio-buffer:mxc4005:i2c-MDA6655:00", SensorDescription.Kind.iioBuffer),
        ("iio-poll:mxc4005:i2c-MDA6655:00", .iioPoll), ("mxc4005", .iioBuffer),
        ("/dev/iio:device1", .iioBuffer),
    ])
    func `take every way of reading a named device for named, with its settings, and the named way first`(
        name: String, best: SensorDescription.Kind
    ) throws {
        let tree = try FakeTree()
        var chip = FakeTree.hubAccelerometer
        chip["name"] = "mxc4005"
        chip["label"] = "accel-base"
        try tree.addIIO(1, below: "pci/i2c-1/i2c-MDA6655:00", chip)
        chip["name"] = "other"
        chip["label"] = "accel-display"
        try tree.addIIO(2, below: "pci/i2c-1/i2c-OTHR0001:00", chip)
        var options = tree.options(
            device: name.hasPrefix("/") ? tree.path(String(name.dropFirst())) : name, accelScale: 0.5)
        options.mountMatrix = try MountMatrix(parsing: "0,-1,0;1,0,0;0,0,1")
        options.rawSign = 1
        options.matrixConvention = .hid
        let survey = SensorSurvey(
            options: options, records: DeviceRecord.all(sysRoot: tree.sysRoot, devRoot: tree.devRoot))
        let found = survey.candidates()
        #expect(found.first?.kind == best)
        #expect(found.map { $0.name } == ["mxc4005", "mxc4005", "other", "other"])
        for candidate in found {
            let isNamed = candidate.name == "mxc4005"
            #expect(candidate.isNamed == isNamed && candidate.guess == nil)
            #expect(survey.accelScale(for: candidate) == (isNamed ? 0.5 : nil))
            let mounting = try #require(survey.lookup(of: candidate)).resolve().mounting
            #expect(mounting.source == (isNamed ? .config : .identity))
            #expect(mounting.convention == (isNamed ? .hid : .kernel))
            #expect(mounting.rawSign == 1)
        }
    }

    @Test func `says that a name in the settings is no sensor's, and what is idle with it`() throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto", FakeTree.hubAccelerometer)
        var options = tree.options(device: "accel_3", accelScale: 0.02)
        options.mountMatrix = .identity
        let found = survey(tree, options)
        let words = try #require(found.first?.namesNothing)
        #expect(words.contains("device = accel_3 under [sensor] names no sensor"))
        #expect(words.contains("so mount_matrix and accel_scale are not in force either"))
        #expect(words.contains("there is iio-buffer:accel_3d:HID-SENSOR-200073"))
        #expect(found.allSatisfy { !$0.isNamed })
        options.device = "accel_3d"
        #expect(survey(tree, options).allSatisfy { $0.namesNothing == nil && $0.isNamed })
        options.device = nil
        #expect(survey(tree, options).allSatisfy { $0.namesNothing == nil })
    }

    @Test(arguments: ["le:s16/0", "be:s128/128>>0", "le:s16/16X0", "nonsense"])
    func `refuses a buffer whose scan type opening would not understand`(type: String) throws {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto",
            FakeTree.hubAccelerometer.merging(["scan_elements/in_accel_y_type": type]) { $1 })
        let found = survey(tree)
        #expect(found.map(\.kind) == [.iioPoll, .iioBuffer])
        #expect(found.last?.rank == nil && found.last?.reason.contains("its in_accel_y: scan type") == true)
    }

    @Test(arguments: [
        ("0", "does not report its scale"), ("1e308", "reports a scale of"), ("5e-324", "reports a scale of"),
        ("0.0098", nil),
    ])
    func `refuses a scale that is none, unless the settings have one for this device`(
        scale: String, reason: String?
    ) throws {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto",
            FakeTree.hubAccelerometer.merging(["in_accel_scale": scale]) { $1 })
        for options in [tree.options(), tree.options(device: "other", accelScale: 0.01)] {
            let found = survey(tree, options)
            #expect(found.allSatisfy { ($0.rank == nil) == (reason != nil) })
            if let reason { #expect(found.allSatisfy { $0.reason.contains(reason) }) }
        }
        #expect(
            survey(tree, tree.options(device: "accel_3d", accelScale: 0.01)).allSatisfy { $0.rank != nil })
    }

    @Test func `takes a matrix that ACPI described as written for Windows`() throws {
        let tree = try FakeTree()
        let parent = "sys/devices/i2c/i2c-KIOX010A:00"
        try tree.addIIO(
            0, below: "i2c/i2c-KIOX010A:00",
            [
                "name": "kxcjk1013", "in_accel_x_raw": "0", "in_accel_y_raw": "0", "in_accel_z_raw": "0",
                "in_accel_scale": "0.001", "in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
            ])
        #expect(survey(tree).first?.details.first?.contains("kernel signs, raw sign +1") == true)
        try tree.write(["path": "_SB_.ACC0"], below: parent + "/firmware_node")
        #expect(survey(tree).first?.details.first?.contains("written by ACPI") == true)
        #expect(survey(tree).first?.details.first?.contains("hid signs") == true)
        try tree.write(["dev_name": "x"], below: parent + "/software_node")
        #expect(survey(tree).first?.details.first?.contains("kernel signs") == true)
    }

    @Test(arguments: [
        ("", "its buffer needs a trigger, and there is none for it"),
        (
            "accel_3d-any-motion-dev0",
            "its trigger \"accel_3d-any-motion-dev0\" fires only on motion, and there is no other"
        ),
    ])
    func `refuses a buffer that nothing would ever fill`(current: String, reason: String) throws {
        let tree = try FakeTree()
        try tree.addIIO(
            0, below: "i2c/1-000f",
            FakeTree.hubAccelerometer.merging(["trigger/current_trigger": current]) { $1 })
        let found = survey(tree)
        #expect(found.map(\.kind) == [.iioPoll, .iioBuffer])
        #expect(found.last?.reason == reason)
        try tree.write(["name": "accel_3d-dev0"], below: "sys/bus/iio/devices/trigger0")
        #expect(survey(tree).first?.kind == .iioBuffer)
    }

    @Test func `warns of a singular matrix, naming its row`() throws {
        let tree = try FakeTree()
        try tree.addIIO(0, below: "\(Self.hub)/HID-SENSOR-200073.2.auto", FakeTree.hubAccelerometer)
        let found = survey(tree) { $0.mountMatrix = "0, 1, 0; 0, 0, 0; 0, 0, 1" }
        #expect(found.first?.rank != nil)
        #expect(found.first?.warnings.contains { $0.contains("row 2 is all zeroes") } == true)
    }
}
