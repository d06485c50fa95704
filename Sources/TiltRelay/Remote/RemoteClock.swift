import TiltCore

/// The publishing machine's clock held against ours, by when its frames come.
///
/// The least delay of the last seconds counts as none: what every frame needs at least cannot be told from a difference of the
/// clocks. Drift is followed, as the least is one of the last seconds; a clock that steps, or a way that is longer from now
/// on, begins another count.
package struct RemoteClock: Equatable, Sendable {
    /// Our time less theirs and the least delay, in nanoseconds; `nil` before the first frame.
    package var offset: Int64? { shortest.least }
    /// By how much later than the fastest frame the later ones come, in nanoseconds: of 100, 95 come sooner.
    package var jitter: Int64 { delays.value }
    /// True where so few come later than the fastest by more than 1.5 ms that ticks may follow them; those that do, up to 3 ms.
    package private(set) var isEven = false

    /// 24 s are looked back on, in which clocks that differ by 50 of a million part by 1 ms.
    private var shortest = LeastDelay(spans: 8, of: 3_000_000_000)
    private var delays = UsualDelay()

    /// A frame so much too late or too early is of a clock that stepped, in nanoseconds.
    private static let step: Int64 = 2_000_000_000
    /// What makes frames even, and what no longer, in nanoseconds.
    private static let (even, uneven) = (Int64(1_500_000), Int64(3_000_000))

    package init() {}

    /// Takes a frame of an instant of their clock; true where all that was known of it holds no more.
    package mutating func take(_ time: Int64, at now: Int64) -> Bool {
        let seen = now &- time
        guard let offset, (seen &- offset).magnitude < Self.step.magnitude else {
            let isFirst = self.offset == nil
            self = RemoteClock()
            shortest.begin(with: seen, at: now)
            return !isFirst
        }
        if shortest.take(seen, at: now) { delays = UsualDelay() }
        delays.take(seen &- (shortest.least ?? seen))
        isEven = delays.isKnown && jitter <= (isEven ? Self.uneven : Self.even)
        return false
    }
}
