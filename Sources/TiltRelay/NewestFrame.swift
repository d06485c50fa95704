import TiltCore

/// The place of the one frame that waits for the broker: a newer one takes it, and what went is counted.
struct NewestFrame {
    private var waiting: (frame: Frame, sequence: UInt64, dropped: UInt64)?
    private var sequence: UInt64 = 0
    /// Frames that were due and not sent since the last that was.
    private var missed: UInt64 = 0
    /// Frames that a newer one took the place of, since the start.
    private(set) var dropped: UInt64 = 0

    /// Takes a frame; `missedBefore` is how many the daemon could not send just before it.
    mutating func put(_ frame: Frame, missedBefore: UInt64 = 0) {
        if waiting != nil { lose(1) }
        missed &+= missedBefore
        sequence &+= missedBefore &+ 1
        waiting = (frame, sequence, missed)
    }

    /// The frame that waits, with its number and how many were missed just before it.
    mutating func take() -> (frame: Frame, sequence: UInt64, dropped: UInt64)? {
        guard let taken = waiting else { return nil }
        waiting = nil
        missed = 0
        return taken
    }

    /// Forgets the frame that waits: nobody is there to have it.
    mutating func clear() {
        guard waiting != nil else { return }
        waiting = nil
        lose(1)
    }

    /// True while a frame waits.
    var hasFrame: Bool { waiting != nil }

    private mutating func lose(_ count: UInt64) {
        missed &+= count
        dropped &+= count
    }
}
