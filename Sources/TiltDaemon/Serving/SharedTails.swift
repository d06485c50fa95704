import TiltCore

/// The frames of one tick, each encoded once for all subscribers who see the same.
///
/// Only its number is a subscriber's own, and stands first: what comes behind it is copied from the first line of a kind.
struct SharedTails {
    /// Different frames of one tick that are remembered: beyond that, encoding again is cheaper than looking.
    private static let most = 16

    private var kinds: [(frame: Frame, start: Int, count: Int)] = []

    /// Begins the next tick.
    mutating func removeAll() { kinds.removeAll(keepingCapacity: true) }

    /// The line of `frame`, which is of this tick and says of nothing that was missed.
    mutating func line(of frame: Frame, _ out: inout Outbox) -> OutputBytes {
        var kind = frame
        kind.sequence = 0
        for known in kinds where known.frame == kind {
            return out.write {
                FrameEncoder.appendHead(sequence: frame.sequence, to: &$0)
                $0.appendAgain(from: known.start, count: known.count)
            }
        }
        var start = 0
        let line = out.write {
            FrameEncoder.appendHead(sequence: frame.sequence, to: &$0)
            start = $0.count
            FrameEncoder.appendTail(frame, to: &$0)
        }
        if kinds.count < Self.most { kinds.append((kind, start, Int(line.start + line.count) - start)) }
        return line
    }
}
