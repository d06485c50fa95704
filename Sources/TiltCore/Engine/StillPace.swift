/// How far apart the ticks are while a device lies still whose pose everybody wants only when it changes.
///
/// It goes by what is published and by nothing else: of a tap that ``RestHold`` keeps back no rate and no time of a message
/// may tell.
package struct StillPace: Equatable, Sendable {
    /// From one tick to the next, in nanoseconds: 80 ms, of which the smallest ring of an event node holds 200 Hz.
    package static let period: Int64 = 80_000_000
    /// How long nothing must have moved, in nanoseconds: 1 s.
    private static let quiet: Int64 = 1_000_000_000
    /// How long nobody is left without a frame, in nanoseconds: 1 s.
    package static let everydaySilence: Int64 = 1_000_000_000

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

    /// How long somebody may be left without a frame where ticks are `period` apart, in nanoseconds: one a second is promised,
    /// which the next of slow ticks would be too late for.
    package static func longestSilence(_ period: Int64) -> Int64 {
        period < Self.period ? everydaySilence : everydaySilence - period
    }
}
