/// Counts a subscriber's requests: at most fifty within any second.
struct RequestBudget {
    /// Requests allowed within one second.
    static let limit = 50
    /// In nanoseconds.
    private static let second: Int64 = 1_000_000_000

    /// When the requests of the last second came, in nanoseconds, oldest first: at most ``limit``, mostly none or one.
    private var times: [Int64] = []

    /// Counts one request at `now`, in nanoseconds; false where it is one too many.
    mutating func spend(at now: Int64) -> Bool {
        let isOld = times.prefix { now - $0 >= Self.second }.count
        times.removeFirst(isOld)
        guard times.count < Self.limit else { return false }
        times.append(now)
        return true
    }
}
