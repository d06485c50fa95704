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

    /// How many times as fast as gravity rates may turn, or as slow, before they are in another unit: turns a minute
    /// are six times °/s, and a gyroscope whose axes are wrong turns as fast as one whose axes are right.
    private static let mostTimes = 3.0

    /// What gravity says of the rates.
    enum Verdict {
        /// In this unit, rad/s or °/s, they fit clearly.
        case unit(RateUnit)
        /// It turns, and by the rates in either unit it would turn many times as fast, or as slow.
        case neither
        /// It hardly turns.
        case unclear
    }

    /// How gravity turned in the windows, and how it would have turned by the rates in one unit: sums over all of them.
    private struct Turns {
        var error = 0.0
        /// The square of the turn by the rates, and its product with what was felt.
        var (told, product) = (0.0, 0.0)

        mutating func add(_ start: SIMD3<Double>, _ told: SIMD3<Double>, _ felt: SIMD3<Double>) {
            let start = start / length(start)
            let (first, second) = (told / length(told) - start, felt / length(felt) - start)
            error += RateFit.error(told, felt)
            self.told += (first * first).sum()
            product += (first * second).sum()
        }

        /// False where what is felt is of another size; `felt` is the sum of its squares.
        ///
        /// Noise of the accelerometer makes that larger, and not the product.
        func isOfSize(_ felt: Double) -> Bool {
            told <= mostTimes * mostTimes * felt && product.magnitude <= mostTimes * told
        }
    }

    /// The unit that fits clearly.
    static func verdict(on rows: [Row]) -> Verdict {
        let lengths = rows.map { length($0.force) }
        let middle = lengths.isEmpty ? 0 : lengths.sorted()[lengths.count / 2]
        guard middle > 0 else { return .unclear }
        func isSlow(_ row: Int) -> Bool { abs(lengths[row] / middle - 1) < spread }
        var (radians, degrees) = (Turns(), Turns())
        var (felt, windows) = (0.0, 0.0)
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
                radians.add(rows[start].force, byRadians, rows[end].force)
                degrees.add(rows[start].force, byDegrees, rows[end].force)
                felt += error(rows[start].force, rows[end].force)
                windows += 1
            }
            start = max(end, start + 1)
        }
        guard windows >= Double(leastWindows) else { return .unclear }
        if felt > windows * leastTurn * leastTurn, !radians.isOfSize(felt), !degrees.isOfSize(felt) {
            return .neither
        }
        if degrees.isOfSize(felt), radians.error > clearDegrees * degrees.error,
            radians.error > windows * leastWrongTurn * leastWrongTurn,
            min(felt, degrees.told) > windows * leastTurnOfDegrees * leastTurnOfDegrees
        {
            return .unit(.degrees)
        }
        guard radians.isOfSize(felt), degrees.error > clearRadians * radians.error,
            degrees.error > windows * leastTurn * leastTurn
        else { return .unclear }
        return .unit(.radians)
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
