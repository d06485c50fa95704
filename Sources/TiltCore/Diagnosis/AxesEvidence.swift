/// How well the rates, read in each of the 48 ways to confuse three axes, explain the measured change of gravity y.
///
/// With the prediction p of one reading, Σ y·p and Σ p·p over the last half minute of motion give the factor that it
/// needs and the share of Σ y·y that it leaves unexplained.
struct AxesEvidence: Equatable, Sendable {
    /// What the rates are, judged by gravity.
    enum Verdict: Equatable, Sendable {
        /// Too little motion, or motion that no reading explains.
        case unknown
        case right
        /// Another reading explains the motion, and with this factor on the rates.
        case wrong(RateAxes, factor: Double)
    }

    /// The rates, read in one way.
    private struct Reading: Equatable, Sendable {
        let axes: RateAxes
        /// Σ y·p, in g².
        var agreement = 0.0
        /// Σ p·p, in g².
        var power = 0.0

        /// The factor that the rates need.
        var factor: Double { power > 0 ? max(0, agreement / power) : 0 }

        /// The share of `total` that stays unexplained: by the rates as they are where that is about right, else scaled.
        func rest(of total: Double) -> Double {
            AxesEvidence.trueFactors ~= factor
                ? (total - 2 * agreement + power) / total : (total - agreement * factor) / total
        }
    }

    /// One component of gravity's change, and of what the rates as they are make of it.
    private struct Component: Equatable, Sendable {
        /// Σ y·p, Σ p·p and Σ y·y, in g².
        var (agreement, power, total) = (0.0, 0.0, 0.0)

        mutating func take(_ y: Double, _ p: Double, weight: Double) {
            agreement = agreement * AxesEvidence.memory + weight * y * p
            power = power * AxesEvidence.memory + weight * p * p
            total = total * AxesEvidence.memory + weight * y * y
        }

        /// What stays unexplained, in g², with the factor that suits this component best.
        var rest: Double { agreement > 0 && power > 0 ? total - agreement * agreement / power : total }
    }

    /// Factors that are no matter of units: a poor scale or a flexible joint.
    private static let trueFactors = 0.6...1.6
    /// What remains of the past with each window that counts.
    private static let memory = 0.95
    /// The weight of windows that must have been seen.
    private static let leastWeight = 2.5
    /// The squared change of gravity that must have been seen, in g².
    private static let leastTotal = 1.0
    /// The largest unexplained share of a reading that explains the motion.
    private static let bestRest = 0.25
    /// Rates that are wrong leave this many times that share, and ``margin`` more.
    private static let wrongRatio = 3.0
    /// Rates that are right leave at most this many times that share, and ``margin`` more.
    private static let rightRatio = 1.5
    private static let margin = 0.05

    private var readings = RateAxes.all.map { Reading(axes: $0) }
    private var components = [Component(), Component(), Component()]
    private var total = 0.0
    private var weight = 0.0

    /// Takes a change of gravity in g, and the products of force and rates that go with it.
    mutating func take(_ y: Acceleration<DeviceAxes>, _ products: Matrix3, weight w: Double) {
        total = total * Self.memory + w * y.dot(y)
        weight = weight * Self.memory + w
        for index in readings.indices {
            let axes = readings[index].axes
            let (rowX, rowY, rowZ) = (axes(products.x), axes(products.y), axes(products.z))
            // ∫ a × ω from ∫ aᵢ·ωⱼ.
            let p = Acceleration<DeviceAxes>(x: rowY.z - rowZ.y, y: rowZ.x - rowX.z, z: rowX.y - rowY.x)
            readings[index].agreement = readings[index].agreement * Self.memory + w * y.dot(p)
            readings[index].power = readings[index].power * Self.memory + w * p.dot(p)
            guard index == 0 else { continue }
            components[0].take(y.x, p.x, weight: w)
            components[1].take(y.y, p.y, weight: w)
            components[2].take(y.z, p.z, weight: w)
        }
    }

    /// What all of it says.
    var verdict: Verdict {
        guard weight >= Self.leastWeight, total >= Self.leastTotal else { return .unknown }
        let asIs = (total - 2 * readings[0].agreement + readings[0].power) / total
        let best = readings.reduce(Double.infinity) { min($0, $1.rest(of: total)) }
        if asIs < Self.rightRatio * best + Self.margin { return .right }
        guard best < Self.bestRest, asIs > Self.wrongRatio * best + Self.margin else { return .unknown }
        // Shaking counts where it adds to a change of gravity, and a factor makes up for that: one for each direction, since
        // a hand shakes in one. Axes are wrong only where no factor on the right ones would do nearly as well.
        let straight = readings[0]
        let nearlyBest = min(Self.bestRest, Self.wrongRatio * best + Self.margin)
        if straight.rest(of: total) < nearlyBest { return .wrong(straight.axes, factor: straight.factor) }
        if components.reduce(0, { $0 + $1.rest }) < nearlyBest * total { return .unknown }
        // Of the readings that explain as much as the best, the one with the fewest mistakes.
        var chosen = readings[0]
        var mistakes = Int.max
        for reading in readings where reading.rest(of: total) <= 1.2 * best + 0.01 {
            guard reading.axes.mistakes < mistakes else { continue }
            mistakes = reading.axes.mistakes
            chosen = reading
        }
        return .wrong(chosen.axes, factor: chosen.factor)
    }
}
