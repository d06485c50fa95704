import Foundation
import Testing

@testable import TiltCore

@Suite struct `Fused estimator` {
    private static let interval = 0.005

    /// A device that rocks about x by 30° at 0.5 Hz while a hand shakes it sideways with 3 m/s² at 2 Hz.
    private static func truth(_ t: Double) -> (up: Up<DeviceAxes>, rate: Double) {
        let omega = Double.pi
        let angle = 0.5 * sin(omega * t)
        return (Up(x: 0, y: sin(angle), z: cos(angle)), 0.5 * omega * cos(omega * t))
    }

    private static func feed(
        _ estimator: inout FusedEstimator, from start: Int, count: Int, bias: Double, jitter: Double = 0
    ) {
        var random = SplitMix64(seed: 7)
        var last = Double(start) * interval
        for index in start + 1...start + count {
            let t = (Double(index) + jitter * 0.4 * random.signed()) * interval
            let (up, rate) = truth(t)
            estimator.update(rate: AngularRate(x: rate + bias, y: -bias, z: 0), interval: t - last)
            let shake = 3 * sin(4 * Double.pi * t)
            estimator.update(
                force: Acceleration(
                    x: standardGravity * up.x + shake, y: standardGravity * up.y, z: standardGravity * up.z),
                interval: t - last)
            last = t
        }
    }

    @Test(arguments: [0.0, 1.0])
    func `stays within half a degree under linear acceleration that misleads an accelerometer by 17`(
        jitter: Double
    ) {
        var estimator = FusedEstimator()
        Self.feed(&estimator, from: 0, count: 4000, bias: 0, jitter: jitter)
        let error = estimator.up.angle(to: Self.truth(20).up) * 180 / Double.pi
        #expect(error < (jitter == 0 ? 0.5 : 1))
    }

    /// The first force says nothing about where up is, and what corrects it nothing about the bias.
    @Test(arguments: Array(stride(from: 0.0, to: 20, by: 1.3)))
    func `started amid shaking that misleads an accelerometer by 22, it is right to 2 after 3 s`(
        start: Double
    ) {
        var motion = TurnedTablet()
        motion.shake = (strength: 4, hertz: 1.5)
        var estimator = FusedEstimator()
        var worst = 0.0
        motion.run(seconds: 25, from: start) { sample in
            guard let rate = sample.angularRate, let force = sample.acceleration else { return }
            estimator.update(rate: rate, interval: 0.01)
            estimator.update(force: force, interval: 0.01)
            let time = Double(sample.time.nanoseconds) * 1e-9
            guard time > start + 3 else { return }
            worst = max(worst, estimator.up.angle(to: TurnedTablet.up(at: time)) * 180 / Double.pi)
        }
        #expect(worst < 2)
    }

    @Test func `finds the bias in motion`() {
        var estimator = FusedEstimator()
        let bias = 0.5 * Double.pi / 180
        Self.feed(&estimator, from: 0, count: 12_000, bias: bias)
        #expect(abs(estimator.bias.x - bias) < 0.2 * bias)
        #expect(abs(estimator.bias.y + bias) < 0.2 * bias)
    }

    @Test func `finds the bias at rest, and knows that it rests`() {
        var estimator = FusedEstimator()
        for _ in 0..<2000 {
            estimator.update(rate: AngularRate(x: 0.01, y: -0.008, z: 0.005), interval: Self.interval)
            estimator.update(force: Acceleration(x: 0, y: 0, z: standardGravity), interval: Self.interval)
        }
        #expect(estimator.isAtRest)
        for (found, true_) in zip(
            [estimator.bias.x, estimator.bias.y, estimator.bias.z], [0.01, -0.008, 0.005])
        {
            #expect(abs(found - true_) < 2e-4)
        }
    }

    private static let degree = Double.pi / 180

    /// Feeds `seconds` of a device that turns about x, `speed` rad/s fast, whose gyroscope is off by `bias`; the angle at the end.
    private static func turn(
        _ estimator: inout FusedEstimator, from angle: Double = 0, at speed: Double, seconds: Double,
        bias: AngularRate<DeviceAxes> = .zero
    ) -> Double {
        var random = SplitMix64(seed: 3)
        var angle = angle
        for _ in 0..<Int(seconds / interval) {
            angle += speed * interval
            let noise = 0.002 * random.signed()
            let rate = AngularRate<DeviceAxes>(x: speed + noise, y: noise, z: -noise) + bias
            estimator.update(rate: rate, interval: interval)
            let force = Acceleration<DeviceAxes>(
                x: 0.02 * random.signed(), y: standardGravity * sin(angle), z: standardGravity * cos(angle))
            estimator.update(force: force, interval: interval)
        }
        return angle
    }

