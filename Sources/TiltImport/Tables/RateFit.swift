import CMath
import TiltCore

/// The unit of a table's rates, as gravity tells it: the direction of the acceleration turns by them.
///
/// A direction u that stands still in the world turns in the axes of a device that turns by ω as du/dt = u × ω. It is
/// turned so over short windows, at whose ends nothing but gravity is felt, by the rates in either unit, and held against
/// what the accelerometer says.
struct RateFit {
    /// A row with both sensors; seconds, and both in the numbers of the table.
    struct Row {
        let time: Double
        let force: SIMD3<Double>
        let rate: SIMD3<Double>
    }

    /// Seconds of a window, and the most between two rows of it.
    private static let (window, longestStep) = (0.25, 0.3)
    /// Windows that are needed.
    private static let leastWindows = 3
    /// The share by which the length of the acceleration may be off where only gravity is felt.
    private static let spread = 0.05
    /// Radians that the rates turn by in a window, if they are rad/s, before they can be told to be degrees: a gyroscope
    /// with a bias of 0.2 rad/s has none.
    private static let leastWrongTurn = 0.05
    /// Radians that gravity turns by in a window before rates can be told to be rad/s.
    private static let leastTurn = 0.01
    /// The same before they can be told to be °/s, both by the accelerometer and by the rates: at rest only a bias is left,
    /// which may be 20 °/s and tells nothing.
    private static let leastTurnOfDegrees = 0.005
    /// How many times the squares of the other unit's errors must be larger: a gyroscope with the opposite signs, or axes
    /// that are swapped, makes up to four of its own unit.
    private static let (clearDegrees, clearRadians) = (6.0, 4.0)

    /// The share of gravity's own turn, by its squares, that must be left by the rates in either unit where neither fits.
    private static let clearMisfit = 0.5
    /// Radians that gravity turns by in a window before neither can be told to fit.
    private static let leastTurnOfNeither = 0.03

    /// What gravity tells of the unit.
    enum Verdict: Equatable {
        /// It fits clearly.
        case fits(RateUnit)
        /// Direction after direction of the acceleration is none that the rates make, in rad/s or in °/s.
        case neither
        /// It hardly turned, or both fit as well.
        case unclear
    }

    /// What gravity tells of the unit of these rates.
    static func verdict(on rows: [Row]) -> Verdict {
        let lengths = rows.map { length($0.force) }
        let middle = lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2]
        guard middle > 0 else { return .unclear }
        func isSlow(_ row: Int) -> Bool { abs(lengths[row] / middle - 1) < spread }
        var (radians, degrees, windows) = (0.0, 0.0, 0.0)
        // By how much gravity turned, and would have turned by °/s.
        var (felt, told) = (0.0, 0.0)
        var start = 0
        while start < rows.count {
            var end = start
            var (byRadians, byDegrees) = (rows[start].force, rows[start].force)
            while end + 1 < rows.count, rows[end].time - rows[start].time < window {
                let step = rows[end + 1].time - rows[end].time
                guard 0...longestStep ~= step else { break }
                let turn = (rows[end].rate + rows[end + 1].rate) * (step / 2)
                byRadians = turned(byRadians, by: turn)
                byDegrees = turned(byDegrees, by: turn * RateUnit.degrees.scale)
                end += 1
            }
            if end > start, isSlow(start), isSlow(end) {
                radians += error(byRadians, rows[end].force)
                degrees += error(byDegrees, rows[end].force)
                felt += error(rows[start].force, rows[end].force)
                told += error(rows[start].force, byDegrees)
                windows += 1
            }
            start = max(end, start + 1)
        }
        guard windows >= Double(leastWindows) else { return .unclear }
        if radians > clearDegrees * degrees, radians > windows * leastWrongTurn * leastWrongTurn,
            min(felt, told) > windows * leastTurnOfDegrees * leastTurnOfDegrees
        {
            return .fits(.degrees)
        }
        if degrees > clearRadians * radians, degrees > windows * leastTurn * leastTurn {
            return .fits(.radians)
        }
        let isNeither =
            felt > windows * leastTurnOfNeither * leastTurnOfNeither
            && min(radians, degrees) > clearMisfit * felt
        return isNeither ? .neither : .unclear
    }

    /// What a direction becomes in axes that turn by an angle, in radians, around its own direction (Rodrigues' formula).
    private static func turned(_ vector: SIMD3<Double>, by turn: SIMD3<Double>) -> SIMD3<Double> {
        let angle = length(turn)
        guard angle > 0 else { return vector }
        let axis = turn / angle
        let (sine, cosine) = (sin(angle), cos(angle))
        let along = (axis * vector).sum() * (1 - cosine)
        return vector * cosine + cross(vector, axis) * sine + axis * along
    }

    /// The square of the angle between two directions, by its chord.
    private static func error(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        let chord = first / length(first) - second / length(second)
        return (chord * chord).sum()
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }

    private static func length(_ vector: SIMD3<Double>) -> Double {
        (vector * vector).sum().squareRoot()
    }
}
