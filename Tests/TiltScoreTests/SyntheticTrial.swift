import Foundation
import TiltCore
import TiltScore

/// An exact motion between two rests, and estimates of it that are late and noisy.
///
/// 8 s of rest, 24 s of rocking about both screen axes, 8 s of rest, at 200 Hz, with a tenth of a second of lost
/// markers. Estimates come at 100 Hz, 45 ms late, with noise of ±0.002 on each component.
enum SyntheticTrial {
    static func up(at time: Double) -> Up<DeviceAxes> {
        let s = min(24, max(0, time - 8))
        let pitch = 20 * Double.pi / 180 * sin(2 * Double.pi * 0.75 * s) * min(1, s)
        let roll = 35 * Double.pi / 180 * sin(2 * Double.pi * 0.25 * s)
        return Up(of: Up<DeviceAxes>(x: -sin(roll), y: sin(pitch), z: cos(pitch) * cos(roll))) ?? .faceUp
    }

    static func truth() throws -> Truth {
        try Truth(
            (0..<8000).map { row in
                let time = Double(row) / 200
                return Truth.Row(
                    time: time, up: (15..<15.1).contains(time) ? nil : up(at: time),
                    isMoving: (8..<32).contains(time))
            })
    }

    static func estimates(_ mapping: ShadowMapping = .tilt, from first: Int = 0) -> Estimates {
        var estimates = Estimates()
        var state: UInt32 = 1
        /// A linear congruential generator with the constants of Numerical Recipes: the same noise everywhere.
        func noise() -> Double {
            state = state &* 1_664_525 &+ 1_013_904_223
            return 0.004 * (Double(state) / 4_294_967_296 - 0.5)
        }
        for index in 0..<3990 {
            let time = 0.05 + Double(index) * 0.01 + 0.0025
            let noisy = up(at: time - 0.045) + Up<DeviceAxes>(x: noise(), y: noise(), z: noise())
            let up = Up<DeviceAxes>(of: noisy) ?? .faceUp
            guard index >= first else { continue }
            estimates.append(up, offset: mapping(DisplayRotation.none(up), gain: 10), at: time)
        }
        return estimates
    }
}
