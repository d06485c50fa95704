import TiltCore

/// The offset over time, as one mapping has it, and its largest step.
struct OffsetTraces: Equatable {
    var x = Envelope()
    var y = Envelope()
    /// The largest distance between two successive tracked offsets, in points.
    private(set) var largestStep = 0.0

    private var last: Frame?

    /// Adds a frame; `time` is its own in seconds, `isJoined` where a line leads to it from the one before.
    mutating func append(_ frame: Frame, at time: Double, isJoined: Bool) {
        if !isJoined {
            x.breakLine()
            y.breakLine()
        } else if let last, last.state == .tracking, frame.state == .tracking {
            largestStep = max(largestStep, (frame.offset - last.offset).length)
        }
        last = frame
        x.append(frame.offset.x, at: time)
        y.append(frame.offset.y, at: time)
    }
}
