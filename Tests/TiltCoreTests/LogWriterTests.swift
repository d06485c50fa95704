import Foundation
import Testing
import TiltCore

@Suite struct `Log writer` {
    private static let sensor = SensorDescription(
        id: "i", name: "n", kind: .evdev, device: "/dev/input/event3")

    @Test func `writes rows as a person would`() {
        var writer = LogWriter(for: Self.sensor)
        let counts = Reading.Counts(x: 12, y: -40, z: 16380)
        let text = written { buffer in
            writer.append(
                Reading(
                    time: Timestamp(nanoseconds: 81), accelerometer: counts,
                    gyroscope: .init(x: 3, y: 0, z: -1)),
                to: &buffer)
            writer.append(Reading(time: Timestamp(nanoseconds: 82), accelerometer: counts), to: &buffer)
            writer.append(
                Reading(time: Timestamp(nanoseconds: 83), gyroscope: .init(x: 0.5, y: -0.0, z: 1e300)),
                to: &buffer)
            writer.appendEnd(dropped: 2, to: &buffer)
        }
        #expect(
            text == """
                81,12,-40,16380,3,0,-1
                82,12,-40,16380,,,
                83,,,,0.5,0,1e+300
                #end samples=3 dropped=2\n
                """)
        #expect(writer.rows == 3)
    }

    @Test func `leaves gyroscope columns out where there is none`() {
        var sensor = Self.sensor
        sensor.calibration.gyroscope = nil
        var writer = LogWriter(for: sensor)
        let text = written {
            writer.append(
                Reading(time: Timestamp(nanoseconds: 1), accelerometer: .zero, gyroscope: .zero), to: &$0)
        }
        #expect(text == "1,0,0,0\n")
    }

    @Test(arguments: [true, false])
    func `writes what the reader reads back, bit for bit`(hasGyroscope: Bool) {
        var random = SplitMix64(seed: 23)
        var sensor = Self.sensor
        if !hasGyroscope { sensor.calibration.gyroscope = nil }
        var time = Int64.min
        let readings = (0..<2000).map { index -> Reading in
            time += 1 + Int64(random.below(1 << 40))
            func counts() -> Reading.Counts? {
                guard random.below(4) > 0 else { return nil }
                let size = index % 2 == 0 ? 1.0 : 5e-4
                func count() -> Double { size * Double(random.below(1999) - 999) }
                return Reading.Counts(x: count(), y: count(), z: count())
            }
            return Reading(
                time: Timestamp(nanoseconds: time), accelerometer: counts(),
                gyroscope: hasGyroscope ? counts().map { 0.1 * $0 } : nil)
        }
        var writer = LogWriter(for: sensor)
        let text = written { buffer in
            LogHeader(sensor: sensor).append(to: &buffer)
            for reading in readings { writer.append(reading, to: &buffer) }
            writer.appendEnd(dropped: 0, to: &buffer)
        }
        let log = LogSession(text)
        #expect(log.errors == [] && log.header?.sensor == sensor && log.readings == readings)
    }
}
