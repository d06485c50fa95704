import Foundation
import Testing
import TiltCore
import TiltScore

@Suite struct Scores {
    /// What an independent scorer in Python, with SciPy's filters, says of ``SyntheticTrial``.
    static var reference: [(String, KeyPath<Score, Double?>, Double)] {
        [
            ("inclination RMSE", \.inclinationRMSE, 3.800907), ("95 %", \.inclination95, 5.256682),
            ("largest", \.inclinationMax, 5.822252), ("rest RMSE", \.restRMSE, 0.217167),
            ("lag", \.lag, 49.998266), ("lag of least error", \.lagOfLeastError, 49.996165),
            ("delagged", \.delaggedRMSE, 0.21434), ("jitter", \.restJitter, 0.093782),
            ("rest step", \.restStep, 0.022775), ("largest rest step", \.restStepMax, 0.050195),
            ("largest step", \.stepMax, 0.41963), ("excess", \.stepExcess, 0.050195),
            ("truth's largest step", \.truthStepMax, 0.380433), ("second step", \.secondStep, 0.040524),
            ("truth's second step", \.truthSecondStep, 0.005527352), ("judder", \.judder, 7.331466),
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
        #expect((rmse - 3.418244).magnitude < 1e-4)
        #expect((worst - 5.00909).magnitude < 1e-4)
    }

    @Test func `maps the truth as the offsets were mapped`() throws {
        var options = Score.Options()
        options.shadow.mapping = .projection
        let score = try Score(
            SyntheticTrial.estimates(.projection), against: SyntheticTrial.truth(), options)
        let (step, truth) = try (#require(score.stepMax), #require(score.truthStepMax))
        #expect((step - 0.419383).magnitude < 1e-5)
        #expect((truth - 0.380376).magnitude < 1e-5)
    }

    /// The truth's own offsets against every reference, by the mapper that a subscriber's frames come from.
    private static func exact(
        _ truth: Truth, _ shadow: ShadowMapper.Options, from first: Double = 0
    ) -> Estimates {
        var estimates = Estimates()
        var mapper = ShadowMapper(shadow)
        for row in 0..<1990 {
            let time = first + Double(row) / 50
            guard time <= truth.end else { break }
            let up = SyntheticTrial.up(at: time)
            let motion = Motion(
                time: Timestamp(nanoseconds: Int64((time * 1e9).rounded())), state: .tracking,
                estimate: GravityEstimate(up: up), fade: 1)
            estimates.append(up, offset: mapper.view(of: motion)?.offset ?? .zero, at: time)
        }
        return estimates
    }

    /// Begun in the motion, so that the neutral pose is none of rest; before the truth, so that only frames tell it.
    @Test(arguments: Reference.allCases, [0.0, 10.3])
    func `refers the truth to the neutral pose of the frames`(reference: Reference, first: Double) throws {
        let whole = try SyntheticTrial.truth()
        let rows = whole.times.indices.filter { whole.times[$0] >= (first > 0 ? first + 1.1 : 0) }
        let truth = try Truth(
            rows.map { Truth.Row(time: whole.times[$0], up: whole.ups[$0], isMoving: whole.isMoving[$0]) })
        var options = Score.Options()
        options.shadow.reference = reference
        options.shadow.displayRotation = .quarter
        let score = Score(Self.exact(truth, options.shadow, from: first), against: truth, options)
        #expect(try (#require(score.judder) - 1).magnitude < 0.02, "\(String(describing: score.judder))")
        #expect(try #require(score.stepExcess) < 0.02, "\(String(describing: score.stepExcess))")
        let (most, told) = try (#require(score.stepMax), #require(score.truthStepMax))
        #expect((most - told).magnitude < 0.02)
    }

    @Test func `leaves out what needs the truth's offset where a turn about the vertical moves the shadow`()
        throws
    {
        var options = Score.Options()
        options.shadow.assistsYaw = true
        let score = try Score(SyntheticTrial.estimates(), against: SyntheticTrial.truth(), options)
        #expect(score.judder == nil && score.truthSecondStep == nil)
        #expect(score.stepExcess == nil && score.truthStepMax == nil)
        #expect(score.stepMax != nil && score.secondStep != nil && score.inclinationRMSE != nil)
    }

    /// Every so many milliseconds a row, one of which comes a fifth late.
    @Test(arguments: [5.0, 10, 1000.0 / 66, 1000.0 / 60, 1000.0 / 30, 40, 50])
    func `tells a truth of any rate from 20 Hz on between its rows`(step: Double) throws {
        let truth = try Truth(
            (0..<Int(40_000 / step)).map { row in
                let time = (Double(row) + (row % 7 == 3 ? 0.2 : 0)) * step / 1000
                let isMoving = (8..<32).contains(time)
                return Truth.Row(time: time, up: SyntheticTrial.up(at: time), isMoving: isMoving)
            })
        var options = Score.Options()
        options.instants = .estimate
        let score = Score(Self.exact(truth, options.shadow), against: truth, options)
        #expect(try #require(score.inclinationRMSE) < (step <= 10 ? 0.002 : 0.06), "\(step) ms")
        #expect(try (#require(score.judder) - 1).magnitude < 0.03, "\(step) ms: \(score)")
        // A row that is late and held makes a step more, and a curve rounds where the motion begins.
        let (most, told) = try (#require(score.stepMax), #require(score.truthStepMax))
        #expect(step <= 10 || (most - told).magnitude < 0.15 * most, "\(step) ms: \(most), \(told)")
    }

    @Test func `tells nothing between rows that are rarer, nor across a hole`() throws {
        func row(_ time: Double) -> Truth.Row {
            Truth.Row(time: time, up: SyntheticTrial.up(at: time), isMoving: true)
        }
        let rare = try Truth((0..<700).map { row(Double($0) * 0.055) })
        var options = Score.Options()
        options.instants = .estimate
        let score = Score(SyntheticTrial.estimates(), against: rare, options)
        #expect(score.judder == nil && score.inclinationRMSE == nil && score.coverage > 0.99)
        #expect(score.stepExcess == nil && score.truthStepMax == nil && score.stepMax != nil)
        #expect((score.truthInterval - 0.055).magnitude < 1e-9)
        // A row is missing, and one is late.
        let holed = try Truth([0, 0.03, 0.06, 0.12, 0.164, 0.18, 0.21, 0.24].map(row))
        #expect(holed.row(at: 0.05) != nil && holed.row(at: 0.14) != nil)
        #expect(holed.row(at: 0.09) == nil && holed.row(at: 0.25) == nil)
    }

    /// Times of which no two are just 0.1 s apart in binary.
    @Test(arguments: [(0.1, 1.0), (0.11, 0)])
    func `takes frames for no hole that are just as far apart as may be`(step: Double, coverage: Double)
        throws
    {
        let truth = try SyntheticTrial.truth()
        var estimates = Estimates()
        for index in 0..<Int(39 / step) {
            let time = 0.05 + Double(index) * step
            estimates.append(SyntheticTrial.up(at: time), offset: .zero, at: time)
        }
        var options = Score.Options()
        options.instants = .estimate
        let score = Score(estimates, against: truth, options)
        #expect(score.coverage >= 0.99 * coverage && score.coverage <= coverage)
        #expect((score.inclinationRMSE != nil) == (coverage > 0))
    }

    @Test func `judges no rest in the first seconds`() throws {
        let truth = try Truth(
            (0..<2000).map { Truth.Row(time: Double($0) / 100, up: .faceUp, isMoving: $0 >= 1500) })
        var estimates = Estimates()
        let tilted = Up<DeviceAxes>(of: Up<DeviceAxes>(x: 0.5, y: 0, z: 1)) ?? .faceUp
        for time in truth.times { estimates.append(time < 2 ? tilted : .faceUp, offset: .zero, at: time) }
        var options = Score.Options()
        #expect(try #require(Score(estimates, against: truth, options).restRMSE) > 5)
        options.warmup = 5
        #expect(try #require(Score(estimates, against: truth, options).restRMSE) < 1e-6)
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
