import Foundation
import Testing
import TiltCore

@Suite struct `Gravity estimator` {
    private static func estimator(_ kind: EstimatorKind) -> GravityEstimator {
        var parameters = GravityEstimator.Parameters()
        parameters.kind = kind
        return GravityEstimator(parameters)
    }

    private static func sample(_ milliseconds: Double, _ force: Acceleration<DeviceAxes>) -> Sample {
        Sample(
            time: Timestamp(nanoseconds: Int64(milliseconds * 1e6)), acceleration: standardGravity * force)
    }

    private static let faceUp = Acceleration<DeviceAxes>(x: 0, y: 0, z: 1)
    private static let upright = Acceleration<DeviceAxes>(x: 0, y: 1, z: 0)

    @Test(arguments: EstimatorKind.allCases)
    func `takes the first sample as it is`(kind: EstimatorKind) throws {
        var estimator = Self.estimator(kind)
        #expect(estimator.estimate == nil)
        estimator.ingest(Self.sample(0, Self.upright))
        let estimate = try #require(estimator.estimate)
        #expect(estimate == GravityEstimate(up: Up(x: 0, y: 1, z: 0)))
    }

    @Test func `as a low-pass answers a step in closed form`() throws {
        var parameters = GravityEstimator.Parameters()
        parameters.kind = .lowPass
        parameters.lowPassCutoff = 5
        var estimator = GravityEstimator(parameters)
        estimator.ingest(Self.sample(0, Self.faceUp))
        for count in 1...60 {
            estimator.ingest(Self.sample(Double(count) * 5, Self.upright))
            let left = pow(1 + 2 * .pi * 5 * 0.005, -Double(count))
            let expected = try #require(
                Up<DeviceAxes>(of: Acceleration<DeviceAxes>(x: 0, y: 1 - left, z: left)))
            #expect(try #require(estimator.estimate).up.angle(to: expected) < 1e-9)
        }
    }

    @Test func `as raw shows each sample`() throws {
        var estimator = Self.estimator(.raw)
        var random = SplitMix64(seed: 7)
        for index in 0..<100 {
            let force = random.force()
            estimator.ingest(Self.sample(Double(index), force))
            let up = try #require(estimator.estimate).up
            #expect(up.angle(to: Up(x: force.x, y: force.y, z: force.z)) < 1e-12)
        }
    }

    @Test(
        arguments: EstimatorKind.allCases,
        [
            Sample(time: Timestamp(nanoseconds: 20_000_000)),
            sample(20, Acceleration(x: .nan, y: 0, z: 1)), sample(20, Acceleration(x: 0, y: .infinity, z: 0)),
            sample(10, upright), sample(-5, upright), sample(9.999, upright),
        ])
    func `ignores what is not finite and not newer`(kind: EstimatorKind, bad: Sample) {
        var estimator = Self.estimator(kind)
        estimator.ingest(Self.sample(0, Self.faceUp))
        estimator.ingest(Self.sample(10, Self.faceUp))
        let before = estimator
        estimator.ingest(bad)
        #expect(estimator == before)
    }

    @Test(arguments: EstimatorKind.allCases)
    func `survives anything that is finite, and comes back`(kind: EstimatorKind) throws {
        var estimator = Self.estimator(kind)
        var random = SplitMix64(seed: 8)
        var time = 0.0
        for size in [1e300, 1e-300, 1e154, 0, Double.leastNonzeroMagnitude, 1e200, 40, 1] {
            for _ in 0..<50 {
                time += 5
                estimator.ingest(Self.sample(time, size * random.force()))
                guard let estimate = estimator.estimate else { continue }
                #expect(estimate.up.isFinite && estimate.rate.isFinite && estimate.strength <= 1)
            }
        }
        for _ in 0..<2000 {
            time += 5
            estimator.ingest(Self.sample(time, Self.upright))
        }
        let estimate = try #require(estimator.estimate)
        #expect(estimate.up.angle(to: Up(x: 0, y: 1, z: 0)) < 1e-3 && abs(estimate.strength - 1) < 1e-9)
    }

    @Test func `survives every step of time`() throws {
        var estimator = Self.estimator(.oneEuro)
        for nanoseconds in [Int64.min, -1, 0, 1, .max - 1, .max, 5] {
            estimator.ingest(
                Sample(
                    time: Timestamp(nanoseconds: nanoseconds), acceleration: standardGravity * Self.upright))
        }
        #expect(try #require(estimator.estimate).up.isFinite)
    }

    @Test(arguments: [EstimatorKind.oneEuro, .lowPass])
    func `does not depend on how the device is turned`(kind: EstimatorKind) throws {
        var random = SplitMix64(seed: 9)
        let rotation = random.rotation()
        var straight = Self.estimator(kind)
        var turned = Self.estimator(kind)
        var worst = 0.0
        for index in 0..<2000 {
            let force = (1 + 0.2 * random.signed()) * random.nearby(0.01 * Double(index))
            straight.ingest(Self.sample(Double(index) * 7, force))
            let v = rotation(MatrixRow(x: force.x, y: force.y, z: force.z))
            turned.ingest(Self.sample(Double(index) * 7, Acceleration(x: v.x, y: v.y, z: v.z)))
            let (a, b) = (try #require(straight.estimate), try #require(turned.estimate))
            let up = rotation(MatrixRow(x: a.up.x, y: a.up.y, z: a.up.z))
            worst = max(worst, b.up.angle(to: Up(x: up.x, y: up.y, z: up.z)), abs(a.strength - b.strength))
        }
        #expect(worst < 1e-9)
    }

    @Test func `shrinks instead of swinging when the device is shaken`() throws {
        var estimator = Self.estimator(.lowPass)
        for index in 0..<400 {
            let shake = index % 2 == 0 ? 2.0 : -2.0
            estimator.ingest(Self.sample(Double(index) * 5, Acceleration(x: shake, y: 0, z: 0.3)))
        }
        #expect(try #require(estimator.estimate).strength < 0.5)
    }

    @Test func `goes on after a copy as if it had never been copied`() {
        var random = SplitMix64(seed: 10)
        var whole = Self.estimator(.oneEuro)
        for index in 0..<100 { whole.ingest(Self.sample(Double(index) * 5, random.force())) }
        var resumed = whole
        for index in 100..<200 {
            let sample = Self.sample(Double(index) * 5, random.force())
            whole.ingest(sample)
            resumed.ingest(sample)
        }
        #expect(whole == resumed)
    }
}

extension SplitMix64 {
    /// An arbitrary rotation: two random directions made orthonormal.
    mutating func rotation() -> Matrix3 {
        let (a, b) = (force(), force())
        let first = MatrixRow(x: a.x, y: a.y, z: a.z)
        let other = MatrixRow(x: b.x, y: b.y, z: b.z)
        let third = first.cross(other) / first.cross(other).length
        return Matrix3(first, third.cross(first), third)
    }

    /// A specific force of length 1 near a direction that turns with `angle`.
    mutating func nearby(_ angle: Double) -> Acceleration<DeviceAxes> {
        Acceleration(x: sin(angle), y: 0.2 * signed(), z: cos(angle))
    }
}
