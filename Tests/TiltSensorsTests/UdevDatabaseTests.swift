import Testing
import TiltSensors

@Suite struct `The own reader of udev's database` {
    private let tree: FakeTree
    private let database: UdevDatabase

    init() throws {
        tree = try FakeTree()
        database = UdevDatabase(sysRoot: tree.sysRoot, dataRoot: tree.path("data"))
    }

    /// Adds a device to a listing.
    private func add(_ name: String, to listing: String, uevent: String) throws {
        try tree.write(["uevent": uevent], below: "sys/devices/" + name)
        try tree.link(listing + "/" + name, to: "sys/devices/" + name)
    }

    @Test func `finds a node's properties by its number`() throws {
        try add("event3", to: "sys/class/input", uevent: "MAJOR=13\nMINOR=67\nDEVNAME=input/event3")
        try tree.write(
            ["c13:67": "I:123\nE:ID_INPUT=1\nE:ID_INPUT_ACCELEROMETER=1\nG:seat\nQ:seat\nV:1"], below: "data")
        #expect(
            try database.records() == [
                DeviceRecord(
                    subsystem: .input, sysPath: tree.path("sys/devices/event3"), node: "/dev/input/event3",
                    isTaggedAccelerometer: true)
            ])
    }

    @Test(arguments: [
        (
            "udev 175",
            "N:input/event3\nS:input/by-path/pci-0-event\nL:0\nW:12\nI:5523191\nE:ID_INPUT=1\nG:seat"
        ),
        ("systemd 241", "S:input/by-path/pci-0-event\nL:0\nI:5523191\nE:ID_INPUT=1\nG:seat"),
        ("eudev 3.2", "I:5523191\nE:ID_INPUT=1\nG:power-switch\nG:seat"),
        ("systemd 257", "S:input/by-path/pci-0-event\nI:5523191\nE:ID_INPUT=1\nG:seat\nQ:seat\nV:1"),
    ])
    func `reads what each generation of udevd writes, with its words for an accelerometer or without`(
        writer: String, lines: String
    ) throws {
        try add("event3", to: "sys/class/input", uevent: "MAJOR=13\nMINOR=67\nDEVNAME=input/event3")
        try tree.write(["c13:67": lines], below: "data")
        #expect(try database.records().map(\.isTaggedAccelerometer) == [false])
        try tree.write(["c13:67": lines + "\nE:ID_INPUT_ACCELEROMETER=1\n"], below: "data")
        #expect(
            try database.records() == [
                DeviceRecord(
                    subsystem: .input, sysPath: tree.path("sys/devices/event3"), node: "/dev/input/event3",
                    isTaggedAccelerometer: true)
            ])
    }

    @Test func `finds the properties of a device without a node by its name`() throws {
        try add("iio:device0", to: "sys/bus/iio/devices", uevent: "DEVTYPE=iio_device")
        try tree.write(
            ["+iio:iio:device0": "E:ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, 1\nE:ACCEL_LOCATION=base"],
            below: "data")
        #expect(
            try database.records() == [
                DeviceRecord(
                    subsystem: .iio, sysPath: tree.path("sys/devices/iio:device0"), node: nil,
                    mountMatrix: "0, 1, 0; 1, 0, 0; 0, 0, 1", location: "base")
            ])
    }

    @Test func `lists what the kernel says where there is no database`() throws {
        try add("event3", to: "sys/class/input", uevent: "MAJOR=13\nMINOR=67\nDEVNAME=/dev/other")
        let record = try #require(try database.records().first)
        #expect(record.node == "/dev/other")
        #expect(!record.isTaggedAccelerometer)
    }

    @Test func `passes over what vanishes, and lists by path, not by subsystem`() throws {
        try add("event3", to: "sys/class/input", uevent: "")
        try add("iio:device1", to: "sys/bus/iio/devices", uevent: "")
        try add("iio:device0", to: "sys/bus/iio/devices", uevent: "")
        try tree.link("sys/bus/iio/devices/iio:device7", to: "sys/devices/gone")
        try tree.write(["name": "has no uevent"], below: "sys/devices/iio:device8")
        try tree.link("sys/bus/iio/devices/iio:device8", to: "sys/devices/iio:device8")
        #expect(try database.records().map(\.sysName) == ["event3", "iio:device0", "iio:device1"])
    }

    @Test func `has nothing where there is no sysfs`() throws {
        #expect(try UdevDatabase(sysRoot: "/proc/nonexistent", dataRoot: "/proc/nonexistent").records() == [])
    }

    @Test(arguments: [
        ("E:ACCEL_MOUNT_MATRIX=a", "a"), ("E:ACCEL_MOUNT_MATRIX=a\nE:ACCEL_MOUNT_MATRIX=b", "b"),
        ("E:ACCEL_MOUNT_MATRIX=", nil), ("E:ACCEL_MOUNT_MATRIX", "kernel"),
        ("S:ACCEL_MOUNT_MATRIX=a", "kernel"),
        ("E", "kernel"), ("E:", "kernel"), ("E:=a", "kernel"), ("\0\n\n\u{1}", "kernel"), ("", "kernel"),
        ("E:ACCEL_MOUNT_MATRIX=a=b", "a=b"), ("E:ACCEL_MOUNT_MATRIX=a\0b", "a"),
        ("ACCEL_MOUNT_MATRIX=a", "kernel"),
        ("E:ACCEL_MOUNT_MATRIX=\u{FFFD}", "\u{FFFD}"), (" E:ACCEL_MOUNT_MATRIX=a", "kernel"),
    ])
    func `takes lines as libudev does`(text: String, matrix: String?) {
        var properties = UdevProperties()
        properties.take(uevent: Array("ACCEL_MOUNT_MATRIX=kernel\nACCEL_LOCATION=\n".utf8))
        properties.take(database: Array(text.utf8))
        #expect(properties.mountMatrix == matrix)
        #expect(properties.location == "")
    }
}
