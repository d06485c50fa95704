/// Counts requests, or answers: so many within any second.
struct RequestBudget {
    /// A subscriber's requests allowed within one second.
    static let limit = 50
    /// In nanoseconds.
    private static let second: Int64 = 1_000_000_000

    /// The most within one second.
    private let limit: Int
    /// When those of the last second came, in nanoseconds, oldest first: at most the limit, mostly none or one.
    private var times: [Int64] = []

    init(limit: Int = Self.limit) { self.limit = limit }

    /// Counts one at `now`, in nanoseconds; false where it is one too many.
    mutating func spend(at now: Int64) -> Bool {
        let isOld = times.prefix { now - $0 >= Self.second }.count
        times.removeFirst(isOld)
        guard times.count < limit else { return false }
        times.append(now)
        return true
    }
}
