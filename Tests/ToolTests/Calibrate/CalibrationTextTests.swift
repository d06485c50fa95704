import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Words of a calibration` {
    /// What is made up of a sensor, and what must and must not be said.
    struct Case: CustomTestStringConvertible {
        let name: String
        var truth = Matrix3.identity
        var gain = 1.0
        var poses = 3
        var reversed: [Pose] = []
        var gyroscope: SensorFault?
        let says: [String]
        var hides: [String] = []
        var testDescription: String { name }
    }

    private static let turned = PosedSensor.rotations[7]

    @Test(arguments: [
        Case(
            name: "right", says: ["The mounting in force is right: there is nothing to change."],
            hides: ["[sensor]", "hwdb", "Scale", "Gyroscope"]),
        Case(
            name: "right but for the scale", gain: 0.5,
            says: [
                "The mounting in force is right, the scale is not.", "accel_scale = 2.0",
                "Scale: gravity at rest",
            ],
            hides: ["hwdb"]),
        Case(
            name: "wrong", truth: turned,
            says: [
                "The mounting in force is wrong.", "device = iio-buffer:x", "mount_matrix = ", "raw_sign = 1",
                "60-sensor.hwdb", " ACCEL_MOUNT_MATRIX=", "udevadm trigger -p DEVNAME=/dev/iio:device0",
            ], hides: ["no word for the driver's sign"]),
        Case(
            name: "the other sign", truth: -1 * Matrix3.identity,
            says: [
                "The driver reports gravity, the opposite", "raw_sign = -1", "no word for the driver's sign",
            ]),
        Case(
            name: "a pose taken the other way round", reversed: [.rightEdgeDown],
            says: ["\"right down\" was taken the other way round"], hides: ["[sensor]", "ACCEL_MOUNT_MATRIX"]),
        Case(
            name: "two poses taken for each other", poses: 6, reversed: [.upright, .topEdgeDown],
            says: ["\"upright\" and \"top down\" were taken for each other"],
            hides: ["[sensor]", "ACCEL_MOUNT_MATRIX"]),
        Case(
            name: "a mirror image that nothing explains", truth: -1 * turned,
            says: ["Either one of them was taken", "give --raw-sign -1."],
            hides: ["[sensor]", "ACCEL_MOUNT_MATRIX"]),
        Case(
            name: "six poses", truth: turned, poses: 6, says: ["top down", "Along each axis: gain x "]),
        Case(
            name: "a gyroscope that disagrees", gyroscope: .rateAxes(RateAxes(.x, .y, .minusZ)),
            says: ["Gyroscope: gravity turns as the rates (gx,gy,-gz)", "No mount matrix cures that"]),
    ])
    func `say what was found and what to do`(_ row: Case) throws {
        var sensor = PosedSensor(row.truth)
        sensor.gain = row.gain
        let readings = sensor.readings(Pose.sequence(row.poses)).map { reading in
            var reading = reading
            if row.reversed.contains(reading.pose) { reading.force = -1 * reading.force }
            return reading
        }
        let description = SensorDescription(
            id: "iio-buffer:x", name: "x\u{1b}[2J", kind: .iioBuffer, device: "/dev/iio:device0")
        var knowledge = SensorKnowledge(
            description, survey: SensorSurvey(options: SensorOptions(), records: []))
        knowledge.identity = SensorIdentity(label: "", modalias: "i2c:x", dmi: "dmi:svnA:pnB:")
        knowledge.node = "/dev/iio:device0"
        let result = try #require(CalibrationResult(readings, of: knowledge, gyroscope: row.gyroscope))
        let text = CalibrationText(result: result).text
        for words in row.says { #expect(text.contains(words), "\(words) in \(text)") }
        for words in row.hides { #expect(!text.contains(words), "\(words) in \(text)") }
        #expect(!text.contains("\u{1b}"))
        // On a narrow terminal no word is lost, and what is to be copied stays whole.
        let narrow = CalibrationText(result: result, width: 40).text
        #expect(narrow.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace))
        #expect(text.split(separator: "\n").filter { $0.contains("=") }.allSatisfy { narrow.contains($0) })
        let line = CalibrationJSON.line(result)
        let value = try Array(line.utf8.dropLast()).withUnsafeBufferPointer { try JSONParser.parse($0) }
        #expect((value["settings"] != nil) == text.contains("[sensor]"))
        #expect((value["hwdb"] != nil) == text.contains("ACCEL_MOUNT_MATRIX="))
    }

    /// A machine without DMI: a device tree's matrix is for everybody, udev's database for here.
    @Test(arguments: [true, false])
    func `begin with what there is to say of a machine without a name`(isFromDeviceTree: Bool) throws {
        let description = SensorDescription(
            id: "iio-poll:x", name: "x", kind: .iioPoll, device: "/sys/x")
        var knowledge = SensorKnowledge(
            description, survey: SensorSurvey(options: SensorOptions(), records: []))
        knowledge.identity = SensorIdentity(label: "", modalias: "i2c:x", dmi: "")
        knowledge.isFromDeviceTree = isFromDeviceTree
        var sensor = PosedSensor(Self.turned)
        let readings = sensor.readings(Pose.sequence(3))
        let text = CalibrationText(result: try #require(CalibrationResult(readings, of: knowledge))).text
        #expect(text.contains("\nUntil then, for udev's hwdb here") == isFromDeviceTree, "\(text)")
        #expect(text.contains("\nFor udev's hwdb here") == !isFromDeviceTree, "\(text)")
        #expect(text.contains("mount-matrix = ") == isFromDeviceTree)
        #expect(!text.contains("\n\n\n"), "\(text)")
    }
}
