/// Looks for readings that pile up at one extreme: a range ends there that nobody tells, or that is smaller than is told.
///
/// What moves has ever fewer readings towards its largest one. A range that ends below it gathers all that is beyond.
struct RangeEndCheck: Equatable, Sendable {
    /// Readings at an extreme, and times that it was reached from afar, before it is an end: what lies still comes from no
    /// distance, and one that a table of another rate repeats comes once.
    private static let leastReadings: Int32 = 8
    private static let leastVisits: Int32 = 3
    /// The share of the extreme above which readings are near it.
    private static let near = 0.9

    /// The smallest extreme that is looked at, in counts of each axis.
    private let least: Reading.Counts
    /// The largest counts of x, -x, y, -y, z and -z so far; how often they were read and reached, and what was near them.
    private var extremes = SIMD8<Double>()
    private var (readings, visits, nearby) = (SIMD8<Int32>(), SIMD8<Int32>(), SIMD8<Int32>())
    /// One bit for each that the counts were far from since they were last at it.
    private var away: UInt8 = 0

    /// Creates a check of counts of `axes`; no range ends below `least`, in the unit of the scale.
    init(_ axes: Calibration.Axes, least: Double) {
        self.least = Reading.Counts(
            x: least / axes.scale.x.magnitude, y: least / axes.scale.y.magnitude,
            z: least / axes.scale.z.magnitude)
    }

    /// Compares what was found, from which the rest follows; all of it would take as much code as the check.
    static func == (a: RangeEndCheck, b: RangeEndCheck) -> Bool {
        a.extremes == b.extremes && a.readings == b.readings
    }

    /// Takes the next counts; true where they stand at the end of a range.
    mutating func take(_ counts: Reading.Counts) -> Bool {
        // Most readings are far from any end, and are told so at once.
        guard counts.x.magnitude >= least.x || counts.y.magnitude >= least.y || counts.z.magnitude >= least.z
        else {
            away = 0b11_1111
            return false
        }
        let x = take(counts.x, least.x, at: 0)
        let y = take(counts.y, least.y, at: 2)
        let z = take(counts.z, least.z, at: 4)
        return x || y || z
    }

    private mutating func take(_ count: Double, _ least: Double, at place: Int) -> Bool {
        let (index, other) = count > 0 ? (place, place + 1) : (place + 1, place)
        let size = count.magnitude
        let bit: UInt8 = 1 << UInt8(index)
        away |= 1 << UInt8(other)
        guard size >= least, size >= Self.near * extremes[index] else {
            away |= bit
            return false
        }
        if size > extremes[index] {
            extremes[index] = size
            (readings[index], visits[index], nearby[index]) = (0, 0, 0)
            away |= bit
        } else if size < extremes[index] {
            nearby[index] &+= 1
            return false
        }
        readings[index] &+= 1
        if away & bit != 0 { visits[index] &+= 1 }
        away &= ~bit
        return readings[index] >= Self.leastReadings && visits[index] >= Self.leastVisits
            && readings[index] > nearby[index]
    }
}
