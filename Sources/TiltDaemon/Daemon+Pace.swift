import LinuxSystem
import TiltCore

/// How fast the daemon ticks.
extension Daemon {
    /// The slowest tick while a sensor is open, in nanoseconds: the smallest evdev ring holds 80 ms at 200 Hz.
    private static let slowestDrain: Int64 = 50_000_000
    /// The tick while there is no sensor, in nanoseconds.
    private static let waiting: Int64 = 1_000_000_000
    /// The same while one that is silent, or held by another program, may be back any time, in nanoseconds.
    private static let listening: Int64 = 200_000_000

    /// As fast as the fastest subscriber asked; once a second while there is no sensor and nothing moves.
    private var wantedPeriod: Int64 {
        let hasNothingToShow = isAtRest && keeper.description == nil && !keeper.isOpening
        guard !hasNothingToShow else { return keeper.isHealing ? Self.listening : Self.waiting }
        let rate = publisher.demandedRate ?? settings.shadow.rateHz
        return min(Self.slowestDrain, Int64((1e9 / rate).rounded()))
    }

    func settlePace() {
        guard ticker.isRunning, ticker.period != wantedPeriod else { return }
        startTicking()
    }

    /// Starts or changes the grid of ticks.
    ///
    /// A running one goes on from its last tick: counted from now, somebody who keeps changing the rate would put the
    /// next tick off for ever, for everybody.
    func startTicking() {
        let (now, period) = (MonotonicClock.now(), wantedPeriod)
        let start = ticker.isRunning ? max(lastDeadline, now - period) : now
        do throws(SystemError) { try ticker.start(period: period, from: start) } catch {
            fail("cannot set the timer: \(error.description)")
        }
    }
}
