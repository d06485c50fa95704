/// Looks at gravity's length and direction whenever the device lies still for a second.
public struct RestCheck: Equatable, Sendable {
    /// What is wrong with gravity's length; `nil` while nothing is known to be.
    public private(set) var lengthFault: SensorFault?
    /// Gravity's length in the newest second of rest, as a share of what it should be; `nil` before the first.
    public private(set) var ratio: Double?
    /// Whether the device has only ever been at rest on its face.
    public private(set) var directionFault: SensorFault?

    /// How long one look takes, in seconds.
    private static let length = 1.0
    /// The largest variation of a component at rest, as a share of the force: for the length, and for the direction.
    ///
    /// Taps of 0.5 m/s² to both sides are a tenth: how many seconds the device has lain on its face does not tell of them.
    private static let stillness = (length: 0.05, direction: 0.15)
    /// Lengths of gravity, in g, that no fault is made of: a chip's tolerance is 10 %.
    private static let plausible = 0.8...1.2
    /// Those that end one: between the two lies more than taps to either side move what is measured, so that none finds a
    /// fault that another one ends.
    private static let right = 0.87...1.13
    /// Seconds of rest in a row that must agree on a wrong length.
    private static let confirmations = 2
    /// Seconds of rest, face down all of them, that are no accident.
    private static let faceDownSeconds = 10
    /// Gravity along z, as a share of its length, that is face down.
    private static let faceDown = -0.7
    /// From here on it is anything else.
    private static let other = -0.3

    private let reportsOnlyChanges: Bool
    private var start: Timestamp?
    private var count = 0
    private var low = Acceleration<DeviceAxes>.zero
    private var high = Acceleration<DeviceAxes>.zero
    private var implausible = 0
    private var secondsFaceDown = 0
    private var hasRestedOtherwise = false

    /// Creates a check; `reportsOnlyChanges` is ``SensorDescription/reportsOnlyChanges``: a still sensor then sends little.
    public init(reportsOnlyChanges: Bool) { self.reportsOnlyChanges = reportsOnlyChanges }

    /// Takes a specific force in m/s².
    public mutating func take(_ force: Acceleration<DeviceAxes>, at time: Timestamp) {
        guard force.isFinite else { return }
        if let start, time.seconds(since: start) >= Self.length {
            finish()
            self.start = nil
        }
        guard start != nil else {
            start = time
            count = 1
            (low, high) = (force, force)
            return
        }
        count += 1
        low = Acceleration(x: min(low.x, force.x), y: min(low.y, force.y), z: min(low.z, force.z))
        high = Acceleration(x: max(high.x, force.x), y: max(high.y, force.y), z: max(high.z, force.z))
    }

    /// Ends a second: out of the way of ticks, most of which end none.
    @inline(never)
    private mutating func finish() {
        guard count >= 5 || reportsOnlyChanges else { return }
        let middle = 0.5 * (low + high)
        let spread = high - low
        let length = middle.length
        let variation = max(spread.x, spread.y, spread.z)
        if variation <= Self.stillness.length * length { judgeLength(length / standardGravity) }
        guard length > 0, variation <= Self.stillness.direction * length else { return }
        judgeDirection(middle.z / length)
    }

    private mutating func judgeLength(_ ratio: Double) {
        self.ratio = ratio
        implausible = Self.plausible.contains(ratio) ? 0 : implausible + 1
        if Self.right.contains(ratio) { lengthFault = nil }
        if implausible >= Self.confirmations, lengthFault == nil {
            lengthFault = .gravityLength(ratio: ratio)
        }
    }

    private mutating func judgeDirection(_ z: Double) {
        if z > Self.other {
            hasRestedOtherwise = true
            directionFault = nil
        } else if z < Self.faceDown {
            secondsFaceDown += 1
        }
        if !hasRestedOtherwise, secondsFaceDown >= Self.faceDownSeconds {
            directionFault = .alwaysFaceDown
        }
    }
}
