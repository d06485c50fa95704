import Foundation
import Testing

@testable import TiltCore

@Suite struct `A pose that another engine made` {
    private var engine = TiltEngine()
    private var time: Int64 = 1_000_000_000

    private static let period: Int64 = 20_000_000

    init() { engine.sensorAppeared(reportsOnlyChanges: false) }

    /// Plays ticks, each with a pose of that roll in degrees, or with none; the largest step of the roll, in degrees.
    private mutating func play(_ roll: Double?, seconds: Double) -> Double {
        var largest = 0.0
        for _ in 0..<Int(seconds * 50) {
            time += Self.period
            let before = shownRoll
            if let roll {
                let angle = roll * .pi / 180
                engine.take(
                    given: Reading(
                        time: Timestamp(nanoseconds: time),
                        accelerometer: Reading.Counts(x: -sin(angle), y: 0, z: cos(angle))))
            }
            engine.advance(to: Timestamp(nanoseconds: time))
            if let before, let shownRoll { largest = max(largest, abs(shownRoll - before)) }
        }
        return largest
    }

    private var shownRoll: Double? {
        engine.motion.estimate.map { Tilt(of: $0.up).roll * 180 / .pi }
    }

    @Test mutating func `is shown at once where nothing was shown before`() throws {
        _ = play(20, seconds: 0.02)
        #expect(try abs(#require(shownRoll) - 20) < 1e-6)
    }

    @Test mutating func `is shown as it comes, however fast it turns`() throws {
        _ = play(0, seconds: 1)
        #expect(play(10, seconds: 0.02) > 9.9)
    }

    @Test mutating func `is eased to where it has turned in a silence`() throws {
        _ = play(0, seconds: 1)
        _ = play(nil, seconds: 0.8)
        // A smooth step of 30° over a second: 1.5 times the mean speed in its middle.
        #expect(play(30, seconds: 1.2) < 1)
        #expect(try abs(#require(shownRoll) - 30) < 1e-6)
    }

    @Test mutating func `is eased to where another takes over while the last one shows`() throws {
        _ = play(0, seconds: 1)
        engine.sensorLost()
        _ = play(nil, seconds: 0.2)
        engine.sensorAppeared(reportsOnlyChanges: false)
        #expect(play(30, seconds: 1.2) < 1)
        #expect(try abs(#require(shownRoll) - 30) < 1e-6)
    }
}
