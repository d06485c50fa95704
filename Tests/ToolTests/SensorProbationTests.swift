import Testing
import TiltCore
import TiltSensors

@testable import tiltshadow

@Suite struct `Sensor on probation` {
    /// A sensor that has as many readings as it is told, all at once.
    final class Counted: Sensor {
        let description: SensorDescription
        let urgentDescriptor: CInt? = nil
        private var left: Int
        private let force: Double

        init(readings: Int, reportsOnlyChanges: Bool, force: Double = 9.81) {
            left = readings
            self.force = force
            description = SensorDescription(
                id: "one", name: "one", kind: .evdev, device: "none", reportsOnlyChanges: reportsOnlyChanges)
        }

        func drain(_ body: (Reading) -> Void) throws(SensorError) {
            for index in 0..<left {
                let counts = Reading.Counts(x: 0, y: 0, z: force)
                body(Reading(time: Timestamp(nanoseconds: Int64(index) * 20_000_000), accelerometer: counts))
            }
            left = 0
        }

        func probe() throws(SensorError) {}
    }

    @Test(arguments: [
        (0, false, 2.0, true, "0 readings in 2.0 s: it sends nothing\n        try: `dmesg"),
        (0, false, 0.1, false, "0 readings in 0.1 s, which is too short to tell\n"),
        (0, true, 2.0, false, "no reading came: it reports only changes; move the device meanwhile\n"),
        (
            5, false, 2.0, false,
            "nothing speaks against it yet, which is too short to tell\n        try: --check 10"
        ),
        (
            5, true, 2.0, false,
            "        try: --check 10, and move the device meanwhile: it reports only changes\n"
        ),
        (
            4, true, 12.02, false,
            "nothing speaks against it yet, and 4 readings are too few to tell\n        try: --check 30, and move the"
        ),
        (
            1, false, 20, false,
            "yet, and 1 reading is too few to tell\n        try: --check 40, and turn the device about meanwhile\n"
        ),
        (5, false, 3.0, false, "    nothing speaks against it\n"),
    ])
    func `finds fault with silence where it is none of the sensor's ways`(
        readings: Int, reportsOnlyChanges: Bool, seconds: Double, isSilent: Bool, words: String
    ) throws {
        var probation = SensorProbation(Counted(readings: readings, reportsOnlyChanges: reportsOnlyChanges))
        try probation.run(seconds: 0.02)
        probation.seconds = seconds
        #expect(probation.isSilent == isSilent)
        #expect(probation.text.contains(words), "\(probation.text)")
        #expect(probation.text.contains("nothing speaks") == (readings > 0))
        let fault = #""faults":[{"code":"silent","message":"0 readings in 2.0 s: it sends nothing","hint":"#
        #expect(probation.json.contains(fault) == isSilent, "\(probation.json)")
        #expect(probation.json.contains(#""faults":[]"#) == !isSilent, "\(probation.json)")
        let isShort = !isSilent && (readings < 5 || seconds < 3)
        #expect(probation.json.hasSuffix(#"],"short":\#(isShort)}"# + "\n"), "\(probation.json)")
    }

    /// What a chip that sleeps reads, one in g, and one whose scale is a thousand times too large.
    @Test(arguments: [0.0, 1.0, 9810.0])
    func `finds a length that cannot be gravity's, however short the look`(force: Double) throws {
        var probation = SensorProbation(Counted(readings: 100, reportsOnlyChanges: false, force: force))
        try probation.run(seconds: 0.02)
        probation.seconds = 2
        #expect(probation.inspector.faults.count == 1, "\(probation.text)")
        #expect(!probation.text.contains("nothing speaks"))
        #expect(!probation.json.contains(#""faults":[]"#))
        #expect(probation.json.hasSuffix(#""short":false}"# + "\n"), "\(probation.json)")
    }
}
