/// What half a second says about how gravity turned, and about what the rates make of it.
///
/// A fixed direction moves in a turning device as u̇ = u × ω. So the mean of the specific force a in one window differs
/// from that in the window before by ∫ w·(a × ω) dt, w rising from 0 to 1 through the first window and falling through
/// the second: exact for any speed. The products aᵢ·ωⱼ are kept apart, so that other axes and signs of ω can be tried on
/// them afterwards.
struct TurningWindow: Equatable, Sendable {
    /// The window's length, in seconds.
    ///
    /// A hand that shakes the device moves the specific force without turning gravity, and an arm that swings it even
    /// turns it the wrong way; both are faster than this and average out.
    static let length = 0.5

    private(set) var start: Timestamp
    private(set) var forces = 0
    private var sum = Acceleration<DeviceAxes>.zero
    private(set) var shortest = Double.infinity
    private(set) var longest = 0.0
    /// ∫ aᵢ·ωⱼ dt, and the same weighted with the share of the window that has passed.
    private var products = Matrix3.zero
    private var risingProducts = Matrix3.zero
    private var firstRate: AngularRate<DeviceAxes>?
    private var lastRate = AngularRate<DeviceAxes>.zero
    /// True where a value was clipped, or the rates had a gap.
    var isSpoilt = false

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
    }

    /// The products with the weight that rises through this window and falls through `next`.
    func products(through next: TurningWindow) -> Matrix3 {
        Matrix3(
            risingProducts.x + next.products.x - next.risingProducts.x,
            risingProducts.y + next.products.y - next.risingProducts.y,
            risingProducts.z + next.products.z - next.risingProducts.z)
    }
}

extension Matrix3 {
    fileprivate static var zero: Matrix3 { Matrix3(.zero, .zero, .zero) }

    /// Adds the outer product of `column` and `row`.
    fileprivate mutating func add(_ column: Acceleration<DeviceAxes>, times row: MatrixRow) {
        x = x + column.x * row
        y = y + column.y * row
        z = z + column.z * row
    }
}
