import TiltCore
import TiltSensors

/// What udev and sysfs say of a sensor hub and an event node, one `place/name=text` a line, through a whole survey.
///
/// Texts that come from a device or a database are the input's; what the kernel itself writes is fixed. Files are made
/// below the current directory, so that nothing is left from one input to the next.
enum UdevTarget {
    private static let accelerometer = "sys/hub/HID-SENSOR-200073.2.auto/iio:device0"
    private static let gyroscope = "sys/hub/HID-SENSOR-200076.3.auto/iio:device1"
    private static let input = "sys/virtual/input/input4"

    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let texts = FuzzedTexts(bytes)
        lay(texts)
        let options = SensorOptions(
            device: texts["settings/device"], sysRoot: "sys", devRoot: "sys/none")
        let survey = SensorSurvey(options: options, records: records(texts))
        let candidates = survey.candidates()
        var ids = Set<String>()
        for candidate in candidates {
            expect(ids.insert(candidate.id).inserted, "two candidates are called \(candidate.id)")
            check(candidate)
        }
        expect(candidates == CandidateRanking.sorted(candidates), "the list is not in its order")
        for record in survey.records {
            for candidate in candidates where candidate.sysPath == record.sysPath {
                MountTarget.check(survey.mounting(of: record, candidate: candidate).mounting)
            }
        }
        checkRate(texts["rates"] ?? "")
    }

    private static func records(_ texts: FuzzedTexts) -> [DeviceRecord] {
        func record(_ subsystem: DeviceRecord.Subsystem, _ path: String, _ node: String?) -> DeviceRecord {
            DeviceRecord(
                subsystem: subsystem, sysPath: path, node: node,
                isTaggedAccelerometer: texts["udev/ID_INPUT_ACCELEROMETER"] == "1",
                isTaggedJoystick: texts["udev/ID_INPUT_JOYSTICK"] == "1",
                mountMatrix: texts["udev/ACCEL_MOUNT_MATRIX"], location: texts["udev/ACCEL_LOCATION"])
        }
        var records = [
            record(.iio, accelerometer, accelerometer + "/name"), record(.iio, gyroscope, nil),
            record(.input, input + "/event4", input + "/name"),
        ]
        if let path = texts["path"] { records.append(record(.input, "sys/none/" + path, path)) }
        return records
    }

    private static func lay(_ texts: FuzzedTexts) {
        let files = ScratchFiles(root: ".")
        for (place, directory) in [("accel/", accelerometer), ("gyro/", gyroscope), ("input/", input)] {
            files.makeDirectories(directory + "/scan_elements")
            files.makeDirectories(directory + "/capabilities")
            for name in FuzzedTexts.attributes { files.set(directory + "/" + name, to: texts[place + name]) }
        }
    }

    private static func check(_ candidate: SensorCandidate) {
        expect(!candidate.id.isEmpty && !candidate.reason.isEmpty, "\(candidate) says nothing of itself")
        expect(candidate.details.first?.isEmpty == false, "\(candidate.id) has no word on its mounting")
        for text in [candidate.id, candidate.name, candidate.reason] + candidate.details + candidate.warnings
        {
            expect(!text.utf8.contains { $0 < 32 || $0 == 127 }, "a control character in \(text)")
            expect(text.utf8.count < 600, "\(text.utf8.count) bytes of words: \(text)")
        }
        expect(!candidate.id.utf8.contains(32), "the id \(candidate.id) is two words")
        var buffer = ByteBuffer()
        let sensor = SensorDescription(
            id: candidate.id, name: candidate.name, kind: candidate.kind, device: candidate.device)
        ServerMessage.appendHello(
            defaults: Subscription(), blur: 16, opacity: 0.35, sensor: sensor, to: &buffer)
        MessageCheck.check(buffer, type: "hello")
    }

    private static func checkRate(_ available: String) {
        guard let chosen = SamplingFrequency.choose(from: available, atLeast: 200) else { return }
        let rate = DecimalParser.double(chosen)
        expect(rate?.isFinite == true, "the rate \(chosen) was chosen from \(available)")
    }
}
