import Foundation
import Testing

@testable import TiltCore

@Suite struct `Yaw assist` {
    @Test func `follows a turn, leaks back with two seconds, and never passes twenty degrees`() {
        var yaw = YawAssist()
        var time = Timestamp(nanoseconds: 0)
        func step(_ rate: Double, _ count: Int) {
            for _ in 0..<count {
                time = time.advanced(by: 10_000_000)
                yaw.update(turnRate: rate, at: time)
            }
        }
        yaw.update(turnRate: 0, at: time)
        step(0.5, 40)
        // The closed form of y' = r - y/τ after 0.4 s.
        #expect(abs(yaw.angle - 0.5 * 2 * (1 - exp(-0.4 / 2))) < 0.002)
        let turned = yaw.angle
        step(0, 200)
        #expect(abs(yaw.angle - turned * exp(-1)) < 1e-9)
        step(100, 1000)
        #expect(abs(yaw.angle - 20 * Double.pi / 180) < 1e-12)
    }

    @Test func `turns on to the instant, while its rate is believed, and leaks however long nothing comes`() {
        var yaw = YawAssist()
        for index in 0...40 {
            yaw.update(turnRate: 0.5, at: Timestamp(nanoseconds: Int64(index) * 10_000_000))
        }
        func at(_ seconds: Double) -> Double {
            yaw.angle(at: Timestamp(nanoseconds: Int64(((0.4 + seconds) * 1e9).rounded())))
        }
        #expect(at(-1) == yaw.angle && at(0) == yaw.angle)
        for seconds in [0.01, 0.05, 0.1] {
            #expect(abs(at(seconds) - (1 - exp(-(0.4 + seconds) / 2))) < 0.003)
        }
        #expect(abs(at(3.12) - at(0.12) * exp(-1.5)) < 1e-9)
        // The next sample finds it there.
        let shown = at(1.5)
        yaw.update(turnRate: -3, at: Timestamp(nanoseconds: 1_900_000_000))
        #expect(yaw.angle == shown)
    }

    @Test func `counts all of the intervals of a gyroscope of 9 Hz`() {
        var yaw = YawAssist()
        for index in 0...9 {
            yaw.update(turnRate: 0.2, at: Timestamp(nanoseconds: Int64(index) * 115_000_000))
        }
        #expect(abs(yaw.angle - 0.4 * (1 - exp(-9 * 0.115 / 2))) < 0.006)
    }

    /// Upright, turned by 0.5 rad/s until `end`, and silent from `silence` on; what is published at each tick.
    private static func published(
        samplesHz: Int64 = 200, from start: Double = 4, to end: Double, silence: Range<Double>,
        seconds: Double,
        ticksAfter phase: Int64 = 0
    ) -> [(time: Double, yaw: Double)] {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var published: [(time: Double, yaw: Double)] = []
        for millisecond in 0..<Int64(seconds * 1000) {
            let (time, stamp) = (Double(millisecond) / 1000, Timestamp(nanoseconds: millisecond * 1_000_000))
            if millisecond % (1000 / samplesHz) == 0, !silence.contains(time) {
                let rate = time >= start && time < end ? 0.5 : 0
                engine.ingest(
                    Sample(
                        time: stamp, acceleration: Acceleration(x: 0, y: standardGravity, z: 0),
                        angularRate: AngularRate(x: 0, y: rate, z: 0)))
            }
            guard millisecond % 20 == phase else { continue }
            engine.advance(to: stamp)
            published.append((time, engine.motion.yaw))
        }
        return published
    }

    @Test(arguments: [0.15, 0.45, 1.5, 2.9])
    func `has no step where samples come again after a silence`(gap: Double) throws {
        // Not yet at its largest, where a turn does not show.
        let turning = Self.published(to: 4.5, silence: 4.5..<4.5 + gap, seconds: 9)
        for (last, next) in zip(turning, turning.dropFirst()) {
            #expect(abs(next.yaw - last.yaw) < 0.013, "\(next.time) s")
        }
        #expect(turning.contains { $0.yaw > 0.2 })
        // Held, with a little of the turn that has not leaked yet.
        let held = Self.published(to: 4.2, silence: 8.5..<8.5 + gap, seconds: 12.5)
        let leaking = held.drop { $0.time < 6.5 }
        for (last, next) in zip(leaking, leaking.dropFirst()) {
            #expect(next.yaw <= last.yaw && last.yaw - next.yaw < 0.001, "\(next.time) s")
        }
    }

    @Test func `is that of the tick where it falls between two samples`() {
        for sample in Self.published(samplesHz: 50, to: 10, silence: 0..<0, seconds: 4.6, ticksAfter: 15) {
            let since = max(0, sample.time - 4)
            // Half a sample is 0.005, from before the first to be told.
            #expect(abs(sample.yaw - (1 - exp(-since / 2)) - (since > 0 ? 0.005 : 0)) < 0.006)
        }
    }

    @Test(arguments: [
        (0.1, 0.6, 100.0, 1.55), (0.1, 0.6, 0, 1), (0.1, -0.6, 50, 0.675), (0.33, 3, 100, 3.4907),
    ])
    func `is looked ahead of with the turn about the vertical`(
        yaw: Double, rate: Double, lookahead: Double, x: Double
    ) throws {
        var options = ShadowMapper.Options()
        (options.mapping, options.assistsYaw, options.lookaheadMilliseconds) = (.projection, true, lookahead)
        var mapper = ShadowMapper(options)
        let motion = Motion(
            time: Timestamp(nanoseconds: 0), state: .tracking,
            estimate: GravityEstimate(
                up: Up(x: 0, y: 1, z: 0), rate: AngularRate(x: 0, y: rate, z: 0)),
            fade: 1, yaw: yaw)
        let view = mapper.view(of: motion)
        #expect(abs(try #require(view).offset.x - x) < 1e-4)
    }

    @Test(arguments: [
        (Up<DeviceAxes>(x: 0, y: 1, z: 0), 2.0, 0.0), (Up(x: 1, y: 0, z: 0), 0, 2),
        (Up(x: 0, y: 0, z: 1), 0, 0),
    ])
    func `moves the shadow along the horizontal of an upright picture only`(
        up: Up<DeviceAxes>, x: Double, y: Double
    ) throws {
        func offset(_ assists: Bool) throws -> ShadowOffset {
            var options = ShadowMapper.Options()
            options.mapping = .projection
            options.assistsYaw = assists
            var mapper = ShadowMapper(options)
            let motion = Motion(
                time: Timestamp(nanoseconds: 0), state: .tracking, estimate: GravityEstimate(up: up),
                fade: 1,
                yaw: 0.2)
            let view = mapper.view(of: motion)
            return try #require(view).offset
        }
        let moved = try offset(true) - offset(false)
        #expect(abs(moved.x - x) < 1e-12 && abs(moved.y - y) < 1e-12)
    }
}
