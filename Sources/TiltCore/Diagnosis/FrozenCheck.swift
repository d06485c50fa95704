/// Looks for sensors, and for axes of a gyroscope, that have given one value ever since they were opened, while the other
/// sensor says that the device turns.
///
/// ``CountsFilter`` knows a sensor that repeats itself by the noise that it had before, and ``AxisCheck`` an axis by the noise
/// of its neighbours; here may never have been any. A gyroscope that reads nothing but 0 would stop the shadow, as would
/// one axis of it that does.
///
/// There are chips and drivers without noise, too, whose rates are 0 until the device turns fast enough. What is pushed about
/// shows gravity elsewhere, too, but a push that does makes the force longer, and a turn does not.
struct FrozenCheck: Equatable, Sendable {
    /// What is wrong; `nil` while nothing is known to be.
    private(set) var fault: SensorFault?

    /// True where the rates are not to be used.
    var isOfGyroscope: Bool { fault != nil && fault != .stuck(.accelerometer) }

    /// True once all that could be frozen lives.
    var isOver: Bool { changes == SIMD4(repeating: Self.alive) }

    /// Changes of what lives: fewer are a first value of zeros, or a bit that flipped.
    private static let alive: UInt8 = 8
    /// A change, in g, that the rates say and no accelerometer can sleep through.
    private static let leastTurn = 0.3
    /// What the rates leave of a change, in g, that is worth an explanation.
    private static let leastRest = 0.1
    /// Changes that say so of a whole sensor.
    private static let confirmations: UInt8 = 3
    /// Lengths of the mean force, in g, that are gravity's.
    private static let gravity = 0.95...1.05
    /// The cosine of half of the least turn: 35°.
    private static let halfTurn = 0.954
    /// The length that gravity has at least, in g, by a sensor whose scale is right.
    private static let leastGravity = 0.97
    /// Windows over which rates are summed up, at most, lest what they are off by adds up.
    private static let longestSum: UInt8 = 20
    /// Lengths of the force, in g, in which rates say how it turns.
    private static let calm = 0.7...1.3
    /// The share of a change by which what the rates leave of it may exceed it: they explain some of it, or add nothing.
    private static let largestRest = 1.1
    /// The share of what is left of a change that turning about one axis may leave.
    private static let bestRest = 0.35
    /// ∫ w·a dt across an axis, in g·s, about which turning shows: it stands 12° from the vertical.
    private static let leastArm = 0.1
    /// Changes in a row that one axis must explain: where another stands in for it, and that one is upright for a while, it looks
    /// dead, too; of two axes twice as many.
    private static let axisConfirmations: UInt8 = 6

    /// The newest counts of each sensor.
    private var force: Reading.Counts?
    private var rate: Reading.Counts?
    /// How often x, y and z of the gyroscope have changed, and the accelerometer, as far as it matters.
    private var changes = SIMD4<UInt8>()
    /// Changes in a row that say so of what is frozen.
    private var agreeing: UInt8 = 0
    /// The first mean force, and the one that is furthest from it; of a gyroscope that is frozen as a whole.
    private var first: Acceleration<DeviceAxes>?
    private var furthest = Acceleration<DeviceAxes>.zero
    /// The newest mean force, what the rates have left unexplained of how it changed, and over how many windows; of axes.
    private var newest = Acceleration<DeviceAxes>.zero
    private var missing = Acceleration<DeviceAxes>.zero
    private var windows: UInt8 = 0
    private var startLength = 0.0
    /// True where that is a turn, and not a push.
    private var isTurn = false

    /// Takes the next counts: out of the way of ticks, since it is soon over.
    @inline(never)
    mutating func take(_ reading: Reading) {
        if let counts = reading.accelerometer {
            if let force, counts != force { live(3) }
            force = counts
        }
        if let counts = reading.gyroscope {
            let last = rate ?? counts
            if counts.x != last.x { live(0) }
            if counts.y != last.y { live(1) }
            if counts.z != last.z { live(2) }
            rate = counts
        }
    }

    /// Forgets what was thought of what lives now.
    private mutating func live(_ part: Int) {
        guard changes[part] < Self.alive else { return }
        changes[part] += 1
        if changes[part] == Self.alive { (fault, agreeing, windows, isTurn) = (nil, 0, 0, false) }
    }

    private func lives(_ axis: SensorAxis) -> Bool { changes[axis.index] == Self.alive }

