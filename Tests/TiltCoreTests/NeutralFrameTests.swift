import Foundation
import Testing

@testable import TiltCore

@Suite struct `Neutral frame` {
    private static let widest = 40 * Double.pi / 180

    /// How far the three images of the axes are from lengths 1 and right angles.
    private static func skew(_ frame: NeutralFrame) -> Double {
        let x = frame(Up(x: 1, y: 0, z: 0))
        let y = frame(Up(x: 0, y: 1, z: 0))
        let z = frame(Up(x: 0, y: 0, z: 1))
        let lengths = max(abs(x.length - 1), abs(y.length - 1), abs(z.length - 1))
        return max(lengths, abs(x.dot(y)), abs(y.dot(z)), abs(z.dot(x)))
    }

    @Test func `turns its neutral to face up, from every pose`() {
        var worst = 0.0
        for p in SphereLattice(count: 5000) {
            let up = Up<ScreenAxes>(x: p.x, y: p.y, z: p.z)
            let frame = NeutralFrame(neutral: up)
            worst = max(worst, frame(up).angle(to: .faceUp), frame.neutral.angle(to: up), Self.skew(frame))
        }
        #expect(worst < 1e-12)
    }

    @Test(arguments: [
        Up<ScreenAxes>(x: 0, y: 0, z: 1), Up(x: 0, y: 0, z: -1), Up(x: 1e-10, y: 0, z: -1),
        Up(x: 0, y: -1e-12, z: 1), Up(x: 0, y: 1, z: 0),
    ])
    func `begins well in singular poses`(up: Up<ScreenAxes>) {
        let frame = NeutralFrame(neutral: up)
        #expect(frame(up).angle(to: .faceUp) < 1e-9 && Self.skew(frame) < 1e-12)
    }

    @Test func `stays a rotation within its widest angle over 100,000 random moves`() {
        var random = SplitMix64(seed: 11)
        var frame = NeutralFrame(neutral: .faceUp)
        var worstSkew = 0.0
        var widest = 0.0
        for count in 0..<100_000 {
            let up: Up<ScreenAxes> = random.direction()
            frame.follow(up, interval: 0.02, timeConstant: 3, widest: Self.widest)
            widest = max(widest, frame.neutral.angle(to: up))
            if count % 100 == 0 {
                worstSkew = max(worstSkew, Self.skew(frame), frame(frame.neutral).angle(to: .faceUp))
            }
        }
        #expect(worstSkew < 1e-12)
        #expect(widest < Self.widest + 1e-9)
    }

    @Test func `follows with its time constant`() {
        let up = Up<ScreenAxes>(x: 0, y: sin(0.5), z: cos(0.5))
        var frame = NeutralFrame(neutral: .faceUp)
        for _ in 0..<150 { frame.follow(up, interval: 0.02, timeConstant: 3, widest: Self.widest) }
        #expect(abs(frame.neutral.angle(to: up) - 0.5 * exp(-1)) < 1e-12)
    }

    @Test func `turns away from an exactly opposite pose`() {
        for p in SphereLattice(count: 500) {
            let up = Up<ScreenAxes>(x: p.x, y: p.y, z: p.z)
            var frame = NeutralFrame(neutral: up)
            let opposite = Up<ScreenAxes>(x: -p.x, y: -p.y, z: -p.z)
            frame.follow(opposite, interval: 0.02, timeConstant: 3, widest: Self.widest)
            #expect(abs(frame.neutral.angle(to: opposite) - Self.widest) < 1e-6)
            #expect(Self.skew(frame) < 1e-12)
        }
    }

    /// The neutral goes round a spherical triangle that begins and ends face up, with so many seconds at each corner.
    @Test(arguments: [
        (Up<ScreenAxes>(x: 0, y: 1, z: 0), Up<ScreenAxes>(x: 1, y: 0, z: 0), 1),
        (Up<ScreenAxes>(x: 0, y: 0.8, z: 0.6), Up<ScreenAxes>(x: -0.48, y: 0.64, z: 0.6), 6),
        (Up<ScreenAxes>(x: 0, y: 0.6, z: -0.8), Up<ScreenAxes>(x: 0.6, y: 0, z: -0.8), 3),
    ])
    func `keeps nothing of the way that it has come`(
        second: Up<ScreenAxes>, third: Up<ScreenAxes>, rounds: Int
    ) {
        var frame = NeutralFrame(neutral: .faceUp)
        for _ in 0..<rounds {
            for up in [second, third, .faceUp] {
                for _ in 0..<600 { frame.follow(up, interval: 0.02, timeConstant: 3, widest: Self.widest) }
            }
        }
        for _ in 0..<300 { frame.follow(.faceUp, interval: 0.02, timeConstant: 3, widest: Self.widest) }
        let right = Up<ScreenAxes>(x: 0.6, y: 0, z: 0.8)
        #expect(frame(right).angle(to: right) < 0.03)
    }

    @Test(arguments: [(90.0, 0.32), (360, 1.27)])
    func `has no singular pose: the step a frame keeps its bound all over the sphere`(
        degreesPerSecond: Double, bound: Double
    ) {
        var random = SplitMix64(seed: 12)
        let step = degreesPerSecond * 0.02 * .pi / 180
        var frame = NeutralFrame(neutral: .faceUp)
        var up = Up<ScreenAxes>.faceUp
        var heading = Up<ScreenAxes>(x: 1, y: 0, z: 0)
        var last = ShadowMapping.projection(frame(up), gain: 10)
        var largest = 0.0
        for _ in 0..<50_000 {
            (up, heading) = random.walked(from: up, toward: heading, by: step)
            frame.follow(up, interval: 0.02, timeConstant: 3, widest: Self.widest)
            let offset = ShadowMapping.projection(frame(up), gain: 10)
            largest = max(largest, (offset - last).length)
            last = offset
        }
        #expect(largest < bound)
    }
}

extension SplitMix64 {
    /// A step of a walk over the sphere whose heading wanders.
    mutating func walked(
        from up: Up<ScreenAxes>, toward heading: Up<ScreenAxes>, by angle: Double
    ) -> (Up<ScreenAxes>, Up<ScreenAxes>) {
        let wander: Up<ScreenAxes> = direction()
        let bent = heading + 0.1 * wander
        let tangent = bent - bent.dot(up) * up
        let ahead = tangent / tangent.length
        return (cos(angle) * up + sin(angle) * ahead, cos(angle) * ahead - sin(angle) * up)
    }
}
