import Foundation
import TiltCore

/// What a resting accelerometer reads while somebody taps beside it: noise, and a damped burst a tap.
///
/// A tap on the left differs from one on the right in the sign of the burst's x.
struct TapStream {
    /// The size of a burst, in m/s².
    var amplitude = 0.2
    /// The noise of each axis, in m/s² rms.
    var noise = 0.01
    /// The frequency of a burst, in Hz, and how fast it dies away, τ in seconds.
    var hertz = 25.0
    var decay = 0.02
    /// How many taps there are, and how long from one to the next, in seconds, ± 20 %.
    var taps = 2000
    var spacing = 0.8
    /// A continuous sway at 4 Hz, in m/s²: a device on a lap.
    var sway = 0.0
    /// True where bursts go straight across gravity, the worst there is; else aslant.
    var isAcross = false
    /// True with a gyroscope, whose noise is 0.0005 rad/s.
    var hasGyroscope = false
    /// How fast a tap turns the device about each axis of the gyroscope, in rad/s.
    var turn = 0.0
    var seed: UInt64 = 1

    /// One tap.
    struct Tap {
        /// When, in seconds.
        let time: Double
        let isLeft: Bool
    }

    /// Samples a second.
    var rateHz = 200.0
    /// True for a sensor that reports only changes.
    var restsInSilence = false
    /// One count, in m/s²: by default as event nodes of phones have it, 16,384 for gravity.
    var scale = standardGravity / 16384
    /// One count of the gyroscope, in rad/s.
    private static let gyroscopeScale = 1e-4
    /// The first tap comes so late, in seconds: the device has come to rest.
    private static let start = 10.0
    /// A burst is over after that, in seconds.
    private static let length = 0.4

    var sensor: SensorDescription {
        SensorDescription(
            id: "taps", name: "taps", kind: .iioBuffer, device: "-", rateHz: rateHz,
            calibration: Calibration(
                accelerometer: .init(scale: scale),
                gyroscope: hasGyroscope ? .init(scale: Self.gyroscopeScale) : nil),
            reportsOnlyChanges: restsInSilence)
    }

    /// The taps in order.
    func schedule() -> [Tap] {
        var random = SeededNumbers(seed: seed)
        var time = Self.start
        return (0..<taps).map { _ in
            defer { time += spacing * (0.8 + 0.4 * random.unit()) }
            return Tap(time: time, isLeft: random.unit() < 0.5)
        }
    }

    /// Hands out the readings in order, until a second after the last tap.
    func play(_ schedule: [Tap], _ body: (Reading) -> Void) {
        var random = SeededNumbers(seed: seed &+ 0x5eed)
        // Slanted, so that no axis is special.
        guard let up = Up<SensorAxes>(of: Acceleration<SensorAxes>(x: 0.3, y: 0.5, z: 0.81)) else { return }
        let end = (schedule.last?.time ?? Self.start) + 1
        var oldest = 0
        var last: Reading.Counts?
        for index in 0..<Int(end * rateHz) {
            let time = Double(index) / rateHz
            while oldest < schedule.count, schedule[oldest].time + Self.length <= time { oldest += 1 }
            let lap = sway * sin(2 * Double.pi * 4 * time)
            var force = Acceleration<SensorAxes>(
                x: standardGravity * up.x + noise * random.normal() + lap,
                y: standardGravity * up.y + noise * random.normal(),
                z: standardGravity * up.z + noise * random.normal())
            var turning = 0.0
            for tap in schedule[oldest...].prefix(while: { $0.time <= time }) {
                let since = time - tap.time
                let burst = exp(-since / decay) * sin(2 * Double.pi * hertz * since + 0.3)
                let size = amplitude * burst
                turning += tap.isLeft ? turn * burst : -turn * burst
                let side = tap.isLeft ? size : -size
                force =
                    force
                    + (isAcross
                        ? side * Acceleration(x: 0.94, y: 0, z: -0.35)
                        : Acceleration(x: 0.5 * side, y: 0.3 * size, z: 0.8 * size))
            }
            let exact = (1 / scale) * Reading.Counts(x: force.x, y: force.y, z: force.z)
            let counts = Reading.Counts(x: exact.x.rounded(), y: exact.y.rounded(), z: exact.z.rounded())
            if restsInSilence, counts == last { continue }
            last = counts
            body(
                Reading(
                    time: Timestamp(nanoseconds: 1_000_000_000 + Int64((time * 1e9).rounded())),
                    accelerometer: counts, gyroscope: hasGyroscope ? Self.rate(turning, &random) : nil))
        }
    }

    /// What the gyroscope reads that turns about each axis at `rate`, in rad/s.
    private static func rate(_ rate: Double, _ random: inout SeededNumbers) -> Reading.Counts {
        func counts() -> Double { (rate / gyroscopeScale + 5 * random.normal()).rounded() }
        return Reading.Counts(x: counts(), y: counts(), z: counts())
    }
}
