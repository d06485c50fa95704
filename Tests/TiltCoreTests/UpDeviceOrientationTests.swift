import Foundation
import Testing
import TiltCore

@Suite struct `Up of a browser's orientation` {
    @Test func `is that of the vectors worked out independently, whose rows are all there`() throws {
        let golden = try GoldenVectors.read()
        #expect(golden.poses.count == 14 && golden.turned.count == 16 && golden.orientations.count == 5)
        for pose in golden.poses {
            let up = Up(betaDegrees: pose.attitudePitchDeg, gammaDegrees: pose.attitudeRollDeg)
            #expect(up.angle(to: pose.direction()) < 2e-6, "\(pose)")
        }
    }

    @Test func `does not leap at the vertical, where the angles do`() {
        let before = Up(betaDegrees: 88, gammaDegrees: 87.1)
        let after = Up(betaDegrees: 92, gammaDegrees: -87.1)
        #expect(before.angle(to: after) < 0.004)
        #expect(
            (ShadowMapping.tilt(DisplayRotation.none(before), gain: 10)
                - ShadowMapping.tilt(DisplayRotation.none(after), gain: 10)).length < 0.04)
    }

    @Test(arguments: [
        ("flat", 0.0, 0.0, 0.0, 0.0, 1.0), ("upright", 90, 0, 0, 1, 0), ("right edge down", 0, 90, -1, 0, 0),
        ("left edge down", 0, -90, 1, 0, 0), ("face down", 180, 0, 0, 0, -1),
        ("on its head", -90, 0, 0, -1, 0),
    ])
    func `is what Axes says of it`(pose: String, beta: Double, gamma: Double, x: Double, y: Double, z: Double)
    {
        #expect(Up(betaDegrees: beta, gammaDegrees: gamma).angle(to: Up(x: x, y: y, z: z)) < 1e-15, "\(pose)")
    }

    @Test func `has the length 1`() {
        for (beta, gamma) in [(12.5, -80.1), (-179.9, 89.9), (90, 45)] {
            #expect(abs(Up(betaDegrees: beta, gammaDegrees: gamma).length - 1) < 1e-15)
        }
    }
}
