import Testing

@testable import TiltCore

@Suite struct `Gravity estimate` {
    @Test(arguments: [(0.0001, 0.0001 / 0.9), (0.45, 0.5), (0.9, 1), (0.95, 1), (1, 1)])
    func `loses strength only where a tenth of gravity is missing`(length: Double, strength: Double) throws {
        let vector = Acceleration<DeviceAxes>(x: 0, y: length * 0.6, z: length * 0.8)
        let estimate = try #require(GravityEstimate(filtered: vector, velocity: .zero))
        #expect(abs(estimate.strength - strength) < 1e-12)
        #expect(estimate.up.angle(to: Up(x: 0, y: 0.6, z: 0.8)) < 1e-12)
    }

    @Test func `is none where the vector has no direction`() {
        #expect(GravityEstimate(filtered: .zero, velocity: .zero) == nil)
    }

    @Test func `is turned by the velocity of the vector across up, and about nothing else`() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<100 {
            let vector = 0.95 * random.force()
            let velocity = 3 * random.force()
            let estimate = try #require(GravityEstimate(filtered: vector, velocity: velocity))
            let rate = estimate.rate
            let spin = rate.x * estimate.up.x + rate.y * estimate.up.y + rate.z * estimate.up.z
            #expect(abs(spin) < 1e-12 && rate.length <= velocity.length / 0.9)
        }
    }

    @Test func `is carried along the circle about the axis of its turn, there and back`() throws {
        var random = SplitMix64(seed: 11)
        for _ in 0..<100 {
            let up = try #require(Up<DeviceAxes>(of: random.force()))
            let rate = AngularRate<DeviceAxes>(x: random.signed(), y: random.signed(), z: random.signed())
            let estimate = GravityEstimate(up: up, rate: rate)
            let there = estimate.carried(0.05)
            #expect(there.carried(-0.05).up.angle(to: up) < 1e-12)
            #expect(there.carried(0.05).up.angle(to: estimate.predicted(0.1)) < 1e-12)
            // u̇ = u × ω, by a small step.
            let step = 1e-6
            let small = AngularRate<DeviceAxes>(
                x: up.y * rate.z - up.z * rate.y, y: up.z * rate.x - up.x * rate.z,
                z: up.x * rate.y - up.y * rate.x)
            let moved = Up<DeviceAxes>(
                x: up.x + step * small.x, y: up.y + step * small.y, z: up.z + step * small.z)
            #expect(estimate.predicted(step).angle(to: moved) < 1e-11)
        }
    }
}
