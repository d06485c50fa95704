import TiltCore

/// What a graph shows: the offsets of the last seconds, and where between them nothing came.
struct GraphHistory: Equatable {
    /// An offset and its time.
    struct Point: Equatable {
        var time: Timestamp
        var offset: ShadowOffset
        /// True where frames are missing before it: no line leads to it.
        var isAfterGap = false
    }

    /// Between two frames that follow each other, in seconds, a graph stands still rather than tremble.
    private static let stillness = 0.1

    /// Oldest first.
    private(set) var points: [Point] = []
    private var gaps = GapWatch(rateHz: nil)
    private var isInterrupted = false
    /// When the newest came, in nanoseconds of the watcher's clock.
    private var arrival: Int64 = 0

    /// Adds a frame that came at `now`, in nanoseconds of any clock, and forgets what is no longer shown.
    mutating func add(_ frame: Frame, now: Int64) {
        // Another clock than before: a log that is played again.
        if let last = points.last, frame.time < last.time { self = GraphHistory() }
        let time = frame.time.seconds(since: Timestamp(nanoseconds: 0))
        let gap = gaps.gap(before: time, isLoss: isInterrupted)
        points.append(Point(time: frame.time, offset: frame.offset, isAfterGap: gap != nil))
        let kept = points.firstIndex { frame.time.seconds(since: $0.time) <= Graph.seconds } ?? 0
        points.removeFirst(kept)
        isInterrupted = false
        arrival = now
    }

    /// Ends the line: the daemon went away, however soon it is back.
    mutating func interrupt() { isInterrupted = true }

    /// How long nothing has come, in seconds; 0 for the usual while between two frames.
    func silence(at now: Int64) -> Double {
        let seconds = Double(now - arrival) / 1e9
        return seconds > Self.stillness ? seconds : 0
    }
}
