/// What half a second says about how gravity turned, and about what the rates make of it.
///
/// A fixed direction moves in a turning device as u̇ = u × ω. So the mean of the specific force a in one window differs
/// from that in the window before by ∫ w·(a × ω) dt, w rising from 0 to 1 through the first window and falling through
/// the second: exact for any speed. The products aᵢ·ωⱼ are kept apart, so that other axes and signs of ω can be tried on
/// them afterwards.
struct AxesWindow: Equatable, Sendable {
    /// The window's length, in seconds.
    ///
    /// A hand that shakes the device moves the specific force without turning gravity, and an arm that swings it even
    /// turns it the wrong way; both are faster than this and average out.
    static let length = 0.5

    private(set) var start: Timestamp
    private(set) var forces = 0
    private(set) var sum = Acceleration<DeviceAxes>.zero
    private(set) var shortest = Double.infinity
    private(set) var longest = 0.0
    /// ∫ aᵢ·ωⱼ dt, and the same weighted with the share of the window that has passed.
    private(set) var products = Matrix3.zero
    private(set) var risingProducts = Matrix3.zero
    private var firstRate: AngularRate<DeviceAxes>?
    private var lastRate = AngularRate<DeviceAxes>.zero
    /// ∫ a dt over the rates, and the same weighted with the share of the window that has passed: what a bias makes of a.
    private(set) var integral = Acceleration<DeviceAxes>.zero
    private(set) var risingIntegral = Acceleration<DeviceAxes>.zero
    /// Σ |a| and Σ |a|².
    private(set) var (lengths, squares) = (0.0, 0.0)
    /// True where a value was clipped.
    var isSpoilt = false
    /// The longest time from one rate to the next, in seconds; infinite where the first rates came before any force.
    var longestInterval = 0.0

    init(start: Timestamp) { self.start = start }

    /// The mean specific force, in m/s².
    var mean: Acceleration<DeviceAxes> { sum / Double(max(1, forces)) }

    /// The mean angular acceleration, in rad/s².
    var angularAcceleration: AngularRate<DeviceAxes> { (lastRate - (firstRate ?? lastRate)) / Self.length }

    mutating func add(_ force: Acceleration<DeviceAxes>) {
        forces += 1
        sum = sum + force
        let length = force.length
        shortest = min(shortest, length)
        longest = max(longest, length)
        lengths += length
        squares += length * length
    }

    /// Adds a rate that held for `interval` seconds until `time`, while the force was `force`.
    mutating func add(
        _ rate: AngularRate<DeviceAxes>, force: Acceleration<DeviceAxes>, interval: Double, time: Timestamp
    ) {
        firstRate = firstRate ?? rate
        lastRate = rate
        let share = min(1, max(0, time.seconds(since: start) / Self.length))
        let row = MatrixRow(x: rate.x * interval, y: rate.y * interval, z: rate.z * interval)
        products.add(force, times: row)
        risingProducts.add(force, times: share * row)
        integral = integral + interval * force
        risingIntegral = risingIntegral + (share * interval) * force
    }

    /// Rates further apart than this make no integral over a window, in seconds.
    private static let longestGap = 0.06

    /// True where it has enough readings of both sensors to be held against each other.
    var isWhole: Bool { longestInterval <= Self.longestGap && forces >= 5 }

    /// How gravity turned from this window to `next`.
    func turn(to next: AxesWindow, products: Matrix3) -> GravityTurn {
        GravityTurn(
            before: mean, after: next.mean, predicted: products.turn,
            force: risingIntegral + next.integral - next.risingIntegral,
            lengths: min(shortest, next.shortest)...max(longest, next.longest),
            isWhole: isWhole && next.isWhole)
    }

    /// The products with the weight that rises through this window and falls through `next`.
    func products(through next: AxesWindow) -> Matrix3 {
        risingProducts + next.products - next.risingProducts
    }
}

/// How gravity turned from one window to the next, and how by the rates.
struct GravityTurn: Equatable, Sendable {
    /// The mean forces of the two, in g.
    let before: Acceleration<DeviceAxes>
    let after: Acceleration<DeviceAxes>
    /// What the rates make of their difference, in g.
    let predicted: Acceleration<DeviceAxes>
    /// ∫ w·a dt, in g·s: a rate ω that is missing leaves as much of the change as this × ω.
    let force: Acceleration<DeviceAxes>
    /// The least and the greatest length of the force, in g.
    let lengths: ClosedRange<Double>
    /// False where the rates came too seldom to be integrated.
    let isWhole: Bool

    /// How the mean force changed, in g.
    var change: Acceleration<DeviceAxes> { after - before }

    /// What turning by `rate` in rad/s adds to the change, in g: u̇ = u × ω.
    func arm(about rate: AngularRate<DeviceAxes>) -> Acceleration<DeviceAxes> {
        Acceleration(
            x: force.y * rate.z - force.z * rate.y, y: force.z * rate.x - force.x * rate.z,
            z: force.x * rate.y - force.y * rate.x)
    }
}

extension Matrix3 {
    static var zero: Matrix3 { Matrix3(.zero, .zero, .zero) }

    /// The difference, entry by entry.
    static func - (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a.x - b.x, a.y - b.y, a.z - b.z) }

    /// ∫ a × ω from ∫ aᵢ·ωⱼ.
    var turn: Acceleration<DeviceAxes> { Acceleration(x: y.z - z.y, y: z.x - x.z, z: x.y - y.x) }

    /// Adds the outer product of `column` and `row`.
    fileprivate mutating func add(_ column: Acceleration<DeviceAxes>, times row: MatrixRow) {
        x = x + column.x * row
        y = y + column.y * row
        z = z + column.z * row
    }
}
