import CMath
import Testing
import TiltCore

@Suite struct `The axes check of slow motion` {
    typealias Rate = AngularRate<DeviceAxes>

    /// A device that a hand tilts to and fro by `degrees` about x, and a little about y, with a real sensor's noise.
    private struct Tilting {
        var degrees = 20.0
        var period = 10.0
        /// The gyroscope's bias, in rad/s.
        var bias = Rate.zero
        var rateHz = 100.0

        func run(seconds: Double, rate: (Rate) -> Rate, _ body: (Sample) -> Void) {
            var random = SplitMix64(seed: 7)
            var up = Up<DeviceAxes>.faceUp
            let (fine, omega) = (8, 2 * Double.pi / period)
            let speed = degrees * .pi / 180 * omega
            for index in 0..<Int(seconds * rateHz) {
                let time = Double(index) / rateHz
                let turn = Rate(
                    x: speed * cos(omega * time), y: 0.3 * speed * cos(0.7 * omega * time + 1), z: 0)
                func noise(_ size: Double) -> Double { size * random.signed() }
                body(
                    Sample(
                        time: Timestamp(nanoseconds: Int64(time * 1e9)),
                        acceleration: Acceleration(
                            x: standardGravity * up.x + noise(0.08), y: standardGravity * up.y + noise(0.08),
                            z: standardGravity * up.z + noise(0.08)),
                        angularRate: rate(
                            turn + bias + Rate(x: noise(0.005), y: noise(0.005), z: noise(0.005)))))
                let step = 1 / rateHz / Double(fine)
                for _ in 0..<fine {
                    let moved = Up<DeviceAxes>(
                        x: up.x + step * (up.y * turn.z - up.z * turn.y),
                        y: up.y + step * (up.z * turn.x - up.x * turn.z),
                        z: up.z + step * (up.x * turn.y - up.y * turn.x))
                    up = Up(of: moved) ?? up
                }
            }
        }

        func fault(after seconds: Double, rate: (Rate) -> Rate) -> SensorFault? {
            var check = AxesCheck()
            run(seconds: seconds, rate: rate) { check.take($0) }
            return check.fault
        }
    }

    @Test(arguments: [5.0, 7, 10], [10.0, 50, 200])
    func `tells negated, swapped and scaled rates within half a minute`(period: Double, rateHz: Double) {
        let tilting = Tilting(period: period, rateHz: rateHz)
        func found(_ mistake: (Rate) -> Rate) -> SensorFault? {
            tilting.fault(after: 30, rate: mistake)
        }
        #expect(found { -1 * $0 } == .rateAxes(RateAxes(.minusX, .minusY, .z)))
        #expect(found { Rate(x: -$0.x, y: $0.y, z: $0.z) } == .rateAxes(RateAxes(.minusX, .y, .z)))
        #expect(found { Rate(x: $0.y, y: $0.x, z: $0.z) } == .rateAxes(RateAxes(.y, .x, .z)))
        guard case .rateScale(let factor)? = found({ (180 / .pi) * $0 }) else {
            Issue.record("rates in °/s went unnoticed")
            return
        }
        #expect(abs(factor * .pi / 180 - 1) < 0.1)
        #expect(found { $0 } == nil)
    }

    /// Quick motion shows it at once; here it takes a turn by 45° and some more.
    @Test(arguments: [5.0, 7, 10], [10.0, 50, 200])
    func `tells rates that are 57 times too small within half a minute`(period: Double, rateHz: Double) {
        let tilting = Tilting(degrees: 35, period: period, rateHz: rateHz)
        guard case .rateScale(let factor)? = tilting.fault(after: 30, rate: { (.pi / 180) * $0 }) else {
            Issue.record("rates in rad/s that are taken for °/s went unnoticed")
            return
        }
        #expect((0.8...1.25).contains(factor * 180 / .pi), "\(factor)")
        #expect(tilting.fault(after: 120) { $0 } == nil)
        #expect(tilting.fault(after: 120) { _ in .zero } == nil)
    }

    @Test(arguments: [Rate(x: 0.05, y: 0, z: 0), Rate(x: 0, y: -0.05, z: 0), Rate(x: 0, y: 0, z: 0.05)])
    func `has nothing against a bias, whatever it turns by in seconds`(bias: Rate) {
        for period in [5.0, 10, 20] {
            let tilting = Tilting(period: period, bias: bias)
            #expect(tilting.fault(after: 120) { $0 } == nil)
            #expect(tilting.fault(after: 120) { 1.15 * $0 } == nil)
        }
    }

    @Test(
        arguments: [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9],
        [(0.35, 0.6), (0.6, 0.85), (1, 0.6), (1, 0.85), (0.6, -0.6)])
    func `is not misled by a long arm`(hz: Double, swing: (radians: Double, lever: Double)) {
        let omega = 2 * Double.pi * hz
        guard swing.lever.magnitude * omega * omega * swing.radians < 1.5 * standardGravity else { return }
        var check = AxesCheck()
        for index in 0..<6000 {
            let time = Double(index) * 0.01
            let (angle, rate) = (swing.radians * sin(omega * time), swing.radians * omega * cos(omega * time))
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(time * 1e9)),
                    acceleration: Acceleration(
                        x: -standardGravity * sin(angle) + swing.lever * omega * omega * angle, y: 0,
                        z: standardGravity * cos(angle) + swing.lever * rate * rate),
                    angularRate: Rate(x: 0, y: rate, z: 0)))
            #expect(check.fault == nil)
        }
    }

    /// A car brakes and turns for seconds, and tips by a tenth of what that turns the force.
    @Test(arguments: [0.01, 1 / 57.3, 0.05, 0.1, -0.1], [1.0, 2, 3])
    func `is not misled by a car or a train`(tipping: Double, strength: Double) {
        var random = SplitMix64(seed: 5)
        var check = AxesCheck()
        var (push, goal) = (0.0, 0.0)
        for index in 0..<30_000 {
            if index % 300 == 0 { goal = strength * random.signed() }
            let before = push
            push += 0.01 * (goal - push)
            let angle = tipping * push / standardGravity
            check.take(
                Sample(
                    time: Timestamp(nanoseconds: Int64(index) * 10_000_000),
                    acceleration: Acceleration(
                        x: push + standardGravity * sin(angle) + 0.1 * random.signed(),
                        y: 0.1 * random.signed(), z: standardGravity * cos(angle)),
                    angularRate: Rate(
                        x: 0.01 * random.signed(),
                        y: -(push - before) * 100 * tipping / standardGravity + 0.01 * random.signed(),
                        z: 0.01 * random.signed())))
            #expect(check.fault == nil)
        }
    }
}
