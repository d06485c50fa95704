import Foundation
import Testing

@testable import TiltCore

/// What is told of a turn once nobody says how it goes on.
@Suite struct `A silence in the midst of a turn` {
    /// How it begins, after a second of turning.
    enum Beginning: CaseIterable { case silence, loss }
    /// Where the turn is known from.
    enum Kind: CaseIterable { case accelerometer, gyroscope, given }

    /// In rad/s, about y.
    private static let speed = 2.0

    /// Turns for a second, and then is silent for another; each tick's motion, by the silence before it in seconds.
    private static func motions(_ beginning: Beginning, _ kind: Kind) -> [(silence: Double, motion: Motion)] {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var motions: [(Double, Motion)] = []
        for tick in 1...100 {
            let isTurning = tick <= 50
            if tick == 51, beginning == .loss { engine.sensorLost() }
            for part in 0..<4 where isTurning {
                feed(&engine, at: Int64(tick) * 20_000_000 - 15_000_000 + 5_000_000 * Int64(part), kind)
            }
            engine.advance(to: Timestamp(nanoseconds: Int64(tick) * 20_000_000))
            motions.append((Double(tick - 50) * 0.02, engine.motion))
        }
        return motions
    }

    private static func feed(_ engine: inout TiltEngine, at nanoseconds: Int64, _ kind: Kind) {
        let time = Timestamp(nanoseconds: nanoseconds)
        let roll = speed * Double(nanoseconds) * 1e-9 - 1
        let up = (x: -sin(roll), z: cos(roll))
        if kind == .given {
            engine.take(
                given: Reading(
                    time: time, accelerometer: Reading.Counts(x: up.x, y: 0, z: up.z),
                    gyroscope: Reading.Counts(x: 0, y: speed, z: 0)))
            return
        }
        var sample = Sample(
            time: time,
            acceleration: Acceleration(x: standardGravity * up.x, y: 0, z: standardGravity * up.z))
        if kind == .gyroscope { sample.angularRate = AngularRate(x: 0, y: speed, z: 0) }
        engine.ingest(sample)
    }

    @Test(arguments: Beginning.allCases, Kind.allCases)
    func `is told as turning on for a moment, and then no more`(_ beginning: Beginning, _ kind: Kind) {
        for (silence, motion) in Self.motions(beginning, kind) where silence > -0.5 {
            let rate = motion.estimate?.rate.length ?? 0
            if silence < 0.05 { #expect(abs(rate - Self.speed) < 0.7, "\(rate) rad/s after \(silence) s") }
            if silence > 0.3 { #expect(rate == 0, "\(rate) rad/s after \(silence) s") }
        }
    }

    /// Where another sensor takes over in the midst of a turn, and finds the device where that one left it.
    @Test(arguments: [0.0, 1.0])
    func `is forgotten where another sensor is opened, and speaks at once or late`(wait: Double) throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var tick: Int64 = 0
        func play(_ seconds: Double, _ roll: ((Double) -> Double)?) {
            for part in 0..<Int64(seconds * 50) {
                tick += 1
                let time = Timestamp(nanoseconds: tick * 20_000_000)
                if let angle = roll?(Double(part) * 0.02) {
                    engine.ingest(
                        Sample(
                            time: time,
                            acceleration: Acceleration(
                                x: -standardGravity * sin(angle), y: 0, z: standardGravity * cos(angle))))
                }
                engine.advance(to: time)
            }
        }
        play(1) { Self.speed * $0 - 1 }
        engine.sensorLost()
        engine.sensorAppeared(reportsOnlyChanges: false)
        play(wait, nil)
        if wait > 0.3 { #expect(engine.motion.estimate?.rate == .zero, "before it has said anything") }
        let left = try #require(engine.motion.estimate?.up)
        play(5) { _ in atan2(-left.x, left.z) }
        #expect(engine.motion.estimate?.rate == .zero, "at rest")
    }

    /// As who reads a page does: by the newest tick, carried to the instant of each picture.
    @Test(arguments: Beginning.allCases, Kind.allCases)
    func `makes no picture step back and forth`(_ beginning: Beginning, _ kind: Kind) {
        var last: Double?
        for (silence, motion) in Self.motions(beginning, kind) where silence > -0.5 {
            for picture in 0..<3 {
                guard let estimate = motion.estimate else { continue }
                let up = estimate.predicted(0.01 + Double(picture) / 144)
                let roll = atan2(-up.x, up.z)
                // Gain 10; a tick's turn at most, and that only until it is told as none.
                let step = 10 * abs(roll - (last ?? roll))
                #expect(step < (silence > 0.3 ? 1e-9 : 0.6), "\(step) points after \(silence) s")
                last = roll
            }
        }
    }
}
