import Foundation
import Testing
import TiltCore

@Suite struct `Shadow mapping` {
    @Test(arguments: try GoldenVectors.read().poses)
    func `gives the offsets worked out independently`(pose: GoldenVectors.Pose) {
        let tilt = ShadowMapping.tilt(pose.direction(), gain: 10)
        let projection = ShadowMapping.projection(pose.direction(), gain: 10)
        // The vectors have six decimals; at the vertical a tilt angle is as coarse as their square root.
        let (tiltOffset, projected) = (pose.tiltOffsetGain10, pose.projectionOffsetGain10)
        #expect(abs(tilt.x - tiltOffset[0]) < 2e-5 && abs(tilt.y - tiltOffset[1]) < 2e-5)
        #expect(abs(projection.x - projected[0]) < 1e-5 && abs(projection.y - projected[1]) < 1e-5)
    }

    @Test(arguments: [
        ("flat, face up", 0.0, 0.0, 1.0, 0.0, 0.0),
        ("upright: the shadow falls to the bottom edge", 0, 1, 0, 0, 1),
        ("upside down", 0, -1, 0, 0, -1),
        ("left edge down", 1, 0, 0, -1, 0),
        ("right edge down", -1, 0, 0, 1, 0),
        ("flat, face down", 0, 0, -1, 0, 0),
    ])
    func `moves the shadow toward the lowest edge`(
        pose: String, x: Double, y: Double, z: Double, right: Double, down: Double
    ) {
        for mapping in [ShadowMapping.tilt, .projection] {
            let offset = mapping(Up(x: x, y: y, z: z), gain: 10)
            #expect(offset.x * right >= 0 && offset.y * down >= 0, "\(pose)")
            #expect((offset.x != 0) == (right != 0) && (offset.y != 0) == (down != 0), "\(pose)")
        }
    }

    @Test(arguments: [(ShadowMapping.tilt, 0.2475), (.projection, 0.1750)])
    func `is nowhere steeper than its bound, over the whole sphere`(mapping: ShadowMapping, bound: Double) {
        let steepest = SlopeSurvey.steepest(mapping, points: 100_000)
        #expect(steepest <= bound)
        #expect(steepest > 0.99 * bound, "the survey misses the steepest place")
    }

    @Test func `has no such bound in the Euler angles, which jumps at the vertical`() {
        #expect(SlopeSurvey.steepest(.euler, points: 2000) > 100)
        let before = ShadowMapping.euler(Up(x: -1e-9, y: 1, z: -1e-3), gain: 10)
        let after = ShadowMapping.euler(Up(x: 1e-9, y: 1, z: -1e-3), gain: 10)
        #expect((after - before).length > 62)
    }

    @Test(arguments: [-10.0, -5, -1, -0.1, 0.1, 1, 5, 10])
    func `gives ten points a radian on a single axis`(degrees: Double) {
        let angle = degrees * .pi / 180
        let pitched = Up<ScreenAxes>(x: 0, y: sin(angle), z: cos(angle))
        let rolled = Up<ScreenAxes>(x: -sin(angle), y: 0, z: cos(angle))
        for (mapping, tolerance) in [(ShadowMapping.tilt, 1e-12), (.projection, 0.006), (.euler, 1e-12)] {
            #expect(abs(mapping(pitched, gain: 10).y / (10 * angle) - 1) < tolerance)
            #expect(abs(mapping(rolled, gain: 10).x / (10 * angle) - 1) < tolerance)
            #expect(abs(mapping(pitched, gain: 10).x) + abs(mapping(rolled, gain: 10).y) < 1e-12)
        }
    }

    @Test func `crosses the vertical without a jump`() {
        for mapping in [ShadowMapping.tilt, .projection] {
            var last: ShadowOffset?
            var largest = 0.0
            for index in 0...4000 {
                let pitch = (80 + Double(index) * 0.005) * .pi / 180
                let roll = 0.1 * sin(Double(index) * 0.01)
                let up = Up<ScreenAxes>(x: -sin(roll) * cos(pitch), y: sin(pitch), z: cos(roll) * cos(pitch))
                let offset = mapping(up, gain: 10)
                if let last { largest = max(largest, (offset - last).length) }
                last = offset
            }
            #expect(largest < 0.01)
        }
    }
}
