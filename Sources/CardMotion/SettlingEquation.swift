internal import CMath

/// The equation that makes a spring of a duration: its envelope is ε = .001 at the end of it.
///
/// In w = ωT and u = vT, neither with a unit:
///
///     ζ < 1:  (ζ − u/w)/√(1 − ζ²)·e^(−ζw) = ε
///     ζ = 1:  (w − u + 1)·e^(−w) = ε
///
/// Of its two solutions the larger is meant, behind the maximum. A start so fast (u above 3 to 7) that the envelope
/// never reaches ε has none; the place of the maximum, into which the two solutions merge, goes on from there.
struct SettlingEquation {
    /// ζ, from .01 to 1.
    let dampingRatio: Double
    /// u, the way that the initial velocity alone would cover within the duration, in whole distances.
    let distance: Double

    private static let epsilon = 0.001

    /// w, no unit.
    ///
    /// The first equation divides by √(1 − ζ²), so its w grows without bound as ζ → 1, where the second has 9.23 (for
    /// u = 0). Above ζ = .99, where the first has 8.94, a straight line leads from the one to the other.
    func solution() -> Double {
        let nearly = 0.99
        guard dampingRatio > nearly else { return underdamped(dampingRatio) }
        let part = (dampingRatio - nearly) / (1 - nearly)
        return underdamped(nearly) * (1 - part) + critical() * part
    }

    private func underdamped(_ ratio: Double) -> Double {
        let scale = 1 / (1 - ratio * ratio).squareRoot()
        let maximum =
            distance > 0
            ? (distance + (distance * distance + 4 * distance).squareRoot()) / (2 * ratio) : 0x1p-40
        return Self.descent(from: maximum) { (ratio - distance / $0) * scale * exp(-ratio * $0) }
    }

    private func critical() -> Double {
        Self.descent(from: max(distance, 0x1p-40)) { ($0 - distance + 1) * exp(-$0) }
    }

    /// Where `function`, falling from `start` on, passes ε; by halving an interval down to neighbouring numbers.
    private static func descent(from start: Double, of function: (Double) -> Double) -> Double {
        guard function(start) > epsilon else { return start }
        var (lower, upper) = (start, max(1, 2 * start))
        while function(upper) > epsilon { (lower, upper) = (upper, 2 * upper) }
        while true {
            let middle = lower + (upper - lower) / 2
            guard middle > lower, middle < upper else { return middle }
            if function(middle) > epsilon { lower = middle } else { upper = middle }
        }
    }
}
