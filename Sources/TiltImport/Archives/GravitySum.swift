import TiltCore

/// Acceleration without gravity and gravity, added: a specific force.
///
/// Phones take both from one computation, so their times are the same; where they are not, gravity is interpolated
/// between the rows around, which it follows closely: it has passed a filter.
final class GravitySum: ReadingSource {
    private let linear: any ReadingSource
    private let gravity: any ReadingSource
    private var before: Reading?
    private var after: Reading?
    private var isStarted = false

    init(linear: any ReadingSource, gravity: any ReadingSource) {
        self.linear = linear
        self.gravity = gravity
    }

    var header: LogHeader? { linear.header }
    var dropped: Int { 0 }

    func next() throws(ImportError) -> Reading? {
        while let reading = try linear.next() {
            guard let acceleration = reading.accelerometer else { continue }
            try advance(to: reading.time)
            guard let pull = gravity(at: reading.time) else { continue }
            return Reading(time: reading.time, accelerometer: acceleration + pull)
        }
        return nil
    }

    /// Reads gravity until a row is not earlier than `time`.
    private func advance(to time: Timestamp) throws(ImportError) {
        while !isStarted || (after.map { $0.time < time } ?? false) {
            isStarted = true
            do throws(ImportError) {
                let next = try gravity.next()
                if after != nil { before = after }
                after = next
            } catch {
                // What is wrong with a row of it is wrong with the file, and rows around stand for it.
                guard error.isSkippable else { throw error }
            }
        }
    }

    private func gravity(at time: Timestamp) -> Reading.Counts? {
        guard let after, let end = after.accelerometer else { return before?.accelerometer }
        guard after.time > time, let before, let start = before.accelerometer else {
            // Before gravity was first told nothing can be added.
            return after.time > time ? nil : end
        }
        let share = time.seconds(since: before.time) / after.time.seconds(since: before.time)
        return (1 - share) * start + share * end
    }
}
