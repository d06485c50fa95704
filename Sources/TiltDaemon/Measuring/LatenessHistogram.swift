/// How late ticks were, or how long a part of their work took: counts in 64 classes, four to each doubling, up to 65 ms.
///
/// A fixed size and one addition a tick; a percentile is exact to a quarter.
struct LatenessHistogram: Equatable {
    private var counts = [UInt32](repeating: 0, count: 64)
    private var total = 0
    /// The latest tick, in nanoseconds.
    private(set) var latest: Int64 = 0

    /// Counts a tick that came `nanoseconds` after its deadline.
    mutating func add(_ nanoseconds: Int64) {
        latest = max(latest, nanoseconds)
        total += 1
        counts[Self.classIndex(of: nanoseconds / 1000)] &+= 1
    }

    /// The lateness that a `share` of the ticks does not exceed, in microseconds; 0 where there were none.
    func percentile(_ share: Double) -> Int64 {
        let wanted = Int((share * Double(total)).rounded(.up))
        var seen = 0
        for index in counts.indices where counts[index] > 0 {
            seen += Int(counts[index])
            if seen >= wanted { return min(Self.upperEnd(of: index), latest / 1000) }
        }
        return 0
    }

    /// Two bits below the highest one tell the quarter: 4–5, 5–6, 6–7, 7–8, 8–10 µs …; of 1 to 4 µs, which are counted whole,
    /// five of eight classes stay empty.
    private static func classIndex(of microseconds: Int64) -> Int {
        let value = UInt64(max(1, microseconds))
        let octave = 63 - value.leadingZeroBitCount
        let quarter =
            octave >= 2 ? Int(value >> UInt64(octave - 2)) & 3 : Int(value << UInt64(2 - octave)) & 3
        return min(63, 4 * octave + quarter)
    }

    /// Where a class ends, in microseconds.
    private static func upperEnd(of index: Int) -> Int64 {
        let quarters = Int64(5 + index % 4) << Int64(index / 4)
        return (quarters + 3) / 4
    }
}
