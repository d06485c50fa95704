import Foundation
import Testing
import TiltCore

/// What a subscriber may learn of motion: enough for a shadow, too little for what is typed.
@Suite struct `The motion that is published` {
    private func motion(
        up: Up<DeviceAxes>, strength: Double = 1, rate: AngularRate<DeviceAxes> = .zero, yaw: Double = 0
    ) -> Motion {
        Motion(
            time: Timestamp(nanoseconds: 0), state: .tracking,
            estimate: GravityEstimate(up: up, strength: strength, rate: rate),
            fade: 1, yaw: yaw)
    }

    private func randomMotion(_ random: inout SplitMix64) -> Motion {
        motion(
            up: random.direction(), strength: random.unit(),
            rate: AngularRate(x: random.signed(), y: random.signed(), z: random.signed()),
            yaw: random.signed())
    }

    @Test func `points where the true one does, to 0.0002 rad`() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let motion = randomMotion(&random)
            let (true_, coarse) = (try #require(motion.estimate), try #require(motion.rounded().estimate))
            #expect(true_.up.angle(to: coarse.up) < 0.0002)
            #expect((true_.rate - coarse.rate).length < 0.001)
        }
    }

    /// A turn of 0.01 rad in ten thousand steps, seen with a gain and a prediction.
    @Test(arguments: [(10.0, 0.0), (100, 0), (1000, 0), (-1000, 100)], [ShadowMapping.tilt, .projection])
    func `shows no more than a hundred places within a hundredth of a radian, whatever the gain`(
        options: (gain: Double, lookahead: Double), mapping: ShadowMapping
    ) {
        var subscription = Subscription()
        subscription.shadow.gain = options.gain
        subscription.shadow.limit = 1000
        subscription.shadow.lookaheadMilliseconds = options.lookahead
        subscription.shadow.mapping = mapping
        var seen: Set<String> = []
        for step in 0..<10_000 {
            let angle = 0.3 + 0.01 * Double(step) / 10_000
            let z = (1 - angle * angle).squareRoot()
            let motion = motion(up: Up(x: angle, y: 0, z: z)).rounded()
            var mapper = ShadowMapper(subscription.shadow)
            let frame = Frame(
                sequence: 0, motion: motion, view: mapper.view(of: motion), subscription: subscription)
            seen.insert(written { FrameEncoder.appendJSON(frame, to: &$0) })
        }
        #expect(seen.count > 5)
        // Beside the hundred steps of x, a step of z may fall between two of them.
        #expect(seen.count <= 150)
    }

    @Test func `is written with 0.01 point and 0.0001 rad in every number but times and counts`() throws {
        var random = SplitMix64(seed: 3)
        var subscription = Subscription()
        subscription.include = .up
        var mapper = ShadowMapper(subscription.shadow)
        for _ in 0..<500 {
            let motion = randomMotion(&random).rounded()
            let frame = Frame(
                sequence: 5, motion: motion, view: mapper.view(of: motion), subscription: subscription)
            let line = written { FrameEncoder.appendJSON(frame, dropped: 3, to: &$0) }
            for (key, decimals) in ["x": 2, "y": 2, "pitch_rad": 4, "roll_rad": 4, "up": 4] {
                let start = try #require(line.range(of: "\"\(key)\":")?.upperBound)
                let value = line[start...].prefix { $0 != "}" && $0 != "\"" }
                for number in value.split(whereSeparator: { ",[]".contains($0) }) {
                    #expect(number.split(separator: ".").last?.count == decimals, "\(key) in \(line)")
                }
            }
            let keys = Set(try object(line).allKeys.compactMap { $0 as? String })
            #expect(
                keys.isSubset(of: [
                    "type", "seq", "t_ns", "state", "x", "y", "pitch_rad", "roll_rad", "up", "still",
                    "dropped",
                ]))
        }
    }
}
