import Testing
import TiltCore
import TiltImport

@Suite struct `What evtest prints` {
    private typealias Counts = Reading.Counts

    private static func axis(_ code: Int, _ name: String, _ value: Int, resolution: Int) -> String {
        """
            Event code \(code) (\(name))
              Value  \(value)
              Min   -32768
              Max    32767
              Fuzz      16
              Resolution    \(resolution)

        """
    }

    private static let description =
        """
        Input driver version is 1.0.1
        Input device ID: bus 0x3 vendor 0x54c product 0xce6 version 0x8111
        Input device name: "Sony DualSense Motion Sensors"
        Supported events:
          Event type 0 (EV_SYN)
          Event type 3 (EV_ABS)

        """
        + axis(0, "ABS_X", -13, resolution: 8192) + axis(1, "ABS_Y", 7946, resolution: 8192)
        + axis(2, "ABS_Z", 1300, resolution: 8192) + axis(3, "ABS_RX", 0, resolution: 1024)
        + axis(4, "ABS_RY", 0, resolution: 1024) + axis(5, "ABS_RZ", 0, resolution: 1024) + """
              Event type 4 (EV_MSC)
                Event code 5 (MSC_TIMESTAMP)
            Properties:
              Property type 6 (INPUT_PROP_ACCELEROMETER)
            Testing ... (interrupt to exit)

            """

    private static let events = """
        Event: time 1490000000.123456, type 3 (EV_ABS), code 0 (ABS_X), value -20
        Event: time 1490000000.123456, type 3 (EV_ABS), code 5 (ABS_RZ), value 9
        Event: time 1490000000.123456, type 4 (EV_MSC), code 4 (MSC_SCAN), value c00e9
        Event: time 1490000000.123456, -------------- SYN_REPORT ------------
        Event: time 1490000000.133456, type 3 (EV_ABS), code 1 (ABS_Y), value 7950
        Event: time 1490000000.133456, -------------- Report Sync ------------

        """

    @Test(arguments: [
        "", "$ sudo evtest /dev/input/event17\n",
        "No device specified, trying to scan all of /dev/input/event*\nAvailable devices:\n"
            + "/dev/input/event0:\tLid Switch\nSelect the device event number [0-17]: 17\n",
    ])
    func `is read, whatever was copied before it`(before: String) {
        let log = ImportSession(before + Self.description + Self.events)
        #expect(log.failure == nil && log.skipped == [])
        #expect(
            log.readings.map { $0.time.nanoseconds } == [
                1_490_000_000_123_456_000, 1_490_000_000_133_456_000,
            ])
        #expect(
            log.readings.map { $0.accelerometer } == [
                Counts(x: -20, y: 7946, z: 1300), Counts(x: -20, y: 7950, z: 1300),
            ])
        #expect(log.readings.first?.gyroscope == Counts(x: 0, y: 0, z: 9))
        let sensor = log.header?.sensor
        #expect(sensor?.name == "Sony DualSense Motion Sensors" && sensor?.id == "evdev:0003:054c:0ce6")
        #expect(abs((sensor?.calibration.accelerometer.scale.x ?? 0) - standardGravity / 8192) < 1e-12)
    }

    @Test func `gives the same as evemu of the same events`() {
        let evemu =
            "# EVEMU 1.3\nN: Sony DualSense Motion Sensors\nI: 0003 054c 0ce6 8111\nP: 40 00 00 00 00 00 00 00\n"
            + (0..<6).map { "A: 0\($0) -32768 32767 16 0 \($0 < 3 ? 8192 : 1024)\n" }.joined()
            + "E: 1490000000.123456 0003 0000 -20\nE: 1490000000.123456 0003 0001 7946\n"
            + "E: 1490000000.123456 0003 0002 1300\nE: 1490000000.123456 0003 0003 1\n"
            + "E: 1490000000.123456 0003 0004 1\nE: 1490000000.123456 0003 0005 9\n"
            + "E: 1490000000.123456 0000 0000 0\n"
        let (a, b) = (ImportSession(evemu), ImportSession(Self.description + Self.events))
        #expect(a.readings.first?.accelerometer == b.readings.first?.accelerometer)
        #expect(a.header?.sensor.calibration == b.header?.sensor.calibration)
    }

    @Test func `without the description is told what is missing`() throws {
        let failure = try #require(ImportSession(Self.events).failure)
        #expect(
            failure.description == "what evtest printed holds events, and not what the device's counts mean")
        #expect(failure.hint.contains("Input driver version"))
    }

    @Test func `cut off in an event ends after the last whole reading`() {
        let text = Self.description + Self.events
        let log = ImportSession(String(text.dropLast(30)))
        #expect(log.readings.count == 1 && log.skipped == [.log(.cutOff(rows: 1))])
    }
}
