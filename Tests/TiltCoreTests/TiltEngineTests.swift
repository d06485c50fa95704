import Foundation
import Testing
import TiltCore

@Suite struct `Tilt engine` {
    private static func sample(_ seconds: Double, _ up: Up<DeviceAxes>) -> Sample {
        Sample(
            time: Timestamp(nanoseconds: Int64((seconds * 1e9).rounded())),
            acceleration: Acceleration(
                x: standardGravity * up.x, y: standardGravity * up.y, z: standardGravity * up.z))
    }

    private static func time(_ tick: Int) -> Timestamp { Timestamp(nanoseconds: Int64(tick) * 20_000_000) }

    /// The pose whose offset is farthest from the fallback: 16 points up the screen.
    private static let headDown = Up<DeviceAxes>(x: 0, y: -1, z: 0)

    /// Ticks 50 times a second from tick `ticks.lowerBound`, with a 200 Hz sensor in the pose that `pose` gives.
    private static func run(
        _ engine: inout TiltEngine, _ ticks: Range<Int>, _ pose: (Double) -> Up<DeviceAxes>?,
        _ body: (Motion) -> Void = { _ in }
    ) {
        for tick in ticks {
            for part in 0..<4 {
                let seconds = Double(tick) * 0.02 - 0.015 + 0.005 * Double(part)
                if let up = pose(seconds) { engine.ingest(sample(seconds, up)) }
            }
            engine.advance(to: time(tick))
            body(engine.motion)
        }
    }

    @Test func `has neither state nor estimate without a sensor`() {
        var engine = TiltEngine()
        Self.run(&engine, 1..<10, { _ in nil })
        #expect(engine.motion == Motion(time: Self.time(9)))
    }

