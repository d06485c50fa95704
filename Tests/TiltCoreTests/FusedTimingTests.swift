import Foundation
import Testing

@testable import TiltCore

/// The instants that estimates and frames with a gyroscope are true for.
@Suite struct `The timing of both sensors fused` {
    /// A device that rocks about x by 30° at 1 Hz, free of other acceleration.
    private static func truth(_ t: Double) -> (up: Up<DeviceAxes>, rate: Double) {
        let omega = 2 * Double.pi
        let angle = 0.5 * sin(omega * t)
        return (Up(x: 0, y: sin(angle), z: cos(angle)), 0.5 * omega * cos(omega * t))
    }

    /// What a sensor says that shows everything `delay` seconds late.
    private static func sample(_ t: Double, late delay: Double = 0) -> Sample {
        let (up, rate) = truth(t - delay)
        return Sample(
            time: Timestamp(nanoseconds: Int64((t * 1e9).rounded())),
            acceleration: standardGravity * Acceleration(x: up.x, y: up.y, z: up.z),
            angularRate: AngularRate(x: rate, y: 0, z: 0))
    }

    private static func parameters(delay: Double?) -> GravityEstimator.Parameters {
        var parameters = GravityEstimator.Parameters()
        parameters.sensorDelay = delay
        return parameters
    }

    /// The RMS angle between the estimate after each sample and the truth `ahead` seconds later, in degrees.
    private static func error(
        _ hertz: Double, delay: Double?, late: Double = 0, ahead: Double = 0
    ) throws -> Double {
        var estimator = GravityEstimator(parameters(delay: delay))
        var (sum, count) = (0.0, 0.0)
        for index in 0..<Int(20 * hertz) {
            let t = Double(index) / hertz
            estimator.ingest(sample(t, late: late))
            guard t > 10 else { continue }
            let angle = try #require(estimator.estimate).up.angle(to: truth(t + ahead).up) * 180 / .pi
            sum += angle * angle
            count += 1
        }
        return (sum / count).squareRoot()
    }

    private static let rates = [286.0, 143, 95, 57]

    @Test(arguments: rates)
    func `an orientation is that of its sample's instant, however seldom samples come`(hertz: Double) throws {
        #expect(try Self.error(hertz, delay: 0) < 0.1)
    }

    @Test(arguments: rates)
    func `one delay is right at every rate`(hertz: Double) throws {
        let exact = try Self.error(hertz, delay: 0.00415, late: 0.00415)
        #expect(exact < 0.1)
        for delay in [0.00315, 0.00515] {
            #expect(try Self.error(hertz, delay: delay, late: 0.00415) > exact + 0.05)
        }
        #expect(try Self.error(hertz, delay: -0.01, late: -0.01) < 0.15)
    }

    /// Stamps that stray by so many milliseconds to either side.
    @Test(arguments: [10, 10.1], [0, 2, 5] as [Double])
    func `a gyroscope of 10 Hz is one, whichever way its stamps stray`(hertz: Double, strays: Double) throws {
        var random = SplitMix64(seed: 7)
        var estimator = GravityEstimator(Self.parameters(delay: 0))
        var worst = 0.0
        for index in 0..<200 {
            var sample = Self.sample(Double(index) / hertz)
            sample.time = sample.time.advanced(by: Int64(strays * 1e6 * random.signed()))
            estimator.ingest(sample)
            guard index > 100 else { continue }
            #expect(estimator.source == .fused)
            let up = try #require(estimator.estimate).up
            worst = max(worst, up.angle(to: Self.truth(Double(index) / hertz).up) * 180 / .pi)
        }
        #expect(worst < 3)
    }

    @Test(arguments: rates)
    func `without a delay it makes up for half a sample`(hertz: Double) throws {
        #expect(try Self.error(hertz, delay: nil, late: 0.5 / hertz) < 0.1)
        #expect(try Self.error(hertz, delay: nil, ahead: 0.5 / hertz) < 0.1)
    }

    @Test(arguments: rates)
    func `a motion is that of its tick's instant, wherever that lies between samples`(hertz: Double) throws {
        var engine = TiltEngine.Parameters()
        engine.estimator = Self.parameters(delay: 0)
        var tracked = TiltEngine(engine)
        tracked.sensorAppeared(reportsOnlyChanges: false)
        var (worst, index, tick) = (0.0, 0, 0.0)
        while tick < 20 {
            while Double(index) / hertz <= tick {
                tracked.ingest(Self.sample(Double(index) / hertz))
                index += 1
            }
            tracked.advance(to: Timestamp(nanoseconds: Int64((tick * 1e9).rounded())))
            if tick > 10 {
                let up = try #require(tracked.unheldMotion.estimate).up
                worst = max(worst, up.angle(to: Self.truth(tick).up) * 180 / .pi)
            }
            tick += 0.0203
        }
        // 180 °/s for as long as a sample is old would be 3.1° at 57 Hz; what is left is the turn's own bend.
        #expect(worst < 0.35)
    }

