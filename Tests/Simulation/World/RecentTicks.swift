/// The last ticks: when each was due, and when it was carried out.
struct RecentTicks {
    private static let most = 1024
    private var deadlines = [Int64](repeating: .never, count: most)
    private var times = [Int64](repeating: 0, count: most)
    private var newest = 0

    mutating func add(_ deadline: Int64, at now: Int64) {
        newest = (newest + 1) % Self.most
        deadlines[newest] = deadline
        times[newest] = now
    }

    /// When the tick of a deadline was carried out; `nil` where that is too long ago.
    func time(of deadline: Int64) -> Int64? {
        var index = newest
        for _ in 0..<Self.most {
            if deadlines[index] == deadline { return times[index] }
            if deadlines[index] < deadline { return nil }
            index = index == 0 ? Self.most - 1 : index - 1
        }
        return nil
    }
}
