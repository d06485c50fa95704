package import TiltCore

/// How well a series of published estimates follows the truth.
///
/// Angles in degrees, times in milliseconds, offsets in points. A value is `nil` where the trial does not show it: no
/// motion, no rest, too short.
package struct Score: Equatable, Sendable {
    /// Which instants count for inclination.
    package enum Instants: String, CaseIterable, Sendable {
        /// Every row of the truth, with the newest estimate then published: latency counts as error.
        case truth = "gt"
        /// The instants of publication, with the truth between its rows: the error of the estimate alone.
        case estimate = "est"
    }

    /// How to score.
    package struct Options: Equatable, Sendable {
        /// Which instants count for inclination; by default the truth's.
        package var instants = Instants.truth
        /// What made the offsets of the estimates, but for the base; the truth is mapped likewise, reference and all, where
        /// ``mapsTruth``; by default a subscriber's defaults without a limit.
        package var shadow: ShadowMapper.Options
        /// Rest in the first seconds is not scored, while estimators settle; in seconds; default 0 s.
        package var warmup = 0.0
        /// How far the truth may stray in a second and be still, in degrees; default 0.15°.
        package var stillness = 0.15
        /// The share of rows that must have an estimate, 0 to 1; default 0.98.
        package var leastCoverage = 0.98
        /// A frame's step is compared with the truth's steps this long before and after, in seconds; default 0.3 s.
        package var excessWindow = 0.3
        /// False where the search for the lag, most of the work, is not needed.
        package var searchesLag = true

        /// Creates the default options.
        package init() {
            shadow = ShadowMapper.Options()
            shadow.limit = .infinity
        }

        /// How far beyond its own time each estimate was extrapolated, in seconds.
        var ahead: Double { shadow.lookaheadMilliseconds / 1000 }
        /// False where turns about the vertical move the shadow: a true up does not tell them.
        package var mapsTruth: Bool { !shadow.assistsYaw }
    }

    /// Rows of the truth in motion, with a quaternion.
    package var rows = 0
    /// The share of ``rows`` with an estimate; 0 where a published series has a hole of more than 0.1 s.
    package var coverage = 0.0
    /// RMS of the angle between estimated and true up, in degrees; `nil` where the coverage is too low.
    package var inclinationRMSE: Double?
    /// The angle that 95 % of the scored instants stay below, in degrees.
    package var inclination95: Double?
    /// The largest angle, in degrees.
    package var inclinationMax: Double?
    /// RMS angle outside the motion, in degrees.
    package var restRMSE: Double?
    /// How late the estimate is, by cross-correlation, in milliseconds; `nil`, too, where that is beyond what is searched.
    package var lag: Double?
    /// The delay of the truth at which the RMS angle is least, in milliseconds.
    package var lagOfLeastError: Double?
    /// The RMS angle at ``lagOfLeastError``, in degrees.
    package var delaggedRMSE: Double?
    /// How long the truth was still, in seconds.
    package var stillSeconds = 0.0
    /// RMS of the estimated tilt's wander while still, both axes together, in degrees.
    package var restJitter: Double?
    /// RMS of the offset's steps from frame to frame while still, in points.
    package var restStep: Double?
    /// The largest of these, in points.
    package var restStepMax: Double?
    /// The largest step of the offset from frame to frame, in points.
    package var stepMax: Double?
    /// The most by which a frame's step exceeds all steps of the truth around it, in points; `nil`, too, where the truth
    /// cannot be mapped or its rows are farther apart than ``Truth/largestInterval``, and so are the three below.
    package var stepExcess: Double?
    /// The largest step of the truth's own offset, in points.
    package var truthStepMax: Double?
    /// ``secondStep`` over ``truthSecondStep``: 1 where the shadow moves as smoothly as the motion itself; `nil`, too, where
    /// the truth's rows are farther apart than ``Truth/largestInterval``.
    package var judder: Double?
    /// RMS of the second differences of the offset from frame to frame in motion, in points.
    package var secondStep: Double?
    /// The same of the truth's own offset at the instants of the frames, in points.
    package var truthSecondStep: Double?
    /// The median step between rows of the truth, in seconds.
    package var truthInterval = 0.0
}

extension Score {
    /// Scores `estimates` against `truth`.
    package init(_ estimates: Estimates, against truth: Truth, _ options: Options = Options()) {
        truthInterval = truth.interval
        let held = estimates.held(at: truth.times)
        let inclination = InclinationErrors(estimates, held: held, truth, options)
        rows = inclination.rows
        coverage = inclination.coverage
        if coverage >= options.leastCoverage { inclinationRMSE = inclination.moving.rootMeanSquare }
        inclination95 = inclination.moving.quantile(0.95)
        inclinationMax = inclination.moving.max()
        restRMSE = inclination.atRest.rootMeanSquare

        let known = held.count { $0 != nil }
        if options.searchesLag, 2 * known > held.count,
            let search = LagSearch(estimates, held: held, truth)
        {
            lag = search.lagOfBestCorrelation.map { 1000 * $0 }
            if let best = search.lagOfLeastError {
                lagOfLeastError = 1000 * best
                delaggedRMSE = search.error(at: best) * 180 / Double.pi
            }
        }

        let isStill = StillRows.find(in: truth, within: options.stillness, from: options.warmup)
        stillSeconds = Double(isStill.count { $0 }) * truth.interval
        restJitter = RestJitter.degrees(estimates, held: held, isStill: isStill, interval: truth.interval)
        let steps = FrameSteps(estimates, truth, isStill: isStill, options)
        restStep = steps.still.rootMeanSquare
        restStepMax = steps.still.max()
        stepMax = steps.all.max()
        let seconds = SecondSteps(estimates, truth, options)
        secondStep = seconds.frames.rootMeanSquare
        guard options.mapsTruth else { return }
        stepExcess = steps.excess.max()
        truthStepMax = steps.truth.max()
        truthSecondStep = seconds.truth.rootMeanSquare
        judder = truthSecondStep.flatMap { truth in truth > 0 ? secondStep.map { $0 / truth } : nil }
    }
}
