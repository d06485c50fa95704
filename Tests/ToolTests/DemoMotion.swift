import Foundation
import TiltCore

/// The motion in the embedded demo log: simulated, and the same bytes whenever it is made.
///
/// A hand raises a device from a table to upright, rocks it through the vertical by 5 to 15°, leans it to either side
/// and lays it down again, in eight seconds that join at their ends. What the sensor adds is simulated too: noise,
/// and whole counts.
enum DemoMotion {
    static let rateHz = 100.0
    static let seconds = 8.0
    /// Counts per standard gravity.
    private static let countsPerGravity = 16_384.0
    /// White noise on each axis, in counts: 4 mg, a cheap sensor's.
    private static let noise = 64.0

    /// The log, ready to be written to a file.
    static func log() -> [UInt8] {
        let scale = Calibration.Axes(scale: 9.80665 / countsPerGravity)
        let sensor = SensorDescription(
            id: "demo", name: "demo: simulated motion", kind: .log, device: "none", rateHz: rateHz,
            calibration: Calibration(accelerometer: scale))
        var header = ByteBuffer()
        LogHeader(sensor: sensor, clock: "log").append(to: &header)
        var lines = header.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines.insert(
            "#motion=simulated: flat, raised upright, rocked 5 to 15 degrees through the vertical, leaned, laid down;"
                + " no device recorded this",
            at: 1)
        var buffer = ByteBuffer(capacity: 32_768)
        buffer.append(text: lines.joined(separator: "\n"))
        var writer = LogWriter(for: sensor)
        var random = Noise()
        for index in 0..<Int(seconds * rateHz) {
            let time = Double(index) / rateHz
            let up = up(at: time)
            let counts = Reading.Counts(
                x: (up.x * countsPerGravity + noise * random.next()).rounded(),
                y: (up.y * countsPerGravity + noise * random.next()).rounded(),
                z: (up.z * countsPerGravity + noise * random.next()).rounded())
            let instant = Timestamp(nanoseconds: Int64(index) * 10_000_000)
            writer.append(Reading(time: instant, accelerometer: counts), to: &buffer)
        }
        writer.appendEnd(dropped: 0, to: &buffer)
        return buffer.bytes
    }

    /// Up in device axes: pitched about x, then leaned about the screen's normal.
    private static func up(at time: Double) -> Up<DeviceAxes> {
        let raised = smootherstep((time - 0.6) / 1.8) - smootherstep((time - 5.4) / 1.8)
        let upright = smootherstep((time - 1.8) / 1.2) - smootherstep((time - 5.2) / 1.2)
        let rock = (5 + 10 * smootherstep((time - 2.4) / 2.4)) * sin(2 * .pi * 0.7 * (time - 2.4))
        let leaning = smootherstep((time - 3.9) / 0.7) - smootherstep((time - 5.2) / 1.2)
        let lean = 14 * leaning * sin(2 * .pi * 0.5 * (time - 3.9))
        let pitch = radians(90 * raised + rock * upright + 2 * (1 - upright) * sin(2 * .pi * 0.25 * time))
        let turn = radians(lean)
        return Up(x: -sin(turn) * sin(pitch), y: cos(turn) * sin(pitch), z: cos(pitch))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// 0 before 0, 1 after 1, and between them 6s⁵ − 15s⁴ + 10s³, which begins and ends without a jerk.
    private static func smootherstep(_ s: Double) -> Double {
        let s = min(1, max(0, s))
        return s * s * s * (s * (6 * s - 15) + 10)
    }

    /// Nearly normal noise of variance 1: SplitMix64, twelve uniform numbers a value.
    private struct Noise {
        private var state: UInt64 = 1

        mutating func next() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + uniform() } }

        private mutating func uniform() -> Double {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
        }
    }
}
