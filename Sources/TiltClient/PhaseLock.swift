public import TiltCore

/// Finds a display's rate and phase in the instants of its vsyncs, and says what to ask of the daemon, so that each frame
/// is made 1 ms before a vsync and true when that vsync's picture lights up.
///
/// While it ``isLocked`` the newest frame is drawn as it is: half the error of a ``Resampler``, which draws otherwise.
/// Instants in whole milliseconds, repeated, missed, late ones are lived with. After a jump, a sleep of the display or another
/// refresh rate it lets go, and asks again after half a second of vsyncs, but no sooner than two seconds after it last did.
/// Where the daemon gives ticks that are not the display's, or none, it lets go at once, and asks again after 4, 8 … 64 s.
/// Begin anew with each connection and each sensor. `Tests/Clients/Display` says it in formulas and numbers.
public struct PhaseLock: Equatable, Sendable {
    /// What to ask of the daemon.
    public enum Answer: Equatable, Sendable {
        /// Subscribe with these options, and give the answer to ``PhaseLock/ok(rateHz:phase:)``.
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

    /// Ticks, as asked for or as given.
    private struct Grid: Equatable {
        var rateHz: Double
        /// In nanoseconds.
        var phase: Double

        /// How far an instant lies from the nearest tick, in nanoseconds.
        func distance(of instant: Double) -> Double {
            let (period, distance) = (1e9 / rateHz, instant - phase)
            return distance - (distance / period + 0.5).rounded(.down) * period
        }
    }

    /// How long before its vsync a frame is made, in nanoseconds.
    private static let lead = 1e6
    /// A vsync farther than this from where it should be is another one, in nanoseconds.
    private static let gate = 1.5e6
    private static let longest = 512.0
    private static let mostStrikes = 8
    /// Ticks that are given may lie so far from those asked for, in nanoseconds, their rate so far off, as a part of it.
    private static let (nearPhase, nearRate) = (250_000.0, 2e-4)
    /// How long an answer may take, and how long after asking it is asked again, in nanoseconds: at first, and at most.
    private static let (timeout, shortestWait, longestWait) = (1e9, 2e9, 64e9)

    /// True where there is a gyroscope; without one nothing is asked for, as the ``Resampler`` alone is smoother, nor is
    /// anything outside of 23.9 to 200.02 Hz.
    public var hasGyroscope: Bool
    private var first: Double?
    private var last = 0.0
    private var gaps: [Double] = []
    private var fit: Fit?
    private var asked: Grid?
    private var askedAt: Double?
    private var isAnswered = false
    private var given: Grid?
    private var wait = Self.shortestWait

    /// Begins without vsyncs.
    public init(hasGyroscope: Bool) {
        self.hasGyroscope = hasGyroscope
    }

    /// True while frames are made for the display: the newest is to be drawn as it is.
    public var isLocked: Bool { given != nil }

    /// The display's refresh rate in Hz; `nil` before it is known, and above about 222 Hz.
    public var refreshHz: Double? {
        fit.flatMap { $0.count >= 8 ? 1e9 / $0.period : nil }
    }

    /// Takes what the daemon's `ok` to a request of this lock names: another phase than was asked for and another rate by a
    /// hair, perhaps, or none.
    public mutating func ok(rateHz: Double?, phase: Int64?) -> Answer? {
        guard let asked else { return nil }
        guard let rateHz, let phase, abs(Double(phase)) < 4e18,
            abs(rateHz - asked.rateHz) <= Self.nearRate * asked.rateHz
        else { return refuse() }
        let grid = Grid(rateHz: rateHz, phase: Double(phase))
        guard abs(grid.distance(of: asked.phase)) <= Self.nearPhase else { return refuse() }
        given = grid
        isAnswered = true
        wait = Self.shortestWait
        return nil
    }

    /// Takes the daemon's whole `ok` to a request of this lock, as ``ClientEvent/accepted(id:ignored:text:)`` has it.
    public mutating func ok(_ text: String) -> Answer? {
        var text = text
        let message = text.withUTF8 { try? JSONParser.parse($0) }
        return ok(rateHz: message?["rate_hz"]?.number, phase: message?["phase_ns"]?.integer)
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
        guard hasGyroscope, refresh >= 23.9, refresh <= 200.02,
            asked == nil || fit.square <= 800_000 * 800_000
        else { return release() }
        if asked != nil, !isAnswered, let askedAt, now < askedAt || now - askedAt >= Self.timeout {
            return refuse()
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
        defer { (asked, given) = (nil, nil) }
        return asked == nil ? nil : .release
    }

    private mutating func refuse() -> Answer? {
        wait = min(2 * wait, Self.longestWait)
        return release()
    }

    private mutating func ask(_ fit: Fit, refresh: Double, at now: Double) -> Answer? {
        guard fit.count >= 8, now - (first ?? now) >= 5e8, fit.square <= 400_000 * 400_000 else { return nil }
        if let askedAt, abs(now - askedAt) < wait { return nil }
        let wanted = fit.phase - Self.lead
        if let asked, let given, abs(given.distance(of: wanted)) <= 200_000,
            abs(refresh - asked.rateHz) / asked.rateHz <= 0.00002
        {
            return nil
        }
        let grid = Grid(
            rateHz: (refresh * 10_000 + 0.5).rounded(.down) / 10_000, phase: (wanted + 0.5).rounded(.down))
        asked = grid
        askedAt = now
        isAnswered = false
        var change = SubscriptionChange()
        change.rateHz = grid.rateHz
        change.phase = Int64(grid.phase)
        change.lookaheadMilliseconds = 1000 / grid.rateHz + 1
        return .lock(change)
    }
}
