import TiltCore

/// Turns a driver's timestamps into `CLOCK_MONOTONIC` times that can be trusted, batch by batch.
///
/// Four cases, all seen on real kernels:
/// - stamps shortly before now are on the right clock and are kept;
/// - stamps after now are shifted until the newest lies at now: an estimator that believed them would refuse every
///   other until then;
/// - stamps of another clock (realtime, a hub's own, or a recording's) keep their distances and are shifted as a whole, so
///   that the newest lies at now when it came soonest lately, and never after it: such a clock drifts, and may be set;
/// - stamps that are missing, 0 or repeated (kxcjk-1013 with a foreign trigger always says 0) are replaced: the batch
///   is spread backwards from now by the sensor's period.
package struct StampRepair: Equatable, Sendable {
    /// How far from now a first stamp may lie and still be believed, in nanoseconds: 1 s.
    ///
    /// Of a clock that is known, one so far off says that it was set.
    private static let plausible: Int64 = 1_000_000_000
    /// What a sensor's bus and the wait for a look at it may take besides its period, in nanoseconds: 25 ms.
    ///
    /// A clock by which all of a time came later is another.
    private static let usualDelay: Int64 = 25_000_000
    /// The longest period that counts for this, in nanoseconds: a tick reads all that came since the last.
    private static let longestWait: Int64 = 50_000_000
    /// What came so much later than the soonest, and is right by our clock, says that the soonest was wrong, in nanoseconds.
    private static let outlier: Int64 = 100_000_000

    /// So many stamps after now, one behind the other, are strays of our clock; what goes on is another clock.
    private static let mostStrays = 3

    /// The sensor's nominal period, in nanoseconds.
    private let nominalPeriod: Int64
    /// By how much the newest stamps of our own clock may be behind now, in nanoseconds.
    private let usual: ClosedRange<Int64>

    /// State: how much the newest stamp was behind now lately: 8 spans of a second, in which clocks that differ by 100 of a
    /// million part by 1 ms.
    private var delay = LeastDelay(spans: 8, of: 1_000_000_000, fewest: 4)
    /// State: nanoseconds added to stamps of another clock; 0 where they are on ours.
    private var shift: Int64 = 0
    /// State: how many stamps, one after the other, lay after now while the clock was taken for ours.
    private var strays = 0
    /// State: the last time handed out, in nanoseconds.
    private var lastTime: Int64?
    /// State: the last stamp seen, in the driver's nanoseconds.
    private var lastStamp: Int64 = 0
    /// State: the spacing of this batch where stamps are useless, in nanoseconds.
    private var spacing: Int64
    /// State: now, as it was when this batch was read, in nanoseconds.
    private var now: Int64 = 0

    /// Creates a repair for a sensor of `rateHz`, 100 Hz where that is unknown.
    package init(rateHz: Double?) {
        let rate = rateHz.flatMap { $0 > 0.01 && $0 < 100_000 ? $0 : nil } ?? 100
        nominalPeriod = Int64(1e9 / rate)
        spacing = nominalPeriod
        usual = 0...Self.usualDelay + min(nominalPeriod, Self.longestWait)
    }

    /// Begins a batch of `count` readings whose newest has the driver's stamp `newest`, in nanoseconds.
    package mutating func begin(newest: Int64, count: Int, now: Int64) {
        self.now = now
        spacing = nominalPeriod
        if let lastTime, count > 0 {
            spacing = max(1, min(nominalPeriod, (now &- lastTime) / Int64(count)))
        }
        guard newest > 0, newest != lastStamp else { return }
        follow(now &- newest)
    }

    /// Holds the sensor's clock against ours by how much its newest stamp is behind now, in nanoseconds.
    private mutating func follow(_ behind: Int64) {
        strays = behind < 0 ? strays + 1 : 0
        let isOurs: Bool
        if (behind &- shift).magnitude > Self.plausible.magnitude {
            delay.begin(with: behind, at: now)
            isOurs = false
        } else if let least = delay.least, least >= 0, shift == 0, behind < 0, strays <= Self.mostStrays {
            // One stamp is wrong, and lies at now.
            return
        } else if let least = delay.least, usual.contains(behind), behind &- least > Self.outlier {
            // On our clock after all: what lay in the future was a single stamp.
            delay.begin(with: behind, at: now)
            isOurs = true
        } else {
            _ = delay.take(behind, at: now)
            // What has waited before it was read first is late once.
            isOurs = shift == 0 && behind >= 0 && !delay.isSettled
        }
        let least = delay.least ?? behind
        shift = isOurs || usual.contains(least) ? 0 : least
    }

    /// The time of one reading of the batch that has `after` more readings behind it; later than every earlier one, and
    /// never later than now by more than it takes to tell readings apart.
    ///
    /// A stamp that lies after now is none: with it, every later reading would be held back until then.
    package mutating func time(of stamp: Int64, after: Int) -> Int64 {
        var time = now &- Int64(after) &* spacing
        if stamp > 0, stamp != lastStamp, stamp &+ shift <= now { time = stamp &+ shift }
        lastStamp = stamp
        if let lastTime { time = max(time, lastTime &+ 1) }
        lastTime = time
        return time
    }
}
