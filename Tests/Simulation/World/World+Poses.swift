import TiltCore
import TiltDaemon
import TiltSensors

/// The poses of a remote sensor, which come by themselves, and mostly evenly.
extension World {
    /// How far behind the deadlines the timer stands at most where poses are waited for, in nanoseconds.
    static let longestPatience: Int64 = 3_000_000

    /// A pose comes, and with it the tick that it is for; the next is under way, on time or late.
    mutating func arrive() {
        let period = Int64(1e9 / (devices.first?.rateHz ?? 50))
        poseDue = max(poseDue + period, now + 1 - period)
        if random.oneIn(200) { poseDue += random.time(1_000, 2 * period) }
        let late = random.oneIn(20) ? random.time(1_000_000, 300_000_000) : Int64(random.below(1_000_000))
        schedule(at: max(now + 1, poseDue + period + late), .pose)
        guard let slot = open.firstIndex(where: { $0.kind == .remote && $0.state == .open }),
            devices[open[slot].device].isPlugged, !devices[open[slot].device].isSilent
        else { return }
        drainAll()
        if random.oneIn(16) {
            hand(
                .linked(
                    RemoteLink(
                        jitterMilliseconds: 1, delayMilliseconds: 2, roundTripMilliseconds: nil,
                        frames: UInt64(tally.readings), lost: 0, ignored: 0)))
        }
        (firstFrameAt, framesOfTick) = (nil, 0)
        // Whether there was a tick only a frame would tell.
        lastDeadline = max(lastDeadline, now)
        hand(.arrived(RemoteArrival(due: poseDue, period: period)))
        if let first = firstFrameAt, broken == nil, !hasStopped {
            hand(.published(first: first, last: now))
        }
    }
}
