/// Counts a subscriber's requests: at most fifty within a second.
struct RequestBudget {
    /// Requests allowed within one second.
    static let limit = 50

    private var windowStart: Int64 = 0
    private var count = 0

    /// Counts one request at `now`, in nanoseconds; false where it is one too many.
    mutating func spend(at now: Int64) -> Bool {
        if now - windowStart >= 1_000_000_000 {
            windowStart = now
            count = 0
        }
        count += 1
        return count <= Self.limit
    }
}