    /// How many axes of the gyroscope live.
    private var living: Int { (lives(.x) ? 1 : 0) + (lives(.y) ? 1 : 0) + (lives(.z) ? 1 : 0) }

    /// Takes how gravity turned, and how the rates say that it did; the gyroscope's axes are mounted by `mounting`.
    @inline(never)
    mutating func judge(_ turn: GravityTurn, mounting: Mounting) {
        guard force != nil, rate != nil else { return }
        let isFrozen = living == 0
        guard changes[3] == Self.alive else {
            guard !isFrozen, turn.isWhole, turn.predicted.length > Self.leastTurn else { return }
            if agrees(often: Self.confirmations) { fault = .stuck(.accelerometer) }
            return
        }
        if isFrozen { judgeGyroscope(turn) } else { judgeAxes(turn, mounting: mounting) }
    }

    /// Counts a change that says so; true once there were as many.
    private mutating func agrees(often enough: UInt8) -> Bool {
        agreeing = min(agreeing + 1, enough)
        return agreeing == enough
    }

    /// Rates that have never changed, and do not say how gravity went elsewhere.
    private mutating func judgeGyroscope(_ turn: GravityTurn) {
        let force = turn.after
        guard Self.gravity ~= force.length else { return }
        let first = first ?? force
        self.first = first
        if force.dot(first) < furthest.dot(first) || furthest == .zero { furthest = force }
        guard (turn.change - turn.predicted).length > Self.leastRest, agrees(often: Self.confirmations) else {
            return
        }
        if Self.isTurn(force - first, first.length, force.length)
            || Self.isTurn(force - furthest, furthest.length, force.length)
        {
            fault = .stuck(.gyroscope)
        }
    }

    private mutating func judgeAxes(_ turn: GravityTurn, mounting: Mounting) {
        let rest = turn.change - turn.predicted
        guard turn.isWhole, Self.calm ~= turn.lengths.lowerBound, Self.calm ~= turn.lengths.upperBound else {
            windows = 0
            return
        }
        // Something was left out in between, or it is long enough.
        if turn.before != newest || windows == Self.longestSum { windows = 0 }
        if windows == 0 { (missing, startLength) = (.zero, turn.before.length) }
        windows += 1
        newest = turn.after
        missing = missing + rest
        if Self.isTurn(missing, startLength, newest.length) { isTurn = true }
        guard rest.length > Self.leastRest else { return }
        guard let axis = axis(explaining: rest, of: turn, mounting: mounting) else {
            (agreeing, isTurn) = (0, false)
            return
        }
        let enough = living == 1 ? 2 * Self.axisConfirmations : Self.axisConfirmations
        if agrees(often: enough), isTurn { fault = .deadRate(axis) }
    }

    /// True where gravity itself went elsewhere.
    ///
    /// Of two forces that are 2·sin(θ/2)·g apart because pushes were added to one gravity g, across it, one is at least g/cos(θ/2)
    /// long.
    private static func isTurn(_ change: Acceleration<DeviceAxes>, _ before: Double, _ after: Double) -> Bool
    {
        guard gravity ~= before, gravity ~= after else { return false }
        let half = max(0, 1 - change.dot(change) / 4).squareRoot()
        return half < halfTurn && max(before, after) * half < leastGravity
    }

    /// The axis, of those that have never changed, about which the device turned if that is what is left of the turn.
    private func axis(
        explaining rest: Acceleration<DeviceAxes>, of turn: GravityTurn, mounting: Mounting
    ) -> SensorAxis? {
        let length = rest.length
        guard length < Self.largestRest * turn.change.length else { return nil }
        // Two that are dead explain it together.
        var best = living == 1 ? length : Self.bestRest * length
        var found: SensorAxis?
        for axis in SensorAxis.allCases where !lives(axis) {
            let arm = turn.arm(about: mounting(axis.direction))
            let square = arm.dot(arm)
            guard square > Self.leastArm * Self.leastArm else { continue }
            let unexplained = (rest - (rest.dot(arm) / square) * arm).length
            if unexplained < best { (best, found) = (unexplained, axis) }
        }
        return found
    }
}

extension SensorAxis {
    /// Turning about it by 1 rad/s.
    fileprivate var direction: AngularRate<SensorAxes> {
        switch self {
        case .x: AngularRate(x: 1, y: 0, z: 0)
        case .y: AngularRate(x: 0, y: 1, z: 0)
        case .z: AngularRate(x: 0, y: 0, z: 1)
        }
    }
}
