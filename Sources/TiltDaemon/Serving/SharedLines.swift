import TiltCore

/// The frames of one tick as lines without `dropped`, each encoded once for all subscribers who see the same.
///
/// The lines of the tick before are written over, so that a tick allocates nothing.
struct SharedLines {
    /// Different frames of one tick that are remembered: beyond that, encoding again is cheaper than looking.
    private static let most = 16

    private var entries: [(frame: Frame, line: ByteBuffer)] = []
    private var count = 0
    private var unshared = ByteBuffer(capacity: 192)

    /// Begins the next tick.
    mutating func removeAll() { count = 0 }

    /// The line of `frame`, which is of this tick.
    mutating func line(of frame: Frame) -> ByteBuffer {
        for entry in entries[..<count] where entry.frame == frame { return entry.line }
        guard count < Self.most else {
            unshared.removeAll()
            FrameEncoder.appendJSON(frame, to: &unshared)
            return unshared
        }
        if count == entries.count { entries.append((frame, ByteBuffer(capacity: 192))) }
        entries[count].frame = frame
        entries[count].line.removeAll()
        FrameEncoder.appendJSON(frame, to: &entries[count].line)
        count += 1
        return entries[count - 1].line
    }
}
