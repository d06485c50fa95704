import CMath
import Testing
import TiltCore

@Suite struct `The axes check` {
    typealias Rate = AngularRate<DeviceAxes>

    private static func fault(
        after seconds: Double, of motion: SimulatedMotion, _ check: AxesCheck = AxesCheck()
    ) -> (SensorFault?, at: Double?) {
        var check = check
        var at: Double?
        motion.run(seconds: seconds) { sample in
            check.take(sample)
            if at == nil, check.fault != nil { at = Double(sample.time.nanoseconds) * 1e-9 }
        }
        return (check.fault, at)
    }

    private static let axisMistakes: [(RateAxes, @Sendable (Rate) -> Rate)] = [
        (RateAxes(.y, .x, .z), { Rate(x: $0.y, y: $0.x, z: $0.z) }),
        (RateAxes(.z, .y, .x), { Rate(x: $0.z, y: $0.y, z: $0.x) }),
        (RateAxes(.x, .y, .minusZ), { Rate(x: $0.x, y: $0.y, z: -$0.z) }),
        (RateAxes(.minusX, .y, .z), { Rate(x: -$0.x, y: $0.y, z: $0.z) }),
        (RateAxes(.minusX, .minusY, .minusZ), { Rate(x: -$0.x, y: -$0.y, z: -$0.z) }),
        (RateAxes(.z, .x, .y), { Rate(x: $0.y, y: $0.z, z: $0.x) }),
        (RateAxes(.minusY, .x, .z), { Rate(x: $0.y, y: -$0.x, z: $0.z) }),
    ]

    @Test(arguments: axisMistakes)
    func `names the axes that would agree, within 10 s`(
        axes: RateAxes, mistake: @escaping @Sendable (Rate) -> Rate
    ) throws {
        var motion = SimulatedMotion()
        motion.rate = mistake
        let found = Self.fault(after: 20, of: motion)
        #expect(found.0 == .rateAxes(axes))
        #expect(try #require(found.at) < 10)
    }

    @Test(arguments: [180 / Double.pi, Double.pi / 180, 0.05, 1000])
    func `tells by how much the rates are wrong, within 10 s`(factor: Double) throws {
        var motion = SimulatedMotion()
        motion.rate = { factor * $0 }
        let found = Self.fault(after: 20, of: motion)
        guard case .rateScale(let measured)? = found.0 else {
            Issue.record("\(String(describing: found.0))")
            return
        }
        #expect(abs(measured / factor - 1) < 0.02)
        #expect(try #require(found.at) < 10)
    }

    @Test(arguments: [180 / Double.pi, Double.pi / 180], [0.3, 1])
    func `tells a unit that is wrong within 4 s`(factor: Double, strength: Double) throws {
        var motion = SimulatedMotion()
        motion.amplitude = strength * motion.amplitude
        motion.rate = { factor * $0 }
        let found = Self.fault(after: 20, of: motion)
        // Slow motion hardly shows what rates next to nothing are.
        guard strength == 1 || factor > 1 else { return }
        #expect(try #require(found.at) < 4)
    }

