import Foundation
import Testing
import TiltCore
import TiltScore

@Suite struct Scores {
    /// What an independent scorer in Python, with SciPy's filters, says of ``SyntheticTrial``.
    static var reference: [(String, KeyPath<Score, Double?>, Double)] {
        [
            ("inclination RMSE", \.inclinationRMSE, 3.800907), ("95 %", \.inclination95, 5.256682),
            ("largest", \.inclinationMax, 5.822252), ("rest RMSE", \.restRMSE, 0.211821),
            ("lag", \.lag, 49.998266), ("lag of least error", \.lagOfLeastError, 49.996165),
            ("delagged", \.delaggedRMSE, 0.21434), ("jitter", \.restJitter, 0.093782),
            ("rest step", \.restStep, 0.022775), ("largest rest step", \.restStepMax, 0.050195),
            ("largest step", \.stepMax, 0.41963), ("excess", \.stepExcess, 0.050195),
            ("truth's largest step", \.truthStepMax, 0.380433), ("second step", \.secondStep, 0.040524),
            ("truth's second step", \.truthSecondStep, 0.005523), ("judder", \.judder, 7.337201),
        ]
    }

    @Test func `agrees with an independent scorer`() throws {
        var options = Score.Options()
        options.warmup = 1
        let score = try Score(SyntheticTrial.estimates(), against: SyntheticTrial.truth(), options)
        for (name, value, expected) in Self.reference {
            let got = try #require(score[keyPath: value], "\(name)")
            #expect((got - expected).magnitude < 1e-4 * expected, "\(name): \(got), expected \(expected)")
        }
        #expect(score.rows == 4780)
        #expect(score.coverage == 1)
        #expect((score.stillSeconds - 12.905).magnitude < 1e-9)
    }

    @Test func `scores the instants of publication without the time until the next`() throws {
        var options = Score.Options()
        options.instants = .estimate
        let score = try Score(SyntheticTrial.estimates(), against: SyntheticTrial.truth(), options)
        let (rmse, worst) = try (#require(score.inclinationRMSE), #require(score.inclinationMax))
        #expect((rmse - 3.418162).magnitude < 1e-4)
        #expect((worst - 5.008914).magnitude < 1e-4)
    }

    @Test func `maps the truth as the offsets were mapped`() throws {
        var options = Score.Options()
        options.mapping = .projection
        let score = try Score(
            SyntheticTrial.estimates(.projection), against: SyntheticTrial.truth(), options)
        let (step, truth) = try (#require(score.stepMax), #require(score.truthStepMax))
        #expect((step - 0.419383).magnitude < 1e-5)
        #expect((truth - 0.380376).magnitude < 1e-5)
    }

    @Test func `finds nothing wrong with the truth itself`() throws {
        let truth = try SyntheticTrial.truth()
        var estimates = Estimates()
        for time in truth.times {
            let up = SyntheticTrial.up(at: time)
            estimates.append(up, offset: ShadowMapping.tilt(DisplayRotation.none(up), gain: 10), at: time)
        }
        let score = Score(estimates, against: truth)
        #expect(try #require(score.inclinationMax) < 1e-9)
        #expect(try #require(score.lag).magnitude < 0.01)
        #expect(try #require(score.restStepMax) < 1e-9)
        #expect(try #require(score.stepExcess) < 1e-9)
    }

    @Test func `has no inclination where more than two percent of the motion has no estimate`() throws {
        let score = try Score(SyntheticTrial.estimates(from: 1000), against: SyntheticTrial.truth())
        #expect(score.coverage < 0.95)
        #expect(score.inclinationRMSE == nil)
        #expect(score.inclinationMax != nil)
    }

    @Test func `a hole in the output fails where the instants of publication count`() throws {
        let whole = SyntheticTrial.estimates()
        var estimates = Estimates()
        for (index, time) in whole.times.enumerated() where !(20..<20.2).contains(time) {
            estimates.append(whole.ups[index], offset: whole.offsets[index], at: time)
        }
        var options = Score.Options()
        options.instants = .estimate
        let score = try Score(estimates, against: SyntheticTrial.truth(), options)
        #expect(score.coverage == 0)
        #expect(score.inclinationRMSE == nil)
    }

    @Test func `counts no row as estimated behind the last frame, or where frames are stale`() throws {
        let whole = SyntheticTrial.estimates()
        let truth = try SyntheticTrial.truth()
        let complete = Score(whole, against: truth)
        for instants in Score.Instants.allCases {
            var (short, stale) = (Estimates(), Estimates())
            for (index, time) in whole.times.enumerated() {
                let isHole = (20..<22).contains(time)
                if time < 20 { short.append(whole.ups[index], offset: whole.offsets[index], at: time) }
                stale.append(whole.ups[index], offset: whole.offsets[index], at: time, isStale: isHole)
            }
            var options = Score.Options()
            options.instants = instants
            for (estimates, share) in [(short, 12.1 / 24), (stale, 22.0 / 24)] {
                let score = Score(estimates, against: truth, options)
                let isHoleFatal = instants == .estimate && estimates.times.count == whole.times.count
                #expect((score.coverage - (isHoleFatal ? 0 : share)).magnitude < 0.005, "\(score.coverage)")
                #expect(score.inclinationRMSE == nil)
            }
        }
        #expect(complete.coverage == 1)
    }

    @Test func `finds no lag where the truth does not move, nor beyond what it searches`() throws {
        let still = try Truth(
            (0..<2000).map { Truth.Row(time: Double($0) / 100, up: .faceUp, isMoving: true) })
        var estimates = Estimates()
        for time in still.times { estimates.append(.faceUp, offset: .zero, at: time) }
        let score = Score(estimates, against: still)
        #expect(score.lag == nil && score.lagOfLeastError == nil && score.delaggedRMSE == nil)

        // A slow motion, a second late.
        let truth = try Truth(
            (0..<4000).map { row in
                let angle = 0.3 * rocking(Double(row) / 100)
                return Truth.Row(
                    time: Double(row) / 100, up: Up(of: Up<DeviceAxes>(x: 0, y: angle, z: 1)), isMoving: true)
            })
        var late = Estimates()
        for time in truth.times {
            let up = Up<DeviceAxes>(of: Up<DeviceAxes>(x: 0, y: 0.3 * rocking(time - 1.0), z: 1)) ?? .faceUp
            late.append(up, offset: .zero, at: time)
        }
        let edge = Score(late, against: truth)
        #expect(edge.lag == nil && edge.lagOfLeastError == nil && edge.delaggedRMSE == nil)
    }

    /// Every 4 s once around.
    private func rocking(_ time: Double) -> Double { sin(2 * Double.pi * time / 4) }

    @Test func `says nothing of what a trial does not show`() throws {
        let truth = try Truth([0, 0.01].map { Truth.Row(time: $0, up: .faceUp, isMoving: false) })
        let score = Score(Estimates(), against: truth)
        #expect(score.inclinationRMSE == nil)
        #expect(score.lag == nil)
        #expect(score.stepMax == nil)
        #expect(score.restJitter == nil)
    }
}
