import Foundation
import TiltCore

/// A made-up recording: a hand that rocks a device, with noise, 200 times a second.
enum Workload {
    /// The interval of its samples, in nanoseconds.
    static let interval: Int64 = 5_000_000

    /// Where up is, so many seconds after the start.
    private static func up(at seconds: Double) -> Up<DeviceAxes> {
        let pitch = 1.3 + 0.4 * sin(4 * seconds)
        let roll = 0.3 * sin(2.7 * seconds)
        return Up(x: -sin(roll), y: cos(roll) * sin(pitch), z: cos(roll) * cos(pitch))
    }

    /// How fast it turns then, in rad/s: ω = u̇ × u.
    ///
    /// Any other rates would be found to be wrong, and be left out: nothing would be fused.
    private static func rate(at seconds: Double) -> MatrixRow {
        func row(_ up: Up<DeviceAxes>) -> MatrixRow { MatrixRow(x: up.x, y: up.y, z: up.z) }
        let step = 1e-4
        let moved = row(up(at: seconds + step)) - row(up(at: seconds - step))
        return (moved / (2 * step)).cross(row(up(at: seconds)))
    }

    /// The samples, in m/s² and device axes.
    static func samples(_ count: Int) -> [Sample] {
        var noise: UInt64 = 1
        func random() -> Double {
            noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(noise >> 11) * 0x1p-53 - 0.5
        }
        return (0..<count).map { index in
            let seconds = Double(index) * Double(interval) * 1e-9
            let up = up(at: seconds)
            return Sample(
                time: Timestamp(nanoseconds: Int64(index) * interval),
                acceleration: Acceleration(
                    x: standardGravity * up.x + 0.2 * random(), y: standardGravity * up.y + 0.2 * random(),
                    z: standardGravity * up.z + 0.2 * random()))
        }
    }

    /// The same as neutral CSV, to five decimals like a real log; with what a gyroscope says of it, where `hasRates`.
    static func csv(_ count: Int, hasRates: Bool = false) -> [UInt8] {
        var text = ByteBuffer(capacity: count * 70)
        text.append(hasRates ? "t,ax,ay,az,gx,gy,gz\n" : "t,ax,ay,az\n")
        for sample in samples(count) {
            guard let force = sample.acceleration else { continue }
            text.append(seconds: sample.time)
            let seconds = Double(sample.time.nanoseconds) * 1e-9
            let rate = rate(at: seconds)
            for value in [force.x, force.y, force.z] + (hasRates ? [rate.x, rate.y, rate.z] : []) {
                text.append(",")
                text.append(value, decimals: 5)
            }
            text.append("\n")
        }
        return text.bytes
    }
}
