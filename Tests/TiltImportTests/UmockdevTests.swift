import Foundation
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

    @Test func `are read from a folder below, with what is beside them there`() throws {
        let directory = try ScratchDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.path + "/rec", withIntermediateDirectories: true)
        for name in ["accel.script", "accel.ioctl"] {
            try directory.file("rec/" + name, try fixtureBytes(name))
        }
        // Of another recording.
        try directory.file("accel.ioctl", "rubbish\n")
        let log = ImportSession(path: directory.path)
        #expect(log.failure == nil && log.header?.sensor.name == "uaccel test accelerometer")
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

    @Test func `are the same in a script of raw reads`() throws {
        let script = ImportSession(path: ImportSession.fixture("accel.script"))
        let events = ImportSession(path: ImportSession.fixture("accel.events"))
        #expect(script.failure == nil && script.skipped == [])
        #expect(script.header == events.header)
        #expect(script.readings == events.readings && script.dropped == events.dropped)
    }

    @Test func `are read from scripts of 32-bit machines, and from several reads on one line`() throws {
        let directory = try ScratchDirectory()
        try directory.file("a.ioctl", try fixtureBytes("accel.ioctl"))
        // x, y and z of one frame, then the next frame's, by machines whose times have 32 bits; ^ is 0x5e.
        let frame = "^A^@^@^@^`^@^@^@^C^@^@^@^E^@^@^@" + "^A^@^@^@^`^@^@^@^C^@^A^@^F^@^@^@"
        let rest = "^A^@^@^@^`^@^@^@^C^@^B^@^G^@^@^@" + "^A^@^@^@^`^@^@^@^@^@^@^@^@^@^@^@"
        let later = "^B^@^@^@^`^@^@^@^C^@^@^@\u{7f}^@^@^@^B^@^@^@^`^@^@^@^@^@^@^@^@^@^@^@"
        let path = try directory.file(
            "a.script", "# remark\nd 0 /dev/input/event1\nr 0 \(frame)\(rest)\(later)\nw 3 x\n")
        let log = ImportSession(path: path)
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.readings.map(\.time.nanoseconds) == [1_000_094_000, 2_000_094_000])
        #expect(
            log.readings.map(\.accelerometer) == [
                Reading.Counts(x: 5, y: 6, z: 7), Reading.Counts(x: 127, y: 6, z: 7),
            ])
    }

    @Test(arguments: [
        ("r 20 ^@^@^@", "column 6: expected whole events of 24 bytes, or of 16, got \"3 bytes\""),
        ("r 20 ^@^", "expected ^@ to ^_ or ^`"),
        ("r x ^@", "line 2, column 3: expected milliseconds, got \"x\""),
        ("e 20 ^@", "line 2, column 1: expected d, r or w, got \"e\""),
        ("d 0 /dev/ttyS0", "the reads of /dev/ttyS0, which is no event node"),
    ])
    func `of a bad script are refused with the line`(line: String, says: String) throws {
        let directory = try ScratchDirectory()
        try directory.file("a.ioctl", try fixtureBytes("accel.ioctl"))
        let path = try directory.file("a.script", "d 0 /dev/input/event1\n\(line)\n")
        let log = ImportSession(path: path)
        let said = log.skipped.map(\.description) + [log.failure?.description ?? ""]
        #expect(said.contains { $0.contains(says) }, "\(said)")
    }
}
