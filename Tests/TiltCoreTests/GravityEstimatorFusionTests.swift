import Foundation
import Testing

@testable import TiltCore

@Suite struct `Estimator with a gyroscope` {
    private static let period: Int64 = 5_000_000

    /// A slow rocking about x by 20° at 0.2 Hz, with or without a sideways push that misleads an accelerometer by 17°.
    private static func sample(_ index: Int, push: Double = 3, clipped: Bool = false, rates: Bool = true)
        -> Sample
    {
        let t = Double(index) * 0.005
        let omega = 0.4 * Double.pi
        let angle = 0.35 * sin(omega * t)
        let rate = 0.35 * omega * cos(omega * t)
        return Sample(
            time: Timestamp(nanoseconds: Int64(index) * period),
            acceleration: Acceleration(
                x: push * sin(2 * Double.pi * t), y: standardGravity * sin(angle),
                z: standardGravity * cos(angle)),
            angularRate: rates ? AngularRate(x: rate, y: 0, z: 0) : nil, rateIsClipped: clipped)
    }

    private static func truth(_ index: Int) -> Up<DeviceAxes> {
        let angle = 0.35 * sin(0.4 * Double.pi * Double(index) * 0.005)
        return Up(x: 0, y: sin(angle), z: cos(angle))
    }

    @Test func `loses and finds the gyroscope without a step beyond 0.5 points a frame`() throws {
        var estimator = GravityEstimator()
        var last: Up<DeviceAxes>?
        var sources: [GravityEstimator.Source] = []
        for index in 0..<8000 {
            let hasRates = !(3000..<5000).contains(index)
            estimator.ingest(Self.sample(index, push: 1, rates: hasRates))
            if sources.last != estimator.source { sources.append(estimator.source) }
            guard index % 4 == 3, let up = estimator.estimate?.up else { continue }
            if let last { #expect(10 * up.angle(to: last) < 0.5, "at \(index)") }
            last = up
        }
        #expect(sources == [.fused, .accelerometer, .fused])
        #expect(try #require(last).angle(to: Self.truth(7999)) < 0.02)
    }

    @Test func `does not take turns that the gyroscope did not see for its bias`() throws {
        var estimator = GravityEstimator()
        for index in 0..<12_000 {
            estimator.ingest(Self.sample(index, push: 0, rates: index < 2000))
        }
        #expect(try #require(estimator.bias).length < 0.001)
    }

    @Test(arguments: [(0.05, false), (600, true)])
    func `finds the pose anew after a sleep that was long enough to be turned in`(
        seconds: Double, isFound: Bool
    ) throws {
        var estimator = GravityEstimator()
        func rest(_ ticks: Range<Int>, at up: Up<DeviceAxes>) {
            for tick in ticks {
                estimator.ingest(
                    Sample(
                        time: Timestamp(nanoseconds: Int64(tick) * 10_000_000),
                        acceleration: Acceleration(
                            x: standardGravity * up.x, y: standardGravity * up.y, z: standardGravity * up.z),
                        angularRate: .zero))
            }
        }
        rest(1..<1000, at: .faceUp)
        estimator.sleep(for: seconds)
        let turned = Up<DeviceAxes>(x: 0.6, y: 0, z: 0.8)
        rest(1000..<1200, at: turned)
        #expect((try #require(estimator.estimate).up.angle(to: turned) < 0.05) == isFound)
    }

    @Test func `goes by the accelerometer while rates are clipped, and half a second longer`() {
        var estimator = GravityEstimator()
        for index in 0..<2000 {
            estimator.ingest(Self.sample(index, clipped: (1000..<1100).contains(index)))
            if (1198...1200).contains(index) { continue }
            let isAlone = (1000..<1200).contains(index)
            #expect((estimator.source == .accelerometer) == isAlone, "at \(index)")
        }
    }

    /// As from a sensor whose stamps are behind, between its repeated last samples; the gap makes the source change twice.
    @Test func `shows the same where older samples come between`() {
        var (estimator, disturbed) = (GravityEstimator(), GravityEstimator())
        for index in 0..<600 where !(200..<240).contains(index) {
            estimator.ingest(Self.sample(index))
            disturbed.ingest(Self.sample(index))
            disturbed.ingest(Self.sample(index - 40))
            let time = Timestamp(nanoseconds: Int64(index) * Self.period)
            #expect(disturbed.source == estimator.source, "at \(index)")
            #expect(disturbed.estimate(at: time) == estimator.estimate(at: time), "at \(index)")
        }
    }

    @Test func `hands over by fading what the two differ by, and in one second`() {
        let (a, b) = (GravityEstimate(up: Up(x: 0, y: 0.6, z: 0.8)), GravityEstimate(up: .faceUp))
        let handover = Handover(from: a, to: b, at: Timestamp(nanoseconds: 0))
        func shown(_ seconds: Double) -> GravityEstimate? {
            handover.applied(to: b, at: Timestamp(nanoseconds: Int64(seconds * 1e9)))
        }
        #expect(shown(0).map { $0.up.angle(to: a.up) < 1e-12 } == true)
        #expect(shown(0.5).map { $0.up.angle(to: b.up) > 0.2 } == true)
        #expect(shown(1) == nil)
    }
}
