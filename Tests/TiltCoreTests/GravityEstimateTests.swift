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

    @Test func `drifts tangentially to up`() throws {
        var random = SplitMix64(seed: 6)
        for _ in 0..<100 {
            let vector = 0.95 * random.force()
            let velocity = 3 * random.force()
            let estimate = try #require(GravityEstimate(filtered: vector, velocity: velocity))
            let drift = estimate.drift
            let radial = drift.x * estimate.up.x + drift.y * estimate.up.y + drift.z * estimate.up.z
            #expect(abs(radial) < 1e-12 && drift.length <= velocity.length / 0.9)
        }
    }
}
