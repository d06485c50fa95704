import TiltCore

/// The frames of one tick, each encoded once for all who see the same.
///
/// Only its number is a subscriber's own, and stands first: what comes behind it is copied from the first line of a kind.
struct SharedTails {
    /// Different frames of one tick that are remembered: beyond that, encoding again is cheaper than looking.
    private static let most = 16

    private var kinds: [(frame: Frame, tail: OutputBytes)] = []

    /// Begins the next tick.
    mutating func removeAll() { kinds.removeAll(keepingCapacity: true) }

    /// What stands behind the number of `kind`, which is of this tick, has the number 0 and says of nothing missed.
    mutating func tail(of kind: Frame, _ out: inout Outbox) -> OutputBytes {
        for known in kinds where known.frame == kind {
            return known.tail
        }
        let tail = out.write { FrameEncoder.appendTail(kind, to: &$0) }
        if kinds.count < Self.most { kinds.append((kind, tail)) }
        return tail
    }

    /// A line of its own: a number, and a tail of this tick.
    static func line(_ sequence: UInt64, _ tail: OutputBytes, _ out: inout Outbox) -> OutputBytes {
        out.write {
            FrameEncoder.appendHead(sequence: sequence, to: &$0)
            $0.appendAgain(from: Int(tail.start), count: Int(tail.count))
        }
    }
}
