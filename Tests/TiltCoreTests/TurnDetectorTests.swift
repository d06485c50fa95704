import Foundation
import Testing

@testable import TiltCore

@Suite struct `Turns told from taps` {
    private static let degree = Double.pi / 180

    /// Whether a turn is seen, and how long after 1 s, of a direction that is away from z by `angle`, in radians.
    private static func seen(_ rateHz: Double, _ angle: (Double) -> Double) -> Double? {
        var detector = TurnDetector()
        for index in 0..<Int(3 * rateHz) {
            let time = Double(index) / rateHz
            let a = angle(time - 1)
            let force = MatrixRow(x: standardGravity * sin(a), y: 0, z: standardGravity * cos(a))
            if detector.take(force: force, at: RestingDevice.stamp(time), settling: 2) { return time - 1 }
        }
        return nil
    }

    private static func burst(_ since: Double, _ degrees: Double, _ hertz: Double, _ decay: Double) -> Double
    {
        since < 0 ? 0 : degrees * degree * exp(-since / decay) * sin(2 * .pi * hertz * since + 0.3)
    }

    @Test(arguments: [25, 50, 62.5, 100, 200, 400] as [Double])
    func `are no bursts that swing, at any rate of sampling`(rateHz: Double) {
        // 2.9° is 0.5 m/s² straight across.
        for (hertz, decay) in [(25.0, 0.02), (12, 0.04), (6, 0.06), (4, 0.08)] {
            for degrees in [0.3, 1.2, 2.9] {
                for phase in [0, 0.3, 0.6, 0.9] {
                    let found = Self.seen(rateHz) { Self.burst($0 - phase / rateHz, degrees, hertz, decay) }
                    #expect(found == nil, "\(degrees)° at \(hertz) Hz")
                }
            }
        }
    }

    @Test(arguments: [50, 100, 200, 400] as [Double])
    func `are those of 2°, within 100 ms`(rateHz: Double) throws {
        for length in [0.001, 0.05, 0.1] {
            let found = try #require(
                Self.seen(rateHz) { $0 < 0 ? 0 : 2 * Self.degree * min(1, $0 / length) }, "\(length) s")
            #expect(found <= 0.100 + 1 / rateHz, "\(length) s")
        }
    }

    @Test func `are those of 5° at once`() throws {
        #expect(try #require(Self.seen(200) { $0 < 0 ? 0 : 5 * Self.degree }) < 0.05)
    }

    /// What is seen of directions that are away from z by `away` at `times`, in radians and seconds.
    private static func answers(_ samples: [(time: Double, away: Double)]) -> [Bool] {
        var detector = TurnDetector()
        return samples.map { sample in
            let force = MatrixRow(x: sample.away, y: 0, z: 1)
            return detector.take(force: force, at: RestingDevice.stamp(sample.time), settling: 2)
        }
    }

    @Test func `are poses that differ on both sides of a gap`() {
        #expect(Self.answers([(0, 0), (1, 0), (2, 0.02)]) == [false, false, true])
    }

    @Test func `are none in samples that come twice, or out of order`() {
        #expect(Self.answers([(1, 0), (1, 1), (0.5, 1), (1, 1), (0.9, 1)]).allSatisfy { !$0 })
    }
}