    @Test func `a tick before the newest sample is true for itself, too`() throws {
        var estimator = GravityEstimator(Self.parameters(delay: 0))
        for index in 0...2000 { estimator.ingest(Self.sample(Double(index) * 0.005)) }
        let earlier = try #require(estimator.estimate(at: Timestamp(nanoseconds: 9_990_000_000)))
        #expect(earlier.up.angle(to: Self.truth(9.99).up) < 0.002)
    }

    @Test func `who hears nothing more is carried no farther than 50 ms`() throws {
        var estimator = GravityEstimator(Self.parameters(delay: 0))
        for index in 0...2000 { estimator.ingest(Self.sample(Double(index) * 0.005)) }
        let soon = try #require(estimator.estimate(at: Timestamp(nanoseconds: 10_050_000_000)))
        #expect(soon.up.angle(to: Self.truth(10.05).up) < 0.01)
        for nanoseconds in [Int64(10_060_000_000), 3_600_000_000_000, .max] {
            #expect(estimator.estimate(at: Timestamp(nanoseconds: nanoseconds)) == soon)
        }
    }

    /// A device that turns about x by 3 rad/s for good.
    private static func turning(_ t: Double, withRate: Bool) -> Sample {
        Sample(
            time: Timestamp(nanoseconds: Int64((t * 1e9).rounded())),
            acceleration: standardGravity * Acceleration(x: 0, y: sin(3 * t), z: cos(3 * t)),
            angularRate: withRate ? AngularRate(x: 3, y: 0, z: 0) : nil)
    }

    @Test(arguments: [0.0, 0.3])
    func `a gyroscope that falls silent steps back nothing that was foretold`(isLost: Double) throws {
        var engine = TiltEngine()
        engine.sensorAppeared(reportsOnlyChanges: false)
        var last: Up<DeviceAxes>?
        for index in 0...800 {
            let t = Double(index) * 0.005
            // First the gyroscope alone, then for some time both sensors.
            let isSilent = t > 3 && t < 3 + isLost
            if !isSilent { engine.ingest(Self.turning(t, withRate: t < 3 || isLost > 0)) }
            guard index % 4 == 0 else { continue }
            engine.advance(to: Timestamp(nanoseconds: Int64((t * 1e9).rounded())))
            let up = try #require(engine.unheldMotion.estimate).up
            if let last, t > 2 {
                // It turns by 0.06 rad from tick to tick, whatever is eased besides.
                let x = last.y * up.z - last.z * up.y
                #expect(x < 0.01, "back by \(x) rad at \(t) s")
                #expect(up.angle(to: last) < 0.25)
            }
            last = up
        }
    }

    @Test func `without a gyroscope an estimate stays as it is`() throws {
        var estimator = GravityEstimator()
        for index in 0...200 {
            var sample = Self.sample(Double(index) * 0.005)
            sample.angularRate = nil
            estimator.ingest(sample)
        }
        let estimate = try #require(estimator.estimate)
        #expect(estimate.rate.length > 0.1)
        #expect(estimator.estimate(at: Timestamp(nanoseconds: 1_040_000_000)) == estimate)
    }

    @Test func `the turn over a gap is not guessed from what was before it`() throws {
        var fusion = Fusion(FusedEstimator.Parameters(), sensorDelay: 0, bias: .zero)
        fusion.ingest(AngularRate<DeviceAxes>(x: 3, y: 0, z: 0), at: Timestamp(nanoseconds: 0))
        fusion.ingest(AngularRate<DeviceAxes>(x: 3, y: 0, z: 0), at: Timestamp(nanoseconds: 5_000_000))
        fusion.restart(at: Timestamp(nanoseconds: 5_000_000))
        fusion.ingest(AngularRate<DeviceAxes>(x: 1, y: 0, z: 0), at: Timestamp(nanoseconds: 105_000_000))
        let turned = fusion.estimator.up.angle(to: .faceUp)
        #expect(abs(turned - 0.1) < 1e-9)
    }
}
