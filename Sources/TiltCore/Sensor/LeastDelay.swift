/// The least delay with which another clock's instants have come lately: what two clocks are apart, where nobody can say.
///
/// The least of several spans of time counts, so that a drift is followed and what is held up now and then is not.
package struct LeastDelay: Equatable, Sendable {
    /// The least of a time, which began then.
    private struct Span: Equatable, Sendable {
        let since: Int64
        var least: Int64
        var count: Int
    }

    /// How long a span takes at least, in nanoseconds, and how many instants are in it at least.
    private let length: Int64, fewest: Int
    /// How many spans are looked back on.
    private let mostSpans: Int
    private var spans: [Span] = []

    /// Where all of a span came so much later than before, the way has become longer, or the clock was set back, in
    /// nanoseconds: 0.1 s.
    private static let detour: Int64 = 100_000_000

    /// `length` is in nanoseconds.
    package init(spans: Int, of length: Int64, fewest: Int = 1) {
        mostSpans = spans
        self.length = length
        self.fewest = fewest
    }

    /// The least, in nanoseconds; `nil` before the first.
    package var least: Int64? {
        guard var least = spans.first?.least else { return nil }
        for span in spans { least = min(least, span.least) }
        return least
    }

    /// True once a whole span has passed since the beginning.
    package var isSettled: Bool { spans.count > 1 }

    /// Forgets all, and begins with a delay in nanoseconds.
    package mutating func begin(with delay: Int64, at now: Int64) {
        spans.removeAll(keepingCapacity: true)
        spans.append(Span(since: now, least: delay, count: 1))
    }

    /// Takes the next delay, in nanoseconds; true where the way was longer for a whole span, and counts as such from now on.
    package mutating func take(_ delay: Int64, at now: Int64) -> Bool {
        guard let last = spans.last, let before = least else {
            begin(with: delay, at: now)
            return false
        }
        guard now &- last.since >= length, last.count >= fewest else {
            spans[spans.count - 1].least = min(delay, last.least)
            spans[spans.count - 1].count += 1
            return false
        }
        let isLonger = last.least &- before > Self.detour
        if isLonger { spans.removeFirst(spans.count - 1) }
        if spans.count == mostSpans { spans.removeFirst() }
        spans.append(Span(since: now, least: delay, count: 1))
        return isLonger
    }
}
