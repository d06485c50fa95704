import Foundation
import Testing
import TiltCore

@Suite struct `Tilt of up` {
    private static let degree = Double.pi / 180

    @Test(arguments: try GoldenVectors.read().poses)
    func `has the angles worked out independently`(pose: GoldenVectors.Pose) {
        let tilt = Tilt(of: pose.direction() as Up<DeviceAxes>)
        #expect(abs(tilt.pitch / Self.degree - pose.pitchDeg) < 1e-4)
        #expect(abs(tilt.roll / Self.degree - pose.rollDeg) < 1e-4)
    }

    @Test(arguments: try GoldenVectors.read().orientations)
    func `agrees with the orientation angles of browsers`(orientation: GoldenVectors.Orientation) {
        let up = Up(betaDegrees: orientation.beta, gammaDegrees: orientation.gamma)
        #expect(up.angle(to: GoldenVectors.direction(orientation.up)) < 2e-6)
        let tilt = Tilt(of: up)
        #expect(abs(tilt.pitch / Self.degree - orientation.pitchDeg) < 1e-4)
        #expect(abs(tilt.roll / Self.degree - orientation.rollDeg) < 1e-4)
    }

    @Test func `keeps both angles within a quarter turn, and their sines are the components of up`() {
        var random = SplitMix64(seed: 1)
        var worst = 0.0
        for _ in 0..<10_000 {
            let up: Up<DeviceAxes> = random.direction()
            let tilt = Tilt(of: up)
            worst = max(worst, abs(sin(tilt.pitch) - up.y), abs(sin(tilt.roll) + up.x))
            worst = max(worst, abs(tilt.pitch) - .pi / 2, abs(tilt.roll) - .pi / 2)
        }
        #expect(worst < 1e-12)
    }

    @Test func `is finite for a vector of zeroes`() {
        #expect(Tilt(of: Up<DeviceAxes>.zero) == Tilt(pitch: 0, roll: 0))
    }
}
