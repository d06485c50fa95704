import CMath
import TiltCore

/// A tablet held upright and turned in its plane, 60° to either side in 20 s, while a hand may shake it.
struct TurnedTablet {
    /// To and fro, level and along the device's y axis: the greatest acceleration, in m/s², and how often.
    var shake = (strength: 0.0, hertz: 1.0)

    /// Where up points at `time`, in seconds.
    static func up(at time: Double) -> Up<DeviceAxes> {
        let turn = 60 * Double.pi / 180 * sin(2 * Double.pi * time / 20)
        return Up(x: 0.95 * sin(turn), y: 0.95 * cos(turn), z: (1 - 0.95 * 0.95).squareRoot())
    }

    /// Hands out 100 samples a second, from `start` on, in order.
    func run(seconds: Double, from start: Double, _ body: (Sample) -> Void) {
        for index in 0..<Int(seconds * 100) {
            let time = start + Double(index) * 0.01
            body(
                Sample(
                    time: Timestamp(nanoseconds: Int64((time * 1e9).rounded())),
                    acceleration: force(at: time),
                    angularRate: rate(at: time)))
        }
    }

    private func force(at time: Double) -> Acceleration<DeviceAxes> {
        let up = Self.up(at: time)
        let level = Acceleration<DeviceAxes>(x: -up.y * up.x, y: 1 - up.y * up.y, z: -up.y * up.z)
        let shaken = shake.strength * sin(2 * Double.pi * shake.hertz * time) / level.length
        return standardGravity * Acceleration(x: up.x, y: up.y, z: up.z) + shaken * level
    }

    /// The rate that turns up as it does, with no spin about it: u̇ × u, in rad/s.
    private func rate(at time: Double) -> AngularRate<DeviceAxes> {
        let (u, before, after) = (Self.up(at: time), Self.up(at: time - 0.001), Self.up(at: time + 0.001))
        let d = (
            x: (after.x - before.x) / 0.002, y: (after.y - before.y) / 0.002, z: (after.z - before.z) / 0.002
        )
        return AngularRate(x: d.y * u.z - d.z * u.y, y: d.z * u.x - d.x * u.z, z: d.x * u.y - d.y * u.x)
    }
}
