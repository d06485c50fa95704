import TiltCore

/// Inspector, engine and mapper in a row, as in the daemon, with every frame and every step between two checked.
struct SensorPlay {
    private let subscription: Subscription
    private let sensor: SensorDescription
    private var inspector: SensorInspector
    private var engine = TiltEngine()
    private var mapper: ShadowMapper
    private var sequence: UInt64 = 0
    private var tickTime = Timestamp(nanoseconds: 1_000_000_000_000)
    private var last: (view: ShadowMapper.View, motion: Motion)?

    /// The length of a tick, in nanoseconds.
    private static let tick: Int64 = 20_000_000

    init(_ sensor: SensorDescription, _ subscription: Subscription) {
        self.sensor = sensor
        self.subscription = subscription
        inspector = SensorInspector(sensor)
        mapper = ShadowMapper(subscription.shadow)
        engine.sensorAppeared(reportsOnlyChanges: sensor.reportsOnlyChanges)
    }

    mutating func take(_ reading: Reading) {
        let sample = inspector.sample(from: reading)
        expect(sample.acceleration?.isFinite ?? true, "a force that is none passed: \(sample)")
        expect(sample.angularRate?.isFinite ?? true, "a rate that is none passed: \(sample)")
        engine.ingest(sample)
    }

    mutating func recentre() {
        mapper.recentre()
        last = nil
    }

    mutating func replug() {
        engine.sensorLost()
        tick()
        inspector = SensorInspector(sensor)
        engine.sensorAppeared(reportsOnlyChanges: sensor.reportsOnlyChanges)
    }

    mutating func tick() {
        tickTime = tickTime.advanced(by: Self.tick)
        engine.advance(to: tickTime)
        let motion = engine.motion
        let view = mapper.view(of: motion)
        let frame = Frame(sequence: sequence, motion: motion, view: view, subscription: subscription)
        sequence += 1
        FrameCheck.check(frame, of: subscription, isEncoded: sequence < 4)
        expect(motion.fade >= 0 && motion.fade <= 1, "fade \(motion.fade)")
        expect(motion.estimate.map { (0...1).contains($0.strength) } ?? true, "strength \(motion)")
        expect(engine.gyroscopeBias?.isFinite ?? true, "bias \(engine.gyroscopeBias as Any)")
        checkStep(to: view, motion)
        last = view.map { ($0, motion) }
    }

    func finish() {
        for fault in inspector.faults {
            expect(description: fault.description, hint: fault.hint)
        }
        expect(inspector.rejected >= 0 && inspector.clipped >= 0, "counts of readings")
    }

    /// The offset moves no farther than up did, times the mapping's worst slope, plus what strength and fade add.
    ///
    /// The mapping `euler` jumps by its nature; `relative` also moves with its neutral, and yaw assist with the turn.
    private func checkStep(to view: ShadowMapper.View?, _ motion: Motion) {
        let shadow = subscription.shadow
        guard let view, let last, shadow.mapping != .euler, shadow.reference == .absolute else { return }
        guard !shadow.assistsYaw else { return }
        let turned = view.up.angle(to: last.view.up)
        let strength = ((motion.estimate?.strength ?? 0) - (last.motion.estimate?.strength ?? 0)).magnitude
        let fade = (motion.fade - last.motion.fade).magnitude
        let gain = shadow.gain.magnitude
        let slope = shadow.mapping == .tilt ? 2.0.squareRoot() : 1
        let bound =
            gain * (slope * turned + Double.pi / 2 * strength)
            + fade * (shadow.limit + shadow.base.length + shadow.fallback.length) + 0.021
        let step = (view.offset - last.view.offset).length
        expect(step <= bound, "a step of \(step), at most \(bound): \(last), \(view), \(motion)")
    }
}
