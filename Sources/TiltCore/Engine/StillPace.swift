/// How far apart the ticks are while a device lies still whose pose everybody wants only when it changes.
///
/// It goes by what is published and by nothing else: of a tap that ``RestHold`` keeps back no rate and no time of a message
/// may tell.
package struct StillPace: Equatable, Sendable {
    /// From one tick to the next, in nanoseconds: 80 ms, of which the smallest ring of an event node holds 200 Hz.
    package static let period: Int64 = 80_000_000
    /// How long nothing must have moved, in nanoseconds: 1 s.
    private static let quiet: Int64 = 1_000_000_000
    /// How long nobody is left without a frame, in nanoseconds: 1 s, and 1 ms by which a tick may be late.
    private static let everydaySilence: Int64 = 1_001_000_000

    private var last: Motion?
    /// Since when that has been published, in nanoseconds.
    private var since: Int64 = 0

    /// Creates a pace that has seen no tick.
    package init() {}

    /// Takes what is published of a tick, as finely as anybody may learn it.
    package mutating func note(_ motion: Motion) {
        guard var last else { return begin(motion) }
        last.time = motion.time
        if last == motion { self.last = last } else { begin(motion) }
    }

    private mutating func begin(_ motion: Motion) {
        last = motion
        since = motion.time.nanoseconds
    }

    /// True where the device has lain still for long enough, by all that was published.
    package var isStill: Bool {
        guard let last, last.state == .tracking else { return false }
        return last.time.nanoseconds - since >= Self.quiet
    }

    /// How long after the last frame another may be left out, in nanoseconds: one a second is promised, so that the next one
    /// must not be too late for that.
    ///
    /// `frames` and `ticks` are the distances of those that are due and of the ticks at which they are made.
    package static func longestSilence(frames: Int64, ticks: Int64) -> Int64 {
        // A microsecond less: ticks are whole nanoseconds, and some fit a little more than once.
        everydaySilence - (frames + ticks - 1_000) / ticks * ticks
    }
}
