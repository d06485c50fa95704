import TiltCore

/// The length of the offset's second difference from frame to frame, over time, in points.
struct JudderTrace: Equatable {
    /// One value for each frame that has two neighbours, at its time.
    private(set) var lengths = Envelope()

    private var squares = 0.0
    private var count = 0
    private var before: (last: ShadowOffset, lastTime: Double, beforeLast: ShadowOffset?)?

    /// The RMS of all values, in points; `nil` where there is none.
    var rootMeanSquare: Double? { count > 0 ? (squares / Double(count)).squareRoot() : nil }

    /// Adds a frame's offset; `time` is its own in seconds, `isJoined` where it follows the one before without a hole.
    mutating func append(_ offset: ShadowOffset, at time: Double, isJoined: Bool) {
        defer { before = (offset, time, isJoined ? before?.last : nil) }
        guard isJoined else { return lengths.breakLine() }
        guard let (last, lastTime, beforeLast) = before, let beforeLast else { return }
        let length = (offset - 2 * last + beforeLast).length
        lengths.append(length, at: lastTime)
        squares += length * length
        count += 1
    }

    static func == (a: JudderTrace, b: JudderTrace) -> Bool {
        a.lengths == b.lengths && a.squares == b.squares && a.count == b.count
    }
}
