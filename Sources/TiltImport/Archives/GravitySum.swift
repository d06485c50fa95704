import TiltCore

/// Acceleration without gravity and gravity, added: a specific force.
///
/// Phones take both from one computation, so their times are the same; where they are not, gravity is interpolated
/// between the rows around, which it follows closely: it has passed a filter. Where there are none around, there is
/// nothing to add, and the row is left out.
final class GravitySum: ReadingSource {
    /// Gravity is told no further than this from a row of it, in seconds.
    private static let reach = 0.5

    private let linear: any ReadingSource
    private let gravity: any ReadingSource
    /// What the two files are called.
    private let names: (linear: String, gravity: String)
    private var before: Reading?
    private var after: Reading?
    private var isStarted = false
    /// Rows of the acceleration without gravity at their time.
    private var leftOut = 0
    private var hasSum = false

    init(
        linear: any ReadingSource, gravity: any ReadingSource, names: (linear: String, gravity: String)
    ) {
        self.linear = linear
        self.gravity = gravity
        self.names = names
    }

    var header: LogHeader? { linear.header }
    var dropped: Int { 0 }
    var doubts: [String] {
        linear.doubts + (leftOut == 0 ? [] : ["\(leftOut) rows without gravity at their time were left out"])
    }

    func next() throws(ImportError) -> Reading? {
        while let reading = try linear.next() {
            guard let acceleration = reading.accelerometer else { continue }
            try advance(to: reading.time)
            guard let pull = gravity(at: reading.time) else {
                leftOut += 1
                continue
            }
            hasSum = true
            return Reading(time: reading.time, accelerometer: acceleration + pull)
        }
        guard leftOut > 0, !hasSum else { return nil }
        let isEmpty = before == nil && after == nil
        throw isEmpty
            ? empty
            : .incomplete(
                name: names.gravity, reason: "none at the times of \(names.linear.excerpt)",
                missing: "both of one recording: these are of two")
    }

    /// The error of a file of gravity that ends behind the names of its columns.
    private var empty: ImportError {
        .incomplete(name: names.gravity, reason: "no rows", missing: ImportError.wholeExport)
    }

    /// Reads gravity until a row is not earlier than `time`.
    private func advance(to time: Timestamp) throws(ImportError) {
        while !isStarted || (after.map { $0.time < time } ?? false) {
            do throws(ImportError) {
                let next = try gravity.next()
                isStarted = true
                before = after ?? before
                after = next
            } catch {
                // What is wrong with a row of it is wrong with the file, and rows around stand for it.
                guard error.isSkippable else { throw error.isOfNoReading ? empty : error }
            }
        }
    }

    private func gravity(at time: Timestamp) -> Reading.Counts? {
        let start = before.flatMap { time.seconds(since: $0.time) <= Self.reach ? $0 : nil }
        let end = after.flatMap { $0.time.seconds(since: time) <= Self.reach ? $0 : nil }
        guard let start, let end, end.time > start.time, let first = start.accelerometer,
            let second = end.accelerometer
        else { return (end ?? start)?.accelerometer }
        let share = time.seconds(since: start.time) / end.time.seconds(since: start.time)
        return (1 - share) * first + share * second
    }
}
