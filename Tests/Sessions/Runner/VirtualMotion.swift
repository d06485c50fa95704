import CMath
import TiltCore

/// How a virtual device is held: a pose that it swings about.
struct VirtualMotion {
    /// In radians; right edge down is positive.
    var roll = 0.0
    /// In radians; top edge up is positive.
    var pitch = 0.0
    /// How far the roll swings to both sides, in radians, and how often, in Hz.
    var swing = 0.0
    var frequency = 0.0

    /// How hard somebody taps beside it, in m/s², and how fast a tap is over, as half a wave of so many Hz.
    var tap = 0.0
    var tapFrequency = 4.0

    /// True where it reads 0 on all axes.
    var isZero = false

    /// The size of a count in m/s² and in rad/s.
    static let scale = 0.001
    private static let gravity = 9.81

    private func roll(at time: Int64) -> Double {
        roll + swing * sin(2 * .pi * frequency * Double(time) * 1e-9)
    }

    /// What the accelerometer counts at an instant, in nanoseconds.
    func acceleration(at time: Int64) -> Reading.Counts {
        if isZero { return .zero }
        let roll = roll(at: time)
        let size = Self.gravity / Self.scale
        return Reading.Counts(
            x: (-size * sin(roll) * cos(pitch)).rounded(), y: (size * sin(pitch)).rounded(),
            z: (size * cos(roll) * cos(pitch) + tapped(at: time) / Self.scale).rounded())
    }

    /// What a tap adds along z, in m/s²: one each second, to one side.
    private func tapped(at time: Int64) -> Double {
        guard tap != 0 else { return 0 }
        let since = Double(time % 1_000_000_000 - 400_000_000) * 1e-9
        return 0..<0.5 / tapFrequency ~= since ? tap * sin(2 * .pi * tapFrequency * since) : 0
    }

    /// What the gyroscope counts: the roll's rate about the device's y axis.
    func rate(at time: Int64) -> Reading.Counts {
        let omega = 2 * .pi * frequency
        let rate = swing * omega * cos(omega * Double(time) * 1e-9)
        return Reading.Counts(x: 0, y: (rate / Self.scale).rounded(), z: 0)
    }
}
