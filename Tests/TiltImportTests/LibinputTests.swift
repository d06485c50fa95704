import Foundation
import Testing
import TiltCore
import TiltImport

@Suite struct `Recordings of libinput` {
    private typealias Counts = Reading.Counts

    private static func device(_ name: String, node: String, resolution: Int, properties: String = "[6]")
        -> String
    {
        """
        - node: \(node)
          evdev:
            # Event type 3 (EV_ABS)
            #   Event code 0 (ABS_X)
            #       Value          11
            #   Event code 1 (ABS_Y)
            #       Value          12
            #   Event code 2 (ABS_Z)
            #       Value          13
            name: "\(name)"
            id: [3, 1356, 3302, 0]
            codes:
              3: [0, 1, 2] # EV_ABS
            absinfo:
              0: [-32768, 32768, 0, 0, \(resolution)]
              1: [-32768, 32768, 0, 0, \(resolution)]
              2: [-32768, 32768, 0, 0, \(resolution)]
            properties: \(properties)
          a-key-of-tomorrow: [7, {x: 1}]
          udev:
            properties:
            - ID_INPUT=1
          quirks:
          events:
          # Current time is 13:49:58
          - evdev:
            - [  0, 100000,   3,   0,       1] # EV_ABS / ABS_X                     1 (+1)
            - [  0, 100000,   0,   0,       0] # ------------ SYN_REPORT (0) ---------- +1ms
            libinput:
            - {time: 0.100000, type: POINTER_MOTION, delta: [1, 2]}
          - evdev:
            - [  0, 104000,   3,   2,      -2] # EV_ABS / ABS_Z
            - [  0, 104000,   0,   0,       0] # ------------ SYN_REPORT (0)

        """
    }
    private static let head = "version: 1\nndevices: 1\nlibinput:\n  version: \"1.22.1\"\ndevices:\n"

    @Test func `give the counts of the first accelerometer, from the state that comments tell`() throws {
        let keyboard = Self.device("keyboard", node: "/dev/input/event0", resolution: 0, properties: "[]")
        let text =
            Self.head + keyboard + Self.device("one", node: "/dev/input/event1", resolution: 8192)
            + Self.device("two", node: "/dev/input/event2", resolution: 4096)
        let log = ImportSession(text)
        #expect(log.failure == nil && log.skipped == [])
        let sensor = try #require(log.header?.sensor)
        #expect(
            sensor.name == "one" && sensor.device == "/dev/input/event1"
                && sensor.id == "evdev:0003:054c:0ce6")
        #expect(sensor.calibration.accelerometer.scale.x == standardGravity / 8192)
        #expect(log.readings.map { $0.time.nanoseconds } == [100_000_000, 104_000_000])
        #expect(
            log.readings.map { $0.accelerometer } == [Counts(x: 1, y: 12, z: 13), Counts(x: 1, y: 12, z: -2)])
        for name in ["two", "/dev/input/event2"] {
            let other = ImportSession(text, ImportOptions(device: name))
            #expect(other.header?.sensor.name == "two" && other.readings.count == 2)
        }
        let wrong = ImportSession(text, ImportOptions(device: "three"))
        #expect(wrong.failure?.hint.contains("one, /dev/input/event2, two") == true)
    }

    @Test func `say why no device is an accelerometer`() {
        let text = Self.head + Self.device("pad", node: "/dev/input/event0", resolution: 0, properties: "[]")
        let failure = ImportSession(text).failure
        #expect(failure?.description.contains("\"pad\" does not say what its counts are") == true)
        // A gamepad's sticks have the same axes as its motion sensor, and come first.
        let sensor = Self.device("motion", node: "/dev/input/event1", resolution: 0)
        let taken = ImportSession(text + sensor, ImportOptions(accelScale: 0.01))
        #expect(taken.header?.sensor.name == "motion" && taken.readings.count == 2)
        #expect(ImportSession(text, ImportOptions(accelScale: 0.01)).failure != nil)
        #expect(ImportSession(text, ImportOptions(device: "pad", accelScale: 0.01)).readings.count == 2)
        let pointer = Self.head + Self.device("pad", node: "/dev/x", resolution: 40, properties: "[]")
        let refusal = ImportSession(pointer).failure
        #expect(refusal?.description.contains("\"pad\" does not say that it is an accelerometer") == true)
    }

    @Test func `of no end of devices keep few of their names`() {
        let many = (0..<5000).map { "- node: /dev/\($0)\n  evdev:\n    name: \"n\($0)\"\n" }.joined()
        let failure = ImportSession(Self.head + many, ImportOptions(device: "nobody")).failure
        guard case .unknownDevice(_, let known)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(known.count == 128)
    }

    @Test(arguments: [
        ("    - [  0, 200000,   3,   0]", "line 40, column 29: expected a comma"),
        ("    - [  0, 2000000,   3,   0,  1]", "line 40, column 13: expected microseconds, got \"2000000,\""),
        ("    - [  0, 200000,   3,   0,  1", "line 40, column 33: expected a bracket"),
        ("    - [  x, 200000,   3,   0,  1]", "line 40, column 10: expected seconds, got \"x,\""),
        (
            "    - [  0, 200000,   3,   0,  9999999999]",
            "line 40, column 32: expected a whole number of 32 bits"
        ),
    ])
    func `name the line, the column and what was expected`(line: String, expected: String) throws {
        let text = Self.head + Self.device("one", node: "/dev/input/event1", resolution: 8192) + line + "\n"
        let number = text.split(separator: "\n").count
        let log = ImportSession(text)
        let found = try #require(log.skipped.first).description
        let rest = expected.split(separator: ",", maxSplits: 1)[1]
        #expect(found.hasPrefix("line \(number),\(rest)"), "\(found)")
        #expect(log.readings.count == 2)
    }

    @Test(arguments: [
        (nil, "Sony DualSense Motion Sensors", 40),
        ("uaccel test accelerometer", "uaccel test accelerometer", 40),
    ])
    func `made by libinput record of two devices at once are read, each by its name`(
        device: String?, name: String, count: Int
    ) throws {
        let log = ImportSession(path: ImportSession.fixture("two.yml"), ImportOptions(device: device))
        #expect(log.failure == nil && log.skipped == [])
        #expect(log.header?.sensor.name == name && log.readings.count == count)
        let sensor = try #require(log.header?.sensor)
        for reading in log.readings {
            let force = try #require(sensor.sample(from: reading).acceleration)
            #expect((force.length - standardGravity).magnitude < 0.5)
        }
        let again = ImportSession(log.exported(.tiltlog).text)
        #expect(again.readings == log.readings && again.frames == log.frames)
    }

    @Test func `and the events of evemu-record of the same device are the same`() {
        let events = ImportSession(path: ImportSession.fixture("pad.evemu")).readings.map { $0.accelerometer }
        let record = ImportSession(path: ImportSession.fixture("two.yml")).readings.map { $0.accelerometer }
        // Both recorded the same made-up events, played twice.
        #expect(Array(events.prefix(30).dropFirst()) == Array(record.prefix(30).dropFirst()))
    }
}
