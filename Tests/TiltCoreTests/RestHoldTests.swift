import Foundation
import Testing

@testable import TiltCore

@Suite struct `What is published of a device at rest` {
    private static let degree = Double.pi / 180

    private static func engine() -> TiltEngine {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        return engine
    }

    /// Times of taps from 5 s on, `spacing` apart with 20 % of chance.
    private static func times(_ spacing: Double, until end: Double) -> [Double] {
        var random = SplitMix64(seed: 3)
        var times: [Double] = []
        var time = 5.0
        while time < end {
            times.append(time)
            time += spacing * (0.8 + 0.4 * random.unit())
        }
        return times
    }

    @Test(
        arguments: [(25.0, 0.02, 0.5), (4, 0.08, 0.05), (4, 0.08, 0.2), (4, 0.08, 0.5)],
        [
            (0.01, false, 200.0), (0.002, false, 200), (0.01, true, 200), (0.005, false, 100),
            (0.005, false, 50),
        ])
    func `is the same to the last bit, whatever taps come`(
        burst: (hertz: Double, decay: Double, amplitude: Double),
        sensor: (noise: Double, hasGyroscope: Bool, rateHz: Double)
    ) throws {
        var device = RestingDevice(
            noise: sensor.noise, rateHz: sensor.rateHz, hasGyroscope: sensor.hasGyroscope)
        device.taps = RestingDevice.bursts(
            burst.amplitude, hertz: burst.hertz, decay: burst.decay, at: Self.times(0.5, until: 30))
        var engine = Self.engine()
        var shown: [Up<DeviceAxes>] = []
        var unheld: [Up<DeviceAxes>] = []
        try device.run(&engine, seconds: 30) { time, engine in
            guard time > 4 else { return }
            let estimate = try #require(engine.motion.estimate)
            #expect(estimate.rate == .zero && estimate.strength == 1)
            #expect(engine.motion.yaw.magnitude < 0.001)
            shown.append(estimate.up)
            unheld.append(try #require(engine.unheldMotion.estimate).up)
        }
        let first = try #require(shown.first)
        #expect(shown.allSatisfy { $0 == first })
        #expect(first.angle(to: RestingDevice.up(0)) < 0.1 * Self.degree)
        // Without the hold it would not be.
        #expect(Set(unheld.map { $0.x }).count > 100)
    }

    /// The slowest tick is of 20 Hz, that of a subscriber of 1 Hz.
    @Test(arguments: [25, 4] as [Double], [(25.0, 0.02), (4, 0.08)])
    func `of a sensor that is silent at rest is the same, however often somebody listens`(
        rateHz: Double, burst: (hertz: Double, decay: Double)
    ) throws {
        for tickHz in [20, 50, 200] as [Double] {
            var device = RestingDevice(noise: 0.002, rateHz: rateHz, tickHz: tickHz, count: 0.01)
            device.taps = RestingDevice.bursts(
                0.5, hertz: burst.hertz, decay: burst.decay, at: Self.times(0.8, until: 120))
            var engine = TiltEngine()
            engine.sensorAppeared(reportsOnlyChanges: true)
            var shown: [Up<DeviceAxes>] = []
            try device.run(&engine, seconds: 120) { time, engine in
                if time > 4 { shown.append(try #require(engine.motion.estimate).up) }
            }
            #expect(shown.allSatisfy { $0 == shown[0] }, "\(tickHz) ticks a second")
        }
    }

    /// A turn that one sample tells, and silence after it.
    @Test(arguments: [20, 50, 200] as [Double])
    func `of a sensor that is silent after a turn is where it was turned within 0.7 s`(tickHz: Double) throws
    {
        var device = RestingDevice(noise: 0, rateHz: 25, tickHz: tickHz, count: 0.01)
        device.angle = { $0 < 5 ? 0 : 2 * Self.degree }
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: true)
        try device.run(&engine, seconds: 8) { time, engine in
            let up = try #require(engine.motion.estimate).up
            if time > 5.7 { #expect(up.angle(to: RestingDevice.up(2 * Self.degree)) < 0.15 * Self.degree) }
        }
    }

    @Test func `eases to where it rests from the first tick after a stall on, not from before`()
        throws
    {
        var hold = RestHold()
        let (seen, shown) = (RestingDevice.up(0), RestingDevice.up(30 * Self.degree))
        let force = Acceleration<DeviceAxes>(
            x: standardGravity * seen.x, y: standardGravity * seen.y, z: standardGravity * seen.z)
        func published(at time: Double) -> Up<DeviceAxes>? {
            let motion = Motion(
                time: RestingDevice.stamp(time), state: .tracking, estimate: GravityEstimate(up: shown),
                fade: 1, yaw: 0)
            return hold.published(motion).estimate?.up
        }
        for index in 0...120 {
            hold.take(
                force, GravityEstimate(up: shown), from: .accelerometer, yaw: 0,
                at: RestingDevice.stamp(0.005 * Double(index)))
            if index == 0 { #expect(published(at: 0) == shown) }
        }
        // What is known since half a second is due in one; it begins where something was shown last.
        #expect(try #require(published(at: 1.5)).angle(to: shown) < Self.degree)
        #expect(try #require(published(at: 2.6)).angle(to: seen) < 0.01)
    }

    /// How long turns of 2° take, in seconds: one that is over at once, and some of a hand.
    @Test(arguments: [0, 0.03, 0.06, 0.1], [false, true])
    func `shows a turn of 2° within 120 ms, and has caught up 250 ms later, without a step over 0.5 points`(
        length: Double, hasGyroscope: Bool
    ) throws {
        // A gyroscope does not see a turn that takes no time.
        let length = hasGyroscope ? max(length, 0.03) : length
        for part in 0..<10 {
            let start = 6 + 0.0037 * Double(part)
            var device = RestingDevice(hasGyroscope: hasGyroscope)
            device.angle = { time in
                time < start ? 0 : 2 * Self.degree * (length > 0 ? min(1, (time - start) / length) : 1)
            }
            var engine = Self.engine()
            var mapper = ShadowMapper()
            var held: Up<DeviceAxes>?
            var last: ShadowOffset?
            var shownAt: Double?
            try device.run(&engine, seconds: 8) { time, engine in
                let up = try #require(engine.motion.estimate).up
                let view = mapper.view(of: engine.motion)
                let offset = try #require(view).offset
                if time < start { held = up }
                if time > 2, let last { #expect((offset - last).length < 0.5) }
                last = offset
                if shownAt == nil, let held, time > start, up.angle(to: held) > 0.01 * Self.degree {
                    shownAt = time
                }
                if time >= start + 0.37 {
                    #expect(up.angle(to: RestingDevice.up(device.angle(time))) < 0.15 * Self.degree)
                }
            }
            #expect(try #require(shownAt) - start <= 0.120)
        }
    }

    @Test(arguments: [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 20] as [Double])
    func `is never farther than a degree from a slow turn, and has no steps`(degreesPerSecond: Double) throws
    {
        var device = RestingDevice()
        device.angle = { max(0, $0 - 5) * degreesPerSecond * Self.degree }
        var engine = Self.engine()
        var last: Up<DeviceAxes>?
        var farthest = 0.0
        try device.run(&engine, seconds: 5 + 20 / max(0.5, degreesPerSecond)) { time, engine in
            guard time > 3 else { return }
            let up = try #require(engine.motion.estimate).up
            if let last { #expect(up.angle(to: last) < (0.4 + 0.02 * degreesPerSecond) * Self.degree) }
            last = up
            farthest = max(farthest, up.angle(to: RestingDevice.up(device.angle(time))))
        }
        // A turn of 20°/s is 2.4° ahead when it is first shown.
        #expect(farthest < max(1, 0.15 * degreesPerSecond) * Self.degree)
    }

    @Test(arguments: [false, true]) func `is the motion itself while the device is turned`(hasGyroscope: Bool)
    {
        var device = RestingDevice(hasGyroscope: hasGyroscope)
        device.angle = { 15 * Self.degree * sin(2 * Double.pi * $0) }
        var engine = Self.engine()
        device.run(&engine, seconds: 20) { time, engine in
            if time > 1 { #expect(engine.motion == engine.unheldMotion) }
        }
    }

    @Test func `comes to rest a second after a turn, though somebody types on`() throws {
        var device = RestingDevice()
        device.angle = { time in min(20, max(0, time - 5) * 60) * Self.degree }
        device.taps = RestingDevice.bursts(
            0.3, hertz: 25, decay: 0.02, at: Self.times(0.2, until: 20))
        var engine = Self.engine()
        var shown: [Up<DeviceAxes>] = []
        try device.run(&engine, seconds: 20) { time, engine in
            if time > 7.2 { shown.append(try #require(engine.motion.estimate).up) }
        }
        #expect(shown.allSatisfy { $0 == shown[0] })
        #expect(shown[0].angle(to: RestingDevice.up(20 * Self.degree)) < 0.15 * Self.degree)
    }

    @Test func `is the same from the first frame on, however often the sensor is opened anew`() throws {
        var engine = TiltEngine()
        var shown: [Up<DeviceAxes>] = []
        for run in 0..<30 {
            var device = RestingDevice()
            device.taps = RestingDevice.bursts(
                0.2, hertz: 4, decay: 0.08, at: [0.001 * Double(run), 0.4, 0.9], seed: UInt64(run))
            engine.restart()
            engine.sensorAppeared(reportsOnlyChanges: false)
            try device.run(&engine, seconds: 1.5) { _, engine in
                if run > 0 { shown.append(try #require(engine.motion.estimate).up) }
            }
        }
        #expect(shown.allSatisfy { $0 == shown[0] })
    }

    @Test func `begins where the device is, also where it was held elsewhere before`() throws {
        var engine = Self.engine()
        RestingDevice().run(&engine, seconds: 3) { _, _ in }
        engine.restart()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var device = RestingDevice()
        device.angle = { _ in 20 * Self.degree }
        try device.run(&engine, seconds: 2) { _, engine in
            let up = try #require(engine.motion.estimate).up
            #expect(up.angle(to: RestingDevice.up(20 * Self.degree)) < 0.5 * Self.degree)
        }
    }

    @Test func `stays while one sensor takes another's place that has sent nothing yet`() throws {
        var engine = Self.engine()
        RestingDevice().run(&engine, seconds: 8) { _, _ in }
        let held = try #require(engine.motion.estimate).up
        #expect(try #require(engine.unheldMotion.estimate).up != held)
        engine.sensorLost()
        engine.sensorAppeared(reportsOnlyChanges: false)
        engine.advance(to: Timestamp(nanoseconds: 8_020_000_000))
        #expect(engine.motion.estimate?.up == held)
    }

    @Test func `does not change with new parameters`() throws {
        var engine = Self.engine()
        var parameters = TiltEngine.Parameters()
        parameters.estimator.kind = .raw
        var shown: [Up<DeviceAxes>] = []
        try RestingDevice().run(&engine, seconds: 8) { time, engine in
            if time > 3 { shown.append(try #require(engine.motion.estimate).up) }
        }
        var changed = engine
        changed.use(parameters)
        #expect(changed.motion == engine.motion)
        changed.advance(to: RestingDevice.stamp(8))
        #expect(changed.motion.estimate?.up == shown.last)
    }

    @Test func `is not led astray by forces that are none`() throws {
        var engine = Self.engine()
        var device = RestingDevice()
        device.taps = { time in
            Int(time * 200) % 97 == 0 ? Acceleration(x: .nan, y: .infinity, z: 0) : .zero
        }
        var shown: [Up<DeviceAxes>] = []
        try device.run(&engine, seconds: 10) { time, engine in
            if time > 3 { shown.append(try #require(engine.motion.estimate).up) }
        }
        #expect(shown.allSatisfy { $0 == shown[0] && $0.isFinite })
    }

    @Test func `turns back where the device was turned about the vertical, and leaks as ever`() throws {
        var engine = Self.engine()
        var time = 0.0
        var published: [Double] = []
        for tick in 0..<2000 {
            time = Double(tick) * 0.01
            let rate = tick >= 1000 && tick < 1020 ? 1.0 : 0
            engine.ingest(
                Sample(
                    time: RestingDevice.stamp(time),
                    acceleration: Acceleration(x: 0, y: standardGravity, z: 0),
                    angularRate: AngularRate(x: 0, y: rate, z: 0)))
            engine.advance(to: RestingDevice.stamp(time))
            published.append(engine.motion.yaw)
        }
        #expect(published[999].magnitude < 0.001)
        #expect(published[1020] > 0.1)
        #expect(published[1999].magnitude < 0.01)
        #expect(zip(published, published.dropFirst()).allSatisfy { ($1 - $0).magnitude < 0.03 })
    }
}
