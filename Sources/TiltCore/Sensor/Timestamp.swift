/// An instant on a monotonic clock, in nanoseconds.
public struct Timestamp: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's own zero.
    public var nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's zero.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The time since `earlier` in seconds; negative where `earlier` is later.
    ///
    /// What is more than 292 years counts as so much: timestamps come from drivers and files.
    @inlinable public func seconds(since earlier: Timestamp) -> Double {
        let (step, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return Double(overflow ? (self < earlier ? .min : .max) : step) * 1e-9
    }

    /// The instant `nanoseconds` later, or the end of time where that comes first.
    @inlinable public func advanced(by nanoseconds: Int64) -> Timestamp {
        let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
        return Timestamp(nanoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : sum)
    }

    /// A step between two readings that is no pause but another clock: one day, in nanoseconds.
    ///
    /// Silence is played like anything else (an hour is 180,000 frames at 50 Hz). Without this bound one wrong timestamp,
    /// 1970 instead of today, would make 87 thousand million, or be waited for.
    private static let clockBreak: Int64 = 86_400_000_000_000

    /// True where this is so long after `earlier` that it is of another clock: a log goes on from here without a pause.
    package func breaksClock(after earlier: Timestamp) -> Bool {
        let (step, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
        return self > earlier && (overflow || step > Self.clockBreak)
    }

    /// True where `a` comes before `b`.
    @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
}
