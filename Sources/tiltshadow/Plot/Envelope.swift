/// A line of any length in bounded memory: the lowest and the highest point of each of at most 2000 stretches of time.
///
/// That is what a screen can show of it: with two stretches a pixel column no extreme is lost. A line of no more points
/// than that is kept whole. Stretches begin a microsecond wide and are joined in pairs whenever there are too many.
struct Envelope: Equatable {
    /// A value at a time in seconds.
    struct Point: Equatable {
        var time: Double
        var value: Double
    }

    /// The most stretches kept.
    static let limit = 2000

    private struct Stretch: Equatable {
        var index: Int64
        var low: Point
        var high: Point
        /// True where no line leads here from the stretch before.
        var startsLine: Bool
    }

    /// The width of a stretch, in seconds.
    private var width = 1e-6
    private var stretches: [Stretch] = []
    private var isBroken = true
    /// The newest point.
    private(set) var last: Point?
    /// The lowest and the highest value; `nil` before there is one.
    private(set) var range: ClosedRange<Double>?

    /// Adds a point that is not earlier than the last; one that is not finite is none.
    mutating func append(_ value: Double, at time: Double) {
        guard value.isFinite, time.isFinite, time.magnitude < 1e11 else { return }
        let point = Point(time: time, value: value)
        last = point
        range = range.map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
        let index = Int64((time / width).rounded(.down))
        let stretch = Stretch(index: index, low: point, high: point, startsLine: isBroken)
        isBroken = false
        if let newest = stretches.last, newest.index >= index {
            stretches[stretches.count - 1] = Self.join(newest, stretch)
        } else {
            stretches.append(stretch)
            while stretches.count > Self.limit { widen() }
        }
    }

    /// Ends the line: the next point begins another.
    mutating func breakLine() { isBroken = true }

    /// The points to draw in the order of time, one array for each unbroken line.
    var lines: [[Point]] {
        var lines: [[Point]] = []
        for stretch in stretches {
            if stretch.startsLine || lines.isEmpty { lines.append([]) }
            let isRising = stretch.low.time <= stretch.high.time
            lines[lines.count - 1].append(isRising ? stretch.low : stretch.high)
            guard stretch.low != stretch.high else { continue }
            lines[lines.count - 1].append(isRising ? stretch.high : stretch.low)
        }
        return lines
    }

    /// Makes the stretches twice as wide.
    private mutating func widen() {
        width *= 2
        var joined: [Stretch] = []
        joined.reserveCapacity(Self.limit + 1)
        for var stretch in stretches {
            // An arithmetic shift rounds down, below zero as well.
            stretch.index >>= 1
            if let newest = joined.last, newest.index == stretch.index {
                joined[joined.count - 1] = Self.join(newest, stretch)
            } else {
                joined.append(stretch)
            }
        }
        stretches = joined
    }

    /// A break within a stretch is narrower than can be seen, and is closed.
    private static func join(_ a: Stretch, _ b: Stretch) -> Stretch {
        Stretch(
            index: a.index, low: b.low.value < a.low.value ? b.low : a.low,
            high: b.high.value > a.high.value ? b.high : a.high, startsLine: a.startsLine)
    }
}
