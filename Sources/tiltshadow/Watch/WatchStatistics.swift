import TiltCore

/// What a watcher has seen so far: counts, the measured rate and the largest step.
struct WatchStatistics: Equatable {
    /// Frames received.
    private(set) var frames = 0
    /// Frames the daemon did not send because we were slow, and gaps in the sequence.
    private(set) var dropped: UInt64 = 0
    /// The largest distance between two successive tracked offsets, in points.
    private(set) var largestStep = 0.0
    private(set) var newest: Frame?
    /// Frames a second over the last two seconds; `nil` before there are two.
    private(set) var rate: Double?

    /// How far back the rate looks, in nanoseconds.
    private static let window: Int64 = 2_000_000_000
    private var arrivals: [Int64] = []

    /// Counts a frame that arrived at `now`, in nanoseconds of any clock.
    mutating func add(_ frame: Frame, dropped: UInt64, now: Int64) {
        frames += 1
        self.dropped = self.dropped.counting(dropped)
        if let newest, newest.state == .tracking, frame.state == .tracking,
            frame.sequence == newest.sequence &+ 1
        {
            largestStep = max(largestStep, (frame.offset - newest.offset).length)
        }
        newest = frame
        arrivals.append(now)
        if let first = arrivals.firstIndex(where: { $0 >= now - Self.window }) { arrivals.removeFirst(first) }
        guard let first = arrivals.first, now > first else { return }
        rate = Double(arrivals.count - 1) * 1e9 / Double(now - first)
    }

    /// Begins a new connection: its first frame follows nothing.
    mutating func reconnected() {
        newest = nil
        rate = nil
        arrivals.removeAll()
    }
}

extension UInt64 {
    /// The sum, or the largest number there is where it does not fit: what is counted here is what a daemon says.
    func counting(_ more: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(more)
        return overflow ? .max : sum
    }
}