    /// A string holds the device up, so that the force never turns in it, however it swings.
    @Test(arguments: [0.2, 0.5, 1, 2], [0.2, 0.4, 0.6, 0.8, 1])
    func `is not misled by a device that hangs on a string`(length: Double, amplitude: Double) {
        var check = AxesCheck()
        var (angle, rate) = (amplitude, 0.0)
        for index in 0..<6000 {
            for _ in 0..<10 {
                rate -= 0.001 * standardGravity / length * sin(angle)
                angle += 0.001 * rate
            }
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
                    acceleration: Acceleration(
                        x: 0, y: 0, z: standardGravity * cos(angle) + length * rate * rate),
                    angularRate: Rate(x: 0, y: rate, z: 0)))
        }
        #expect(check.fault == nil)
    }

    /// On a circle it leans by the same angle, and its axes turn with the string alone.
    @Test(arguments: [0.2, 0.5, 1, 2], [0.2, 0.4, 0.6])
    func `is not misled by a device that is swung on a circle`(length: Double, lean: Double) {
        var check = AxesCheck()
        let circling = (standardGravity / (length * cos(lean))).squareRoot()
        for index in 0..<6000 {
            let time = Double(index) * 0.01
            let (rate, phase) = (circling * sin(lean), circling * cos(lean) * time)
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
                    acceleration: Acceleration(
                        x: 0.1 * sin(17 * time), y: 0.1 * cos(13 * time), z: standardGravity / cos(lean)),
                    angularRate: Rate(x: rate * cos(phase), y: rate * sin(phase), z: 0)))
        }
        #expect(check.fault == nil)
    }

    @Test(arguments: [20, 57, 95, 285, 1000])
    func `has nothing against right rates`(rateHz: Double) {
        var motion = SimulatedMotion()
        motion.rateHz = rateHz
        #expect(Self.fault(after: 60, of: motion).0 == nil)
        // A scale that is 15 % off and a bias of 3 °/s are the estimator's to live with.
        motion.rate = { 1.15 * $0 + Rate(x: 0.05, y: 0, z: 0) }
        #expect(Self.fault(after: 60, of: motion).0 == nil)
    }

    @Test(
        arguments: [0.3, 0.5, 0.7, 0.9, 1.0, 1.1, 1.3, 1.5, 1.7, 2.2, 2.5, 3.3],
        [(0.1, 0.6), (0.2, 0.9), (0.35, 0.3), (0.35, 0.6), (0.6, 0.6), (0.2, -0.6), (0.35, -0.3)])
    func `is not misled by an arm that swings the device faster than gravity would`(
        hz: Double, swing: (radians: Double, lever: Double)
    ) {
        // An arm of L: the tangential acceleration L·θ̈ turns the force against the rotation θ about y.
        let omega = 2 * Double.pi * hz
        // Nobody swings an arm harder than this for long, in m/s².
        guard swing.lever.magnitude * omega * omega * swing.radians < 1.5 * standardGravity else { return }
        var check = AxesCheck()
        var wrongSince: Double?
        for index in 0..<6000 {
            let time = Double(index) * 0.01
            let angle = swing.radians * sin(omega * time)
            let rate = swing.radians * omega * cos(omega * time)
            let tangential = swing.lever * omega * omega * angle
            let centripetal = swing.lever * rate * rate
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(time * 1e9)),
                    acceleration: Acceleration(
                        x: -standardGravity * sin(angle) + tangential, y: 0,
                        z: standardGravity * cos(angle) + centripetal),
                    angularRate: Rate(x: 0, y: rate, z: 0)))
            if check.fault != nil { wrongSince = wrongSince ?? time }
        }
        #expect(wrongSince == nil)
    }

    @Test func `is not misled by pushing about without turning`() {
        var random = SplitMix64(seed: 3)
        var motion = SimulatedMotion()
        motion.amplitude = Rate(x: 0.05, y: 0.05, z: 0.05)
        var push = Acceleration<DeviceAxes>.zero
        motion.force = { force, _ in
            push = 0.9 * push
            push = push + Acceleration(x: 3 * random.signed(), y: 3 * random.signed(), z: 3 * random.signed())
            return force + push
        }
        #expect(Self.fault(after: 120, of: motion).at == nil)
    }

    /// Shaking counts where it adds to a change of gravity, so that it looks as if the rates were too small.
    @Test(arguments: Array(stride(from: 0.0, to: 20, by: 1.3)))
    func `is not misled by shaking a tablet that is turned in its plane`(start: Double) {
        var motion = TurnedTablet()
        motion.shake = (strength: 2, hertz: 1)
        var check = AxesCheck()
        motion.run(seconds: 40, from: start) {
            check.take($0)
            #expect(check.fault == nil, "\(String(describing: check.fault))")
        }
    }

    /// Where a window of the check is half a cycle of the shaking, what counts is mostly shaking, along one direction.
    @Test(arguments: Array(stride(from: 0.0, to: 20, by: 1.27)), [0.5, 1, 1.5])
    func `is not misled by shaking a device that is tilted slowly`(start: Double, hertz: Double) {
        func up(_ time: Double) -> Acceleration<DeviceAxes> {
            let turn = 2 * Double.pi * time / 20
            let (pitch, roll) = (0.35 + 0.21 * sin(2 * turn), -0.17 + 0.17 * sin(3 * turn + 1))
            let (x, y) = (-sin(roll), sin(pitch))
            return Acceleration(x: x, y: y, z: (1 - x * x - y * y).squareRoot())
        }
        var check = AxesCheck()
        for index in 0..<6000 {
            let time = start + Double(index) * 0.01
            let here = up(time)
            let change = (up(time + 1e-4) - up(time - 1e-4)) / 2e-4
            // Level and along y, 2 m/s² at most.
            let level = Acceleration<DeviceAxes>(x: 0, y: 1, z: 0) - here.y * here
            let push = 2 * sin(2 * Double.pi * hertz * time) / level.length
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
                    acceleration: standardGravity * here + push * level,
                    angularRate: Rate(
                        x: change.y * here.z - change.z * here.y, y: change.z * here.x - change.x * here.z,
                        z: change.x * here.y - change.y * here.x)))
            #expect(check.fault == nil, "\(String(describing: check.fault))")
        }
    }

    @Test func `forgives rates that become right`() {
        var check = AxesCheck()
        var motion = SimulatedMotion()
        motion.rate = { Rate(x: -$0.x, y: -$0.y, z: -$0.z) }
        motion.run(seconds: 10) { check.take($0) }
        #expect(check.fault != nil)
        motion.rate = { $0 }
        motion.run(seconds: 60, from: 10) { check.take($0) }
        #expect(check.fault == nil)
    }

    @Test func `takes the two sensors apart, at different rates`() throws {
        var motion = SimulatedMotion()
        motion.rateHz = 200
        for (factor, expected) in [(1.0, true), (-1.0, false)] {
            var check = AxesCheck()
            var index = 0
            motion.run(seconds: 20) { sample in
                check.take(Sample(time: sample.time, angularRate: sample.angularRate.map { factor * $0 }))
                if index % 3 == 0 {
                    check.take(
                        Sample(time: sample.time.advanced(by: 1000), acceleration: sample.acceleration))
                }
                index += 1
            }
            #expect((check.fault == nil) == expected)
        }
    }

    @Test func `learns nothing from clipped or interrupted rates`() {
        for isClipped in [true, false] {
            var check = AxesCheck()
            var motion = SimulatedMotion()
            motion.rate = { -1 * $0 }
            var index = 0
            motion.run(seconds: 20) { sample in
                index += 1
                var sample = sample
                sample.rateIsClipped = isClipped && index % 20 == 0
                if !isClipped, index % 30 < 10 { sample.angularRate = nil }
                check.take(sample)
            }
            #expect(check.fault == nil)
        }
    }
}