    @Test func `shows the first pose at once`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        Self.run(&engine, 1..<2, { _ in Self.headDown })
        #expect(engine.motion.state == .tracking && engine.motion.fade == 1)
    }

    @Test func `goes from tracking to stale, holds, eases to the fallback, and comes back`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        Self.run(&engine, 1..<51, { _ in Self.headDown })
        var timeline: [Int: Motion] = [:]
        Self.run(&engine, 51..<301, { _ in nil }, { timeline[Int($0.time.nanoseconds / 20_000_000)] = $0 })
        // The last sample came at 1 s: tick 50.
        #expect(timeline[75]?.state == .tracking && timeline[76]?.state == .stale)
        #expect(timeline[175]?.fade == 1 && timeline[178]?.fade ?? 1 < 1)
        #expect(timeline[227]?.fade == 0 && timeline[300]?.state == .stale)
        Self.run(&engine, 301..<351, { _ in Self.headDown }, { #expect($0.state == .tracking) })
        #expect(engine.motion.fade > 0.99)
    }

    @Test(arguments: [0.3, 0.6, 1, 2.2, 2.6, 2.9, 3.5, 10], [false, true])
    func `never steps by more than 0.6 points when the sensor goes and comes back`(
        gap: Double, isUnplugged: Bool
    ) {
        var engine = TiltEngine()
        var mapper = ShadowMapper()
        var last: ShadowOffset?
        var largest = 0.0
        func watch(_ motion: Motion) {
            let offset = mapper.view(of: motion)?.offset ?? mapper.options.fallback
            if let last { largest = max(largest, (offset - last).length) }
            last = offset
        }
        engine.advance(to: Self.time(0))
        watch(engine.motion)
        engine.sensorAppeared(reportsOnlyChanges: false)
        Self.run(&engine, 1..<100, { _ in Self.headDown }, watch)
        if isUnplugged { engine.sensorLost() }
        let back = 100 + Int(gap * 50)
        Self.run(&engine, 100..<back, { _ in nil }, watch)
        if isUnplugged { engine.sensorAppeared(reportsOnlyChanges: false) }
        Self.run(&engine, back..<back + 100, { _ in Self.headDown }, watch)
        #expect(largest <= 0.6 + 1e-9)
        #expect(engine.motion.fade == 1)
    }

    @Test(arguments: [0.4, 0.6, 1, 2.2, 2.6, 3.2, 10], [false, true])
    func `glides when the sensor comes back in another pose`(gap: Double, isUnplugged: Bool) {
        var engine = TiltEngine()
        var mapper = ShadowMapper()
        var offsets: [ShadowOffset] = []
        func watch(_ motion: Motion) {
            offsets.append(mapper.view(of: motion)?.offset ?? mapper.options.fallback)
        }
        engine.sensorAppeared(reportsOnlyChanges: false)
        Self.run(&engine, 1..<100, { _ in Self.headDown }, watch)
        if isUnplugged { engine.sensorLost() }
        let back = 100 + Int(gap * 50)
        Self.run(&engine, 100..<back, { _ in nil }, watch)
        if isUnplugged { engine.sensorAppeared(reportsOnlyChanges: false) }
        Self.run(&engine, back..<back + 200, { _ in Up(x: -0.6, y: 0, z: 0.8) }, watch)
        let largest = zip(offsets, offsets.dropFirst()).map { ($1 - $0).length }.max() ?? 0
        #expect(largest <= 2.5)
        #expect(engine.motion.estimate?.up.angle(to: Up(x: -0.6, y: 0, z: 0.8)) ?? 1 < 0.01)
    }

    @Test func `keeps tracking and settling while an only-changes sensor is quiet`() throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: true)
        let there = Up<DeviceAxes>(x: 0, y: 0.6, z: 0.8)
        Self.run(&engine, 1..<2, { _ in .faceUp })
        Self.run(&engine, 2..<3, { _ in there })
        let early = try #require(engine.motion.estimate).up.angle(to: there)
        Self.run(&engine, 3..<1000, { _ in nil }, { #expect($0.state == .tracking && $0.fade == 1) })
        #expect(early > 0.01)
        #expect(try #require(engine.motion.estimate).up.angle(to: there) < 1e-6)
    }

    @Test func `lies where it was last seen to be while an only-changes sensor is quiet that was turning`()
        throws
    {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: true)
        // About x at 0.5 rad/s, with a gyroscope that has said so last.
        func up(_ time: Double) -> Up<DeviceAxes> { Up(x: 0, y: sin(0.5 * time), z: cos(0.5 * time)) }
        for tick in 1..<150 {
            var sample = Self.sample(0.02 * Double(tick), up(0.02 * Double(tick)))
            sample.angularRate = AngularRate(x: 0.5, y: 0, z: 0)
            engine.ingest(sample)
            engine.advance(to: sample.time)
        }
        Self.run(&engine, 151..<1000, { _ in nil })
        #expect(try #require(engine.motion.estimate).up.angle(to: up(2.98)) < 0.01)
    }

    @Test func `is without a sensor at once when an only-changes sensor is lost`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: true)
        Self.run(&engine, 1..<10, { _ in .faceUp })
        engine.sensorLost()
        Self.run(&engine, 10..<100, { _ in nil }, { #expect($0.state == .none) })
        #expect(engine.motion.fade == 0)
    }

    @Test func `starts afresh with a new sensor once the fallback is shown`() throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        Self.run(&engine, 1..<10, { _ in Self.headDown })
        engine.sensorLost()
        Self.run(&engine, 10..<100, { _ in nil })
        engine.sensorAppeared(reportsOnlyChanges: false)
        // A device has booted anew in between: its clock is earlier.
        engine.ingest(Self.sample(0.01, .faceUp))
        engine.advance(to: Self.time(100))
        #expect(try #require(engine.motion.estimate).up == .faceUp)
    }

    @Test func `goes on after a copy as if it had never been copied`() {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        let rocking = { (seconds: Double) in Up<DeviceAxes>(x: sin(seconds), y: 0, z: cos(seconds)) }
        Self.run(&engine, 1..<100, rocking)
        var resumed = engine
        Self.run(&engine, 100..<200, rocking)
        Self.run(&resumed, 100..<200, rocking)
        #expect(engine == resumed)
    }
}
