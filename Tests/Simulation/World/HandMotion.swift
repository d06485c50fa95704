import CMath
import TiltCore

/// How the device is turned: one smooth motion for every sensor of the world, with rests in it.
///
/// Twenty seconds repeat: twelve of motion, a second to slow down, six of rest, a second to start. The directions never
/// leave the upper half, so that no mapping folds.
struct HandMotion {
    /// The greatest speed of up, in rad/s.
    static let fastest = 0.6

    /// Up in device axes, and how it turns, in 1/s, at an instant in nanoseconds that goes on while the machine sleeps.
    static func up(at time: Int64) -> (up: Up<DeviceAxes>, velocity: Up<DeviceAxes>) {
        let (t, speed) = warped(Double(time) * 1e-9)
        let (x, y) = (0.32 * sin(0.9 * t), 0.36 * sin(0.7 * t + 1))
        let (dx, dy) = (0.288 * cos(0.9 * t) * speed, 0.252 * cos(0.7 * t + 1) * speed)
        let z = (1 - x * x - y * y).squareRoot()
        return (Up(x: x, y: y, z: z), Up(x: dx, y: dy, z: -(x * dx + y * dy) / z))
    }

    /// True where the device lies still for a while before this instant.
    static func rests(at time: Int64) -> Bool {
        let phase = (Double(time) * 1e-9).truncatingRemainder(dividingBy: 20)
        return phase > 13 && phase < 19
    }

    /// The time that the motion has gone on for, and how fast it goes: 1 in motion, 0 at rest, smooth between.
    private static func warped(_ seconds: Double) -> (time: Double, speed: Double) {
        let round = (seconds / 20).rounded(.down)
        let phase = seconds - 20 * round
        let before = 13 * round
        switch phase {
        case ..<12: return (before + phase, 1)
        case ..<13:
            let s = phase - 12
            return (before + 12 + s - s * s * s + s * s * s * s / 2, 1 - s * s * (3 - 2 * s))
        case ..<19: return (before + 12.5, 0)
        default:
            let s = phase - 19
            return (before + 12.5 + s * s * s - s * s * s * s / 2, s * s * (3 - 2 * s))
        }
    }
}

extension Int64 {
    /// Before anything ever happened, and far enough from the end of the numbers to be reckoned with.
    static let never = Int64.min / 4
}