    @Test(arguments: [3.0, 5, 10, 20, 50])
    func `finds a bias at rest that is larger than any turn at rest, and keeps it in motion`(degrees: Double)
    {
        let bias = (degrees * Self.degree) * AngularRate<DeviceAxes>(x: 0.3, y: -1, z: 0.5)
        var estimator = FusedEstimator()
        _ = Self.turn(&estimator, at: 0, seconds: 30, bias: bias)
        #expect(estimator.isAtRest && (estimator.bias - bias).length < 0.05 * Self.degree)
        #expect(estimator.up.angle(to: .faceUp) < 0.3 * Self.degree)
        let angle = Self.turn(&estimator, at: 15 * Self.degree, seconds: 4, bias: bias)
        #expect(!estimator.isAtRest && (estimator.bias - bias).length < 0.2 * Self.degree)
        let up = Up<DeviceAxes>(x: 0, y: sin(angle), z: cos(angle))
        #expect(estimator.up.angle(to: up) < 0.5 * Self.degree)
    }

    /// Gravity turns with it, however evenly.
    @Test(arguments: [2.2, 3, 5, 8, 20, 55])
    func `takes no even turn for rest`(degrees: Double) {
        var estimator = FusedEstimator()
        var angle = Self.turn(&estimator, at: 0, seconds: 5)
        for _ in 0..<20 {
            angle = Self.turn(&estimator, from: angle, at: degrees * Self.degree, seconds: 1)
            #expect(!estimator.isAtRest)
        }
        let up = Up<DeviceAxes>(x: 0, y: sin(angle), z: cos(angle))
        #expect(estimator.up.angle(to: up) < Self.degree)
    }

    /// Gravity turns with it, which no bias does.
    ///
    /// With the second bias the fastest turn back has a rate that is slow enough for rest.
    @Test(arguments: [0.5, 1, 1.9, 2.5, -1.9, -2.9], [0.0, 1])
    func `takes no slow even turn for a bias`(degrees: Double, known: Double) {
        let bias = (known * Self.degree) * AngularRate<DeviceAxes>(x: 1, y: 0, z: 0)
        var estimator = FusedEstimator(bias: bias)
        var angle = Self.turn(&estimator, at: 0, seconds: 5, bias: bias)
        for _ in 0..<20 {
            angle = Self.turn(&estimator, from: angle, at: degrees * Self.degree, seconds: 1, bias: bias)
            let up = Up<DeviceAxes>(x: 0, y: sin(angle), z: cos(angle))
            #expect(estimator.up.angle(to: up) < 0.1 * Self.degree)
        }
        #expect((estimator.bias - bias).length < 0.05 * Self.degree)
    }

    @Test(arguments: [0.5, 1, 2])
    func `knows a bias after a second and a half at rest, and lets go of it within ten`(degrees: Double) {
        let bias = (degrees * Self.degree) * AngularRate<DeviceAxes>(x: 0.3, y: -0.8, z: 0.5)
        var estimator = FusedEstimator()
        _ = Self.turn(&estimator, at: 0, seconds: 2, bias: bias)
        #expect((estimator.bias - bias).length < 0.15 * bias.length)
        _ = Self.turn(&estimator, at: 0, seconds: 1, bias: bias)
        #expect((estimator.bias - bias).length < 0.05 * bias.length)
        _ = Self.turn(&estimator, at: 0, seconds: 27, bias: bias)
        _ = Self.turn(&estimator, at: 0, seconds: 10)
        #expect(estimator.bias.length < 0.4 * bias.length)
    }

    /// A car or a hand that moves and does not turn.
    @Test(arguments: [0.2, 0.45, 1], [0.0, 1])
    func `takes no sway for a turn that hides a bias`(hertz: Double, degrees: Double) {
        let bias = (degrees * Self.degree) * AngularRate<DeviceAxes>(x: 0.3, y: -0.8, z: 0.5)
        var estimator = FusedEstimator(bias: bias)
        for index in 0..<6000 {
            estimator.update(rate: bias, interval: Self.interval)
            let sway = 0.3 * sin(2 * Double.pi * hertz * Double(index) * Self.interval)
            estimator.update(
                force: Acceleration(x: sway, y: -sway, z: standardGravity), interval: Self.interval)
        }
        #expect((estimator.bias - bias).length < 0.02 * Self.degree)
    }

    /// A bias that was kept of another chip.
    @Test func `forgets a bias that is far from what it finds at rest`() {
        var estimator = FusedEstimator(bias: AngularRate(x: 0, y: 0.2, z: 0))
        _ = Self.turn(&estimator, at: 0, seconds: 20)
        #expect(estimator.bias.length < 0.05 * Self.degree)
        #expect(estimator.up.angle(to: .faceUp) < 0.5 * Self.degree)
    }

    @Test func `goes on from a copy exactly as the original does`() {
        var estimator = FusedEstimator()
        Self.feed(&estimator, from: 0, count: 500, bias: 0.002)
        var copy = estimator
        Self.feed(&estimator, from: 500, count: 500, bias: 0.002)
        Self.feed(&copy, from: 500, count: 500, bias: 0.002)
        #expect(copy == estimator)
    }
}
