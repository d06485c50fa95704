import Foundation
import Testing
import TiltCore

@Suite struct `1€ estimator` {
    private typealias Force = Acceleration<DeviceAxes>

    /// Without speed dependence and slew the filter is a second-order low-pass.
    private static func plain(cutoff: Double, damping: Double = 1) -> OneEuroEstimator.Parameters {
        var parameters = OneEuroEstimator.Parameters()
        parameters.minimumCutoff = cutoff
        parameters.damping = damping
        parameters.beta = 0
        parameters.slewAtRest = 1e9
        parameters.slewLimit = 1e9
        return parameters
    }

    @Test(arguments: [(1.0, 0.005), (1, 0.02), (5, 0.01), (0.2, 0.0035)])
    func `with beta 0 answers a step as a low-pass of its cutoff`(cutoff: Double, interval: Double) {
        var filter = OneEuroEstimator(Self.plain(cutoff: cutoff), first: .zero)
        let turn = 2 * .pi * cutoff * interval
        for count in 1...400 {
            filter.update(Force(x: 0, y: 0, z: 0.5), interval: interval)
            // Backward Euler, critically damped, h = ωΔt: 1 − (1 + n·h/(1 + h)) · (1 + h)⁻ⁿ.
            let n = Double(count)
            let expected = 0.5 * (1 - (1 + n * turn / (1 + turn)) * pow(1 + turn, -n))
            guard abs(filter.vector.z - expected) < 1e-12 else {
                Issue.record("sample \(count): \(filter.vector.z), expected \(expected)")
                return
            }
        }
    }

    @Test(arguments: [0.3, 0.5.squareRoot(), 0.95])
    func `approaches the damped oscillator as samples get denser`(damping: Double) {
        let (omega, time) = (2 * Double.pi * 2, 0.1)
        let free = omega * (1 - damping * damping).squareRoot()
        let decay = exp(-damping * omega * time)
        let exact = 0.5 * (1 - decay * (cos(free * time) + damping * omega / free * sin(free * time)))
        for count in [10, 100, 1000] {
            var filter = OneEuroEstimator(Self.plain(cutoff: 2, damping: damping), first: .zero)
            for _ in 0..<count { filter.update(Force(x: 0.5, y: 0, z: 0), interval: time / Double(count)) }
            // Backward Euler is of first order.
            #expect(abs(filter.vector.x - exact) < 0.5 / Double(count))
        }
    }

    @Test func `gives the same for irregular intervals of the same span`() {
        var random = SplitMix64(seed: 4)
        let target = Force(x: 0.1, y: -0.3, z: 0.4)
        var regular = OneEuroEstimator(Self.plain(cutoff: 1), first: .zero)
        for _ in 0..<600 { regular.update(target, interval: 0.0005) }
        var irregular = OneEuroEstimator(Self.plain(cutoff: 1), first: .zero)
        var left = 0.3
        while left > 0 {
            let interval = min(left, 0.0001 + 0.0008 * random.unit())
            irregular.update(target, interval: interval)
            left -= interval
        }
        #expect((regular.vector - irregular.vector).length < 1e-3)
    }

    @Test func `is quiet at rest and quick in motion`() {
        let rested = response(degreesPerSecond: 1)
        let moving = response(degreesPerSecond: 100)
        #expect(rested > 0.1, "at 1 Hz the lag of a slow ramp is 159 ms")
        #expect(moving < 0.02)
    }

    /// The lag behind a steady turn, in seconds.
    private func response(degreesPerSecond: Double) -> Double {
        let rate = degreesPerSecond * .pi / 180
        let interval = 0.005
        var filter = OneEuroEstimator(.init(), first: Force(x: 0, y: 0, z: 1))
        var angle = 0.0
        for _ in 0..<Int(min(1 / rate, 2) / interval) {
            angle += rate * interval
            filter.update(Force(x: sin(angle), y: 0, z: cos(angle)), interval: interval)
        }
        return (angle - atan2(filter.vector.x, filter.vector.z)) / rate
    }

    @Test func `never moves faster than its slew bound, whatever comes`() {
        var random = SplitMix64(seed: 5)
        var filter = OneEuroEstimator(.init(), first: Force(x: 0, y: 0, z: 1))
        var worst = 0.0
        for _ in 0..<20_000 {
            let interval = 0.001 + 0.05 * random.unit()
            let before = filter.vector
            filter.update(pow(10, 3 * random.signed()) * random.force(), interval: interval)
            // Shortening to length 1 can only add what the step itself had.
            worst = max(worst, (filter.vector - before).length / (12.5 * min(interval, 0.1)))
            worst = max(worst, filter.vector.length)
        }
        #expect(worst < 1 + 1e-9)
    }

    @Test func `starts slower than it may ever get`() {
        var filter = OneEuroEstimator(.init(), first: Force(x: 0, y: 0, z: 1))
        filter.update(Force(x: 4, y: 0, z: 1), interval: 0.005)
        #expect(filter.vector.x < 0.005 * (1.5 + 2 * 10 * 0.06))
    }

    @Test func `glides to where the device is after a gap`() {
        var filter = OneEuroEstimator(.init(), first: Force(x: 0, y: 0, z: 1))
        let there = Force(x: 1, y: 0, z: 0)
        filter.update(there, interval: 3600)
        let jump = (filter.vector - Force(x: 0, y: 0, z: 1)).length
        #expect(jump < 0.2 && jump > 0)
        for _ in 0..<600 { filter.update(there, interval: 0.005) }
        #expect((filter.vector - there).length < 1e-3)
    }
}

extension SplitMix64 {
    /// A specific force of length 1, in units of gravity or m/s² as the caller likes.
    mutating func force() -> Acceleration<DeviceAxes> {
        let up: Up<DeviceAxes> = direction()
        return Acceleration(x: up.x, y: up.y, z: up.z)
    }
}
