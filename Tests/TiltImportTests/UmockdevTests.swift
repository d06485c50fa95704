import Testing
import TiltCore
import TiltImport

@Suite struct `Events of umockdev` {
    @Test func `are read with the ioctl file beside them`() throws {
        let log = ImportSession(path: ImportSession.fixture("accel.events"))
        #expect(log.failure == nil && log.skipped == [])
        let sensor = try #require(log.header?.sensor)
        #expect(sensor.name == "uaccel test accelerometer" && sensor.device == "/dev/input/event1")
        #expect(sensor.id == "evdev:0006:1209:0a11" && sensor.mounting == .identity)
        #expect(sensor.calibration.accelerometer.scale.x == standardGravity / 16384)
        // The recording begins with the SYN_DROPPED that a change of the clock leaves behind.
        #expect(log.dropped == 1)
        #expect(log.readings.first?.accelerometer == Reading.Counts(x: 0, y: 0, z: 14746))
        #expect(log.readings.first?.time.nanoseconds == 6_833_061_000)
    }

    @Test func `are refused without it, naming what is missing`() throws {
        let directory = try ScratchDirectory()
        let path = try directory.file(
            "a.events", "# EVEMU 1.2\n# device /dev/input/event1\nE: 1.000000 0003 0000 5\n")
        #expect(ImportSession(path: path).failure == .noDescription(sibling: "a.ioctl"))
    }

    @Test func `take the mount matrix from udev's properties of the same node`() throws {
        let directory = try ScratchDirectory()
        for name in ["accel.events", "accel.ioctl"] {
            try directory.file(name, try fixtureBytes(name))
        }
        let other = "P: /devices/b\nN: input/event9\nE: ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\n"
        try directory.file(
            "accel.umockdev",
            other + "\nP: /devices/a\nN: input/event1\nE: ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1\n")
        let log = ImportSession(path: directory.path + "/accel.events")
        let mounting = try #require(log.header?.sensor.mounting)
        #expect(mounting.source == .udev && mounting.convention == .hid)
        #expect(mounting.matrix.description.contains("0,1,0"))
        let events = ImportSession(log.exported(.evemu).text)
        // The matrix has been applied: the same frames, from other counts.
        #expect(events.frames == log.frames && events.readings != log.readings)
    }

    @Test func `of its raw scripts are refused with what to record instead`() {
        let log = ImportSession("d 0 /dev/input/event1\nr 20 ^R^@^@\n")
        #expect(log.failure?.hint.contains("--evemu-events") == true)
    }

}
