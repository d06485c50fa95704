/// Spans of time in which something happened, in seconds and in order; many of them are joined to their neighbours.
struct Spans: Equatable {
    /// The most spans kept apart.
    static let limit = 2000

    /// How often it happened, joined or not.
    private(set) var count = 0
    /// The spans, none of them touching the next.
    private(set) var spans: [ClosedRange<Double>] = []
    /// Spans that are nearer to each other are one, in seconds.
    private var nearness = 0.0

    /// Adds a span that does not begin before the last one.
    mutating func append(_ span: ClosedRange<Double>) {
        count += 1
        extend(span)
    }

    /// Adds a span that may go on where the last one ended, and is then no other happening.
    mutating func append(_ span: ClosedRange<Double>, continuing isContinued: Bool) {
        if !isContinued { count += 1 }
        extend(span)
    }

    /// The spans, joined where they are less than `seconds` apart.
    func joined(nearerThan seconds: Double) -> [ClosedRange<Double>] {
        spans.reduce(into: []) { Self.add($1, to: &$0, nearness: seconds) }
    }

    private mutating func extend(_ span: ClosedRange<Double>) {
        Self.add(span, to: &spans, nearness: nearness)
        while spans.count > Self.limit {
            nearness = max(1e-3, nearness * 2)
            spans = joined(nearerThan: nearness)
        }
    }

    private static func add(
        _ span: ClosedRange<Double>, to spans: inout [ClosedRange<Double>], nearness: Double
    ) {
        if let last = spans.last, span.lowerBound - last.upperBound <= nearness {
            spans[spans.count - 1] = last.lowerBound...max(last.upperBound, span.upperBound)
        } else {
            spans.append(span)
        }
    }
}
