public import TiltCore

/// Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon, so that each frame
/// is made 1 ms before a vsync and true when that vsync's picture lights up.
///
/// Then the newest frame is drawn as it is: half the error of a ``Resampler``, which draws until then. Instants in whole
/// milliseconds, repeated, missed, late ones are lived with; after a jump, a sleep of the display or another refresh rate it
/// lets go, and finds the display again within half a second. `Tests/Clients/Display` says it in formulas and numbers.
public struct PhaseLock: Equatable, Sendable {
    /// What to do after a vsync.
    public enum Answer: Equatable, Sendable {
        /// Subscribe with these options. From the answer that names a phase the newest frame is the one to draw.
        case lock(SubscriptionChange)
        /// Subscribe as the ``Resampler`` wants it, without a phase; it draws again.
        case release
    }

    /// What is known of the display since the last restart.
    private struct Fit: Equatable {
        /// When the last vsync was, in nanoseconds, the noise of its instant removed.
        var phase: Double
        /// From one vsync to the next, in nanoseconds.
        var period: Double
        /// How many vsyncs the two rest upon: they are a least-squares line through so many, and forget beyond ``longest``.
        var count = 1.0
        /// Grows with vsyncs that do not fit; at ``mostStrikes`` this is another display.
        var strikes = 0
        /// The running mean of the squared distance from the line, in ns².
        var square = 0.0
        /// The running mean of the distance from the line, in nanoseconds.
        var bias = 0.0
    }

    /// What was asked for.
    private struct Grid: Equatable {
        var rateHz: Double
        /// In nanoseconds.
        var phase: Double
    }

    /// How long before its vsync a frame is made, in nanoseconds.
    private static let lead = 1e6
    /// A vsync farther than this from where it should be is another one, in nanoseconds.
    private static let gate = 1.5e6
    private static let longest = 512.0
    private static let mostStrikes = 8

    private let hasGyroscope: Bool
    private var first: Double?
    private var last = 0.0
    private var gaps: [Double] = []
    private var fit: Fit?
    private var asked: Grid?
    private var askedAt: Double?

    /// Begins without vsyncs; without a gyroscope frames are asked for without looking ahead.
    public init(hasGyroscope: Bool) {
        self.hasGyroscope = hasGyroscope
    }

    /// The display's refresh rate in Hz; `nil` before it is known.
    public var refreshHz: Double? {
        fit.flatMap { $0.count >= 8 ? 1e9 / $0.period : nil }
    }

    /// Takes the instant of a vsync, of CLOCK_MONOTONIC; mostly there is nothing to do.
    public mutating func vsync(at instant: Timestamp) -> Answer? {
        let now = Double(instant.nanoseconds)
        guard abs(now) < 4e18 else { return nil }
        guard var fit else { return begin(now) }
        let distance = now - fit.phase
        let periods = (distance / fit.period + 0.5).rounded(.down)
        if abs(periods) > 8 { return restart(now) }
        if periods < 1, distance <= Self.gate { return nil }
        let predicted = fit.phase + periods * fit.period
        let error = now - predicted
        guard abs(error) <= Self.gate else {
            self.fit?.strikes += 2
            return fit.strikes + 2 >= Self.mostStrikes ? restart(now) : nil
        }
        fit.strikes = periods > 1 ? fit.strikes + 1 : max(fit.strikes - 1, 0)
        fit.count = min(fit.count + 1, Self.longest)
        let weight = fit.count * (fit.count + 1)
        fit.phase = predicted + 2 * (2 * fit.count - 1) / weight * error
        fit.period += 6 / weight * error / periods
        if fit.count > 3 {
            fit.square += (error * error - fit.square) / min(fit.count - 3, 32)
            fit.bias += (error - fit.bias) / 16
        }
        let bias = abs(fit.bias)
        if bias > 250_000 { fit.count = min(fit.count, 64) }
        self.fit = fit
        guard fit.strikes < Self.mostStrikes, bias <= 500_000, fit.period > 4e6, fit.period < 50e6 else {
            return restart(now)
        }
        let refresh = 1e9 / fit.period
        guard refresh >= 23.99, refresh <= 200.02, asked == nil || fit.square <= 800_000 * 800_000 else {
            return release()
        }
        return ask(fit, refresh: min(refresh, 200), at: now)
    }

    /// Takes a vsync while there is no estimate: the median of five gaps is the first.
    private mutating func begin(_ now: Double) -> Answer? {
        guard first != nil, 3 * abs(now - last) <= 1e9 else { return restart(now) }
        guard now - last >= 1e6 else { return nil }
        gaps = (gaps + [now - last]).suffix(5)
        last = now
        let median = gaps.sorted()[gaps.count / 2]
        if gaps.count == 5, median >= 4.5e6, median <= 45e6 { fit = Fit(phase: now, period: median) }
        return nil
    }

    private mutating func restart(_ now: Double) -> Answer? {
        first = now
        last = now
        gaps = []
        fit = nil
        return release()
    }

    private mutating func release() -> Answer? {
        defer { asked = nil }
        return asked == nil ? nil : .release
    }

    private mutating func ask(_ fit: Fit, refresh: Double, at now: Double) -> Answer? {
        guard fit.count >= 8, now - (first ?? now) >= 5e8, fit.square <= 400_000 * 400_000 else { return nil }
        if let askedAt, abs(now - askedAt) < 2e9 { return nil }
        let wanted = fit.phase - Self.lead
        if let asked {
            let period = 1e9 / asked.rateHz
            let distance = wanted - asked.phase
            let drift = distance - (distance / period + 0.5).rounded(.down) * period
            if abs(drift) <= 200_000, abs(refresh - asked.rateHz) / asked.rateHz <= 0.00002 { return nil }
        }
        let grid = Grid(
            rateHz: (refresh * 10_000 + 0.5).rounded(.down) / 10_000, phase: (wanted + 0.5).rounded(.down))
        asked = grid
        askedAt = now
        var change = SubscriptionChange()
        change.rateHz = grid.rateHz
        change.phase = Int64(grid.phase)
        change.lookaheadMilliseconds = hasGyroscope ? 1000 / grid.rateHz + 1 : 0
        return .lock(change)
    }
}
