#if !hasFeature(Embedded)
    import TiltCore
    import TiltSensors

    /// Ticks that follow the poses of a remote sensor, where those come evenly: each brings about the tick that it is for.
    ///
    /// So it is shown as soon as it is there, with one wake-up for both. The timer stands a little behind the deadlines, for
    /// poses that are late or left out, and for the ticks between two of them.
    extension DaemonCore {
        /// Moves the ticks that all share to where poses come; gives the deadline of the one that is due with this pose, in
        /// nanoseconds.
        mutating func follow(_ arrival: RemoteArrival, at now: Int64) -> Int64? {
            guard !pace.isPlanned, !hasNothingToShow(), let distance = pace.follow(arrival, at: now) else {
                return nil
            }
            if distance != 0 { serving.moveTurns(by: distance) }
            return pace.isDue(with: arrival) ? pace.nextShared : nil
        }
    }

    extension Pace {
        /// How long a pose is waited for, in nanoseconds: 3 ms, twice what those are late that come evenly.
        static let longestPatience: Int64 = 3_000_000
        /// The same where there are ticks between two of them, which wait as long for nothing.
        static let shortestPatience: Int64 = 1_500_000
        /// How long none must have come before they are no longer waited for, in nanoseconds: one that rests is told of once a
        /// second.
        private static let longestSilence: Int64 = 2_000_000_000
        /// What the grid may be off, in nanoseconds: two clocks part by as much in some seconds.
        private static let tolerance: Int64 = 100_000

        /// Begins to follow poses, or goes on; by how far the grid was moved for it, in nanoseconds, or `nil` where neither of
        /// the two rhythms is so many times the other.
        mutating func follow(_ arrival: RemoteArrival, at now: Int64) -> Int64? {
            guard arrival.period > 0, period > 0 else { return nil }
            let step = min(period, arrival.period)
            let (times, rest) = max(period, arrival.period).quotientAndRemainder(dividingBy: step)
            guard min(rest, step - rest) <= (times + 1) * 1000 else { return nil }
            (posesHeardAt, isMoved) = (now, true)
            patience = period + Self.tolerance < arrival.period ? Self.shortestPatience : Self.longestPatience
            // Within half a step of the last tick, whatever comes: nobody puts the next one off for ever, nor has two at once.
            var behind = (arrival.due - last) % step
            if behind > step / 2 { behind -= step }
            if behind <= -step / 2 { behind += step }
            let old = start
            if abs(last + behind - start) > Self.tolerance { move(by: last + behind - start) }
            // What is shown now is of now at the latest.
            if isDue(with: arrival), nextShared > now { move(by: now - nextShared) }
            return start - old
        }

        /// True where the next tick is that of this pose.
        func isDue(with arrival: RemoteArrival) -> Bool {
            nextShared - arrival.due < min(period, arrival.period) / 2
        }

        /// Goes by the timer alone where no pose has come for long.
        mutating func leaveSilentPoses(at now: Int64) {
            guard let posesHeardAt, now - posesHeardAt > Self.longestSilence else { return }
            (self.posesHeardAt, isMoved) = (nil, true)
        }
    }

    extension Serving {
        /// The ticks that all share come so much later, in nanoseconds, and so do everybody's turns.
        mutating func moveTurns(by distance: Int64) {
            makers.moveTurns(by: distance)
            pages.moveTurns(by: distance)
        }
    }
#endif
