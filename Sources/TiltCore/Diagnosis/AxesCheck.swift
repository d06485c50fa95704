/// Compares how gravity turns with what the rates say, and finds the scale, signs and axes under which they would agree.
///
/// On real recordings of rotations, rates that are right leave 0.5–15 % of gravity's motion unexplained; pushing a device
/// about without turning it leaves more than half whatever the reading, and proves nothing.
public struct AxesCheck: Equatable, Sendable {
    /// What is wrong with the rates; `nil` while nothing is known to be.
    public private(set) var fault: SensorFault?

    /// Forces that a window needs.
    private static let leastForces = 3
    /// The least change of gravity that counts, in g: 17° in half a second.
    private static let leastChange = 0.3
    /// The variation of the force's length that halves a window's weight, in g: so much of it is no gravity.
    private static let halvingSpread = 0.6
    /// A change of gravity, in g, that a lever makes only in violent motion, where windows weigh little.
    private static let firmChange = 1.15
    /// The longest lever between the sensor and the axis that it turns about, in metres: an outstretched arm.
    private static let longestLever = 0.85
    /// Factors, up and down, that no lever explains but a unit.
    private static let unitFactor = 20.0
    /// Factors, up and down, that a lever may explain even in slow motion.
    private static let leverFactor = 10.0
    /// Windows in a row that must agree on a fault.
    private static let confirmations = 3
    /// Those that must agree on its end.
    private static let pardons = 10

    private var evidence = AxesEvidence()
    /// The same from slow or large motion only.
    ///
    /// On a lever L that swings with ω the tangential acceleration L·ω² turns the force against gravity: a phone in a
    /// walker's hand looks as if its rates had the wrong sign. Signs are judged where no lever could have done it.
    private var firmEvidence = AxesEvidence()
    /// Windows in a row that found the rates wrong; and right.
    private var (wrong, right) = (0, 0)
    private var force: Acceleration<DeviceAxes>?
    private var lastRate: Timestamp?
    /// The window that is open, where one is: beside a flag, and not optional, since each look into an optional copies it.
    private var window = AxesWindow(start: Timestamp(nanoseconds: 0))
    private var hasWindow = false
    private var before: AxesWindow?
    /// Rates in another unit, which few windows show.
    private var unit = RateUnitCheck()
    /// Motion that is too slow for windows of half a second.
    private var slow = SlowAxesCheck()
    /// True where ``fault`` was found in slow motion.
    private var isOfSlowMotion = false
    /// How gravity turned in the two windows that ended last, until somebody takes it.
    private var newest: GravityTurn?

    /// Creates a check that has seen nothing.
    public init() {}

    /// Takes a sample; both sensors may come together or apart.
    public mutating func take(_ sample: Sample) {
        if hasWindow, sample.time.seconds(since: window.start) >= AxesWindow.length { finish(window) }
        if !hasWindow {
            window = AxesWindow(start: sample.time)
            hasWindow = true
        }
        if sample.accelerationIsClipped || sample.rateIsClipped { window.isSpoilt = true }
        if let acceleration = sample.acceleration, acceleration.isFinite {
            let force = acceleration / standardGravity
            window.add(force)
            self.force = force
        }
        if let rate = sample.angularRate, rate.isFinite {
            let interval = lastRate.map { sample.time.seconds(since: $0) } ?? 0
            if 0...SlowAxesCheck.longestGap ~= interval, let force {
                window.longestInterval = max(window.longestInterval, interval)
                window.add(rate, force: force, interval: interval, time: sample.time)
            } else {
                window.longestInterval = .infinity
            }
            lastRate = sample.time
        }
    }

    /// How gravity turned in two windows that have ended since this was asked last.
    mutating func takeTurn() -> GravityTurn? { newest.take() }

    /// Ends a window: out of the way of ticks, most of which end none.
    @inline(never)
    private mutating func finish(_ window: AxesWindow) {
        hasWindow = false
        // What fast motion says is beyond doubt.
        if let verdict = slow.take(window), right == 0 { judge(slow: verdict) }
        guard !window.isSpoilt, window.forces >= Self.leastForces else {
            before = nil
            return
        }
        if let before { compare(window, with: before) }
        before = window
    }

    /// Takes how gravity turned in two windows, and how the rates say that it did.
    @inline(never)
    private mutating func compare(_ window: AxesWindow, with before: AxesWindow) {
        let products = before.products(through: window)
        let turn = before.turn(to: window, products: products)
        newest = turn
        guard turn.isWhole else { return }
        let change = turn.change
        let (shortest, longest) = (turn.lengths.lowerBound, turn.lengths.upperBound)
        if let factor = unit.take(change, turn.predicted, from: shortest, to: longest), fault == nil {
            isOfSlowMotion = false
            note(.straight, factor)
        }
        guard change.length > Self.leastChange else { return }
        let share = (longest - shortest) / Self.halvingSpread
        let weight = 1 / (1 + share * share)
        evidence.take(change, products, weight: weight)
        let swing = (window.angularAcceleration - before.angularAcceleration).length
        if swing * Self.longestLever < change.length * standardGravity || change.length > Self.firmChange {
            firmEvidence.take(change, products, weight: weight)
        }
        judge()
    }

    private mutating func judge() {
        var verdict = evidence.verdict
        if case .wrong(let axes, let factor) = verdict, !Self.isBeyondLevers(axes, factor) {
            verdict = firmEvidence.verdict
        }
        switch verdict {
        case .unknown:
            (wrong, right) = (0, 0)
        case .right:
            (wrong, right) = (0, right + 1)
            guard right >= Self.pardons, fault != nil else { return }
            fault = nil
            slow = SlowAxesCheck()
        case .wrong(.straight, let factor) where 1 / Self.leverFactor...Self.leverFactor ~= factor:
            (wrong, right) = (0, 0)
        case .wrong(let axes, let factor):
            (wrong, right) = (wrong + 1, 0)
            guard wrong >= Self.confirmations else { return }
            isOfSlowMotion = false
            note(axes, factor)
        }
    }

    /// The same of slow motion, whose verdicts are of many windows already.
    private mutating func judge(slow verdict: AxesEvidence.Verdict) {
        switch verdict {
        case .unknown: break
        case .right:
            guard isOfSlowMotion else { return }
            fault = nil
            isOfSlowMotion = false
        case .wrong(let axes, let factor):
            guard fault == nil else { return }
            isOfSlowMotion = true
            note(axes, factor)
        }
    }

    private mutating func note(_ axes: RateAxes, _ factor: Double) {
        guard fault == nil else { return }
        fault = axes == .straight ? .rateScale(factor: 1 / factor) : .rateAxes(axes)
    }

    /// True where an axis stands in for another, or the factor is one of units.
    private static func isBeyondLevers(_ axes: RateAxes, _ factor: Double) -> Bool {
        !axes.isInOrder || !(1 / unitFactor...unitFactor ~= factor)
    }
}
