import TiltCore

/// What is drawn of a log's frames; times are seconds since its start.
struct FrameTraces: Equatable {
    /// In the picture's axes.
    private(set) var up = AxisTraces()
    /// In degrees.
    private(set) var pitch = Envelope()
    /// In degrees.
    private(set) var roll = Envelope()
    /// In points, as subscribers would get it.
    private(set) var offset = OffsetTraces()
    /// How much each step of the offset differs from the one before, in points: what an eye sees as judder.
    private(set) var judder = JudderTrace()
    /// Where the newest sample was too old.
    private(set) var stale = Spans()
    /// Frames taken.
    private(set) var count = 0

    /// Frames further apart than this are not joined by a line, in nanoseconds: the clock was set between them.
    private static let longestStep: Int64 = 2_000_000_000

    private var last: Frame?

    /// Adds the frame of the next tick.
    mutating func append(_ frame: Frame, since start: Timestamp) {
        let time = frame.time.seconds(since: start)
        let isJoined = last.map { frame.time <= $0.time.advanced(by: Self.longestStep) } ?? true
        if !isJoined {
            up.breakLines()
            pitch.breakLine()
            roll.breakLine()
        }
        if frame.state == .stale {
            let before = isJoined ? last?.time.seconds(since: start) ?? time : time
            stale.append(min(before, time)...time, continuing: last?.state == .stale)
        }
        last = frame
        count += 1
        offset.append(frame, at: time, isJoined: isJoined)
        judder.append(frame.offset, at: time, isJoined: isJoined)
        if let vector = frame.up { up.append(x: vector.x, y: vector.y, z: vector.z, at: time) }
        guard let tilt = frame.tilt else { return }
        pitch.append(tilt.pitch * 180 / .pi, at: time)
        roll.append(tilt.roll * 180 / .pi, at: time)
    }
}
