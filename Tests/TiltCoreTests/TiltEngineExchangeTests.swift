import Testing

@testable import TiltCore

@Suite struct `Another sensor in place of one that was lost` {
    private static func time(_ tick: Int) -> Timestamp { Timestamp(nanoseconds: Int64(tick) * 10_000_000) }

    private static func feed(
        _ engine: inout TiltEngine, _ ticks: Range<Int>, _ up: Up<DeviceAxes>, bias: Double
    ) -> Double {
        var mapper = ShadowMapper()
        var largest = 0.0
        var last = mapper.view(of: engine.motion)?.offset
        for tick in ticks {
            engine.ingest(
                Sample(
                    time: time(tick),
                    acceleration: Acceleration(
                        x: standardGravity * up.x, y: standardGravity * up.y, z: standardGravity * up.z),
                    angularRate: AngularRate(x: bias, y: 0, z: 0)))
            engine.advance(to: time(tick))
            let offset = mapper.view(of: engine.motion)?.offset
            if let last, let offset { largest = max(largest, (offset - last).length) }
            last = offset
        }
        return largest
    }

    @Test func `starts from its own bias, and its pose is eased to`() throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        _ = Self.feed(&engine, 1..<3000, Up(x: 0, y: 0.6, z: 0.8), bias: 0.02)
        #expect((try #require(engine.gyroscopeBias).x - 0.02).magnitude < 0.001)
        engine.sensorLost()
        for tick in 3000..<3050 { engine.advance(to: Self.time(tick)) }
        engine.sensorAppeared(reportsOnlyChanges: false, bias: AngularRate(x: -0.01, y: 0, z: 0))
        #expect(engine.gyroscopeBias == nil)
        let step = Self.feed(&engine, 3050..<3052, Up(x: 0.6, y: 0, z: 0.8), bias: -0.01)
        #expect((try #require(engine.gyroscopeBias).x + 0.01).magnitude < 0.002)
        #expect(max(step, Self.feed(&engine, 3052..<3300, Up(x: 0.6, y: 0, z: 0.8), bias: -0.01)) < 0.5)
        #expect(try #require(engine.motion.estimate).up.angle(to: Up(x: 0.6, y: 0, z: 0.8)) < 0.01)
    }

    @Test func `is eased to even where it says the opposite`() throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        _ = Self.feed(&engine, 1..<300, Up(x: 0, y: 0, z: 1), bias: 0)
        engine.sensorLost()
        engine.sensorAppeared(reportsOnlyChanges: false)
        // Half a turn in a second, at most 1.5 times as fast in its middle: π · 1.5 / 100 · 10 points.
        #expect(Self.feed(&engine, 300..<500, Up(x: 0, y: 0, z: -1), bias: 0) < 0.75)
        #expect(try #require(engine.motion.estimate).up.angle(to: Up(x: 0, y: 0, z: -1)) < 0.01)
    }
}
