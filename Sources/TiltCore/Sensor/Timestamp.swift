/// An instant on a monotonic clock, in nanoseconds.
public struct Timestamp: Comparable, Hashable, Sendable {
    /// Nanoseconds since the clock's own zero.
    public var nanoseconds: Int64

    /// Creates an instant from nanoseconds since the clock's zero.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The time since `earlier` in seconds; negative where `earlier` is later.
    ///
    /// The subtraction wraps instead of trapping: timestamps come from drivers and files.
    @inlinable public func seconds(since earlier: Timestamp) -> Double {
        Double(nanoseconds &- earlier.nanoseconds) * 1e-9
    }

    /// The instant `nanoseconds` later.
    @inlinable public func advanced(by nanoseconds: Int64) -> Timestamp {
        Timestamp(nanoseconds: self.nanoseconds &+ nanoseconds)
    }

    /// True where `a` comes before `b`.
    @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.nanoseconds < b.nanoseconds }
}
