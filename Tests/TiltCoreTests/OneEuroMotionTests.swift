import Foundation
import Testing
import TiltCore

/// What a hand would notice, on motion made here: a sensor with noise of 0.4 mg/√Hz on each axis.
@Suite struct `1€ estimator in the hand` {
    private typealias Force = Acceleration<DeviceAxes>

    /// Runs the filter over `force` and gives its vector at each multiple of 20 ms, the shadow's frames.
    private static func frames(
        seconds: Double, rateHz: Double, irregularity: Double = 0, noise: Double = 0.0004,
        _ force: (Double) -> Force
    ) -> [(time: Double, vector: Force)] {
        var random = SplitMix64(seed: 11)
        var filter = OneEuroEstimator(.init(), first: force(0))
        var frames: [(time: Double, vector: Force)] = []
        var time = 0.0
        while time < seconds {
            let interval = (1 + irregularity * random.signed()) / rateHz
            let before = filter.vector
            time += interval
            // A frame shows the newest sample before it.
            while Double(frames.count) * 0.02 < time { frames.append((Double(frames.count) * 0.02, before)) }
            filter.update(
                force(time) + noise * (rateHz / 2).squareRoot() * random.normalForce(), interval: interval)
        }
        return frames
    }

    private static func turned(_ angle: Double) -> Force { Force(x: sin(angle), y: 0, z: cos(angle)) }

    private static func steps(_ frames: [(time: Double, vector: Force)]) -> [Double] {
        zip(frames, frames.dropFirst()).map { 10 * ($1.vector - $0.vector).length }
    }

    @Test(arguments: [(100.0, 0.0), (200, 0), (200, 0.6), (285.7, 0), (400, 0.3)])
    func `lags no more than 15 ms behind 1 Hz`(rateHz: Double, irregularity: Double) {
        var random = SplitMix64(seed: 12)
        var filter = OneEuroEstimator(.init(), first: Self.turned(0))
        var (time, inPhase, quadrature) = (0.0, 0.0, 0.0)
        while time < 12 {
            let interval = (1 + irregularity * random.signed()) / rateHz
            time += interval
            let truth = Self.turned(15 * .pi / 180 * sin(2 * .pi * time))
            filter.update(truth + 0.005 * random.normalForce(), interval: interval)
            guard time > 2 else { continue }
            let angle = atan2(filter.vector.x, filter.vector.z)
            inPhase += interval * angle * sin(2 * .pi * time)
            quadrature += interval * angle * cos(2 * .pi * time)
        }
        let lag = atan2(-quadrature, inPhase) / (2 * .pi)
        #expect(lag > 0 && lag < 0.015, "\(1000 * lag) ms")
    }

    @Test(arguments: [100.0, 200, 285.7, 400])
    func `at rest moves no more than 0.0066 points a frame`(rateHz: Double) {
        let steps = Self.steps(
            Self.frames(seconds: 20, rateHz: rateHz) { _ in Self.turned(0.4) }.dropFirst(50).map { $0 })
        let rms = (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
        #expect(rms < 0.0066, "\(rms) points")
    }

    @Test(arguments: [3.0, 10, 40])
    func `turns slowly without trembling`(degreesPerSecond: Double) {
        let rate = degreesPerSecond * .pi / 180
        let frames = Self.frames(seconds: 3, rateHz: 200) { Self.turned(rate * $0) }.dropFirst(50)
        let excess = Self.steps(Array(frames)).map { $0 - 10 * rate * 0.02 }
        let rms = (excess.reduce(0) { $0 + $1 * $1 } / Double(excess.count)).squareRoot()
        #expect(rms < 0.04, "\(rms) points a frame")
    }

    /// Damped sines as a knock leaves them, in units of gravity and Hz.
    @Test(arguments: [(1.0, 8.0), (3, 8), (1, 20), (3, 20), (1, 60), (3, 60)], [100.0, 200, 400])
    func `lets no more of a knock through than a low-pass of 5 Hz`(
        knock: (size: Double, frequency: Double), rateHz: Double
    ) {
        func force(_ time: Double) -> Force {
            let since = max(0, time - 0.503)
            let ringing = exp(-since * knock.frequency / 1.5) * sin(2 * .pi * knock.frequency * since)
            return Force(x: knock.size * ringing, y: 0, z: 1)
        }
        let worst = Self.steps(Self.frames(seconds: 1.5, rateHz: rateHz, noise: 0, force)).max() ?? .infinity
        let gain = 1 / (1 + rateHz / (2 * .pi * 5))
        var plain = force(0)
        var shown: [(time: Double, vector: Force)] = []
        for index in 1...Int(1.5 * rateHz) {
            plain = plain + gain * (force(Double(index) / rateHz) - plain)
            if index % Int(rateHz / 50) == 0 { shown.append((0, plain.shortened(to: 1))) }
        }
        let plainWorst = Self.steps(shown).max() ?? 0
        // 0.22 points are one grey level at the edge of a shadow: nobody sees less.
        #expect(worst < max(plainWorst, 0.22), "\(worst) points a frame, low-pass \(plainWorst)")
        #expect(worst < 2.5)
    }

    @Test(arguments: [20.0, 50, 100, 200, 400])
    func `stops without an overshoot`(degreesPerSecond: Double) {
        let rate = degreesPerSecond * .pi / 180
        let frames = Self.frames(seconds: 4, rateHz: 200, noise: 0) {
            Self.turned(min(rate * max(0, $0 - 0.5), .pi / 4))
        }
        let overshoot = (frames.map { atan2($0.vector.x, $0.vector.z) }.max() ?? .infinity) - .pi / 4
        #expect(overshoot < 0.1 * .pi / 180)
    }

    @Test func `follows an interrupted sensor without a jump`() {
        var filter = OneEuroEstimator(.init(), first: Self.turned(0))
        for index in 0..<100 { filter.update(Self.turned(0.02 * Double(index)), interval: 0.005) }
        let before = filter.vector
        filter.update(Self.turned(0), interval: 0.3)
        #expect(10 * (filter.vector - before).length < 1.01)
        #expect(filter.velocity == .zero)
    }
}

extension SplitMix64 {
    /// Three components of zero mean and variance 1, nearly normal: sums of twelve even numbers.
    mutating func normalForce() -> Acceleration<DeviceAxes> {
        func component() -> Double { (0..<12).reduce(-6) { sum, _ in sum + unit() } }
        return Acceleration(x: component(), y: component(), z: component())
    }
}
