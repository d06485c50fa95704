import TiltCore
import TiltDaemon

/// A frame, held against the one before it, the person's options and the hand's motion.
extension World {
    mutating func take(_ frame: SocketLine.Frame, _ index: Int, isWhole: Bool) {
        tally.frames += 1
        if firstFrameAt == nil { firstFrameAt = now }
        judgeTime(of: frame, index, isWhole: isWhole)
        judgeNumber(of: frame, index)
        judgeState(of: frame, index)
        judgePlace(of: frame, index)
        if frame.hasRaw, !people[index].mayHaveRaw || !people[index].subscription.include.contains(.raw),
            people[index].owed == 0
        {
            fail(.rawOnlyForSome, "person \(people[index].serial) is sent raw samples")
        }
        if frame.state != people[index].frame.state { showChangedAt = max(showChangedAt, frame.time) }
        let step = ShadowOffset(x: frame.x - people[index].frame.x, y: frame.y - people[index].frame.y)
        // Of a frame long behind the last it is not known when it moved.
        let isNext = frame.time - people[index].time < 100_000_000
        if isNext, step.length > 0.015 {
            people[index].movedAt = frame.time
            // What its own wish has moved, or its neutral pose, is nobody else's.
            let isOwn = people[index].mayJump || people[index].subscription.shadow.reference != .absolute
            if !isOwn { movedAt = max(movedAt, frame.time) }
        }
        // Behind one that had waited there may be those that were missed meanwhile.
        if frame.time == deadline, isWhole { people[index].wasFull = false }
        people[index].frame = frame
        people[index].sequence = frame.sequence
        people[index].time = frame.time
        if people[index].owed > 0 { (people[index].jumpedAt, people[index].rateChangedAt) = (now, now) }
        // One that has waited since before says nothing of the ticks that it has now.
        if !people[index].isLoose { people[index].moveWait = 0 }
        people[index].silences.removeAll { $0.until <= frame.time }
        people[index].madeAt = ticks.time(of: frame.time) ?? .never
        people[index].gridAt = grids
        people[index].stalledAt = stalled
        people[index].poseAt = poseAt
        people[index].changedAt = showChangedAt
        people[index].servedAt = max(people[index].servedAt, frame.time)
    }

    private mutating func judgeTime(of frame: SocketLine.Frame, _ index: Int, isWhole: Bool) {
        adopt(frame.time)
        let person = people[index]
        if frame.time <= person.time || frame.time > max(lastDeadline, plannedAt) {
            return fail(.timesGrow, "person \(person.serial): \(person.time), then \(frame.time)")
        }
        judgePage(by: frame)
        if person.isPaused || person.pageRate != nil, person.togglesPending == 0, isWholeSince(person) {
            return fail(.pauseKept, "person \(person.serial) is paused, or reads a page, and gets a frame")
        }
        if person.isAway, isWhole || frame.time > person.awayAt {
            return fail(.servedOnly, "person \(person.serial) is away and gets a frame")
        }
        guard let deadline, frame.time == deadline else { return }
        let lateness = now - max(deadline, blamelessUntil)
        // One step of somebody else, and the frames before this one, cannot be helped.
        framesOfTick += 1
        framesSinceIdle += 1
        let allowed = 4_000_000 + 60_000 * Int64(isPlanned ? framesSinceIdle : framesOfTick)
        if lateness > allowed {
            fail(.late, "person \(person.serial) gets its frame \(lateness / 1000) us late")
        }
    }

    /// After a stall the newest deadlines are served, of which the timer knows nothing.
    private mutating func adopt(_ time: Int64) {
        if kind == .remote, time <= now { lastDeadline = max(lastDeadline, time) }
        guard isPlanned, let deadline, framesOfTick == 0, time > deadline, time <= now else { return }
        self.deadline = time
        lastDeadline = time
        ticks.add(time, at: now)
    }

    /// A half-sent frame is finished after a pause, too.
    private func isWholeSince(_ person: Person) -> Bool {
        person.pausedAt < now && person.rest.isEmpty && deadline != nil
    }

    /// `seq` against `dropped`, and against the time that has passed.
    private mutating func judgeNumber(of frame: SocketLine.Frame, _ index: Int) {
        let person = people[index]
        let gone = frame.sequence - person.sequence
        guard gone == 1 + frame.dropped else {
            return fail(
                .gapIsDropped,
                "person \(person.serial): seq \(person.sequence), then \(frame.sequence) with dropped \(frame.dropped)"
            )
        }
        if person.time == .never { return judgeFirst(frame, of: person) }
        guard !person.isLoose, person.togglesPending == 0 else { return }
        // Of ticks that follow poses it is not known where they are.
        guard let madeAt = ticks.time(of: frame.time), person.madeAt > .never, kind != .remote else { return }
        var slept: Int64 = 0
        var count = 0
        for sleep in sleeps.reversed() {
            guard sleep.at > person.madeAt else { break }
            guard sleep.at <= madeAt else { continue }
            slept += sleep.duration
            count += 1
        }
        if count > 0, person.wasPaused { return }
        if frame.dropped > 0, count == 0, !person.wasFull, lateAt < person.madeAt {
            return fail(
                .nothingElseMarked,
                "person \(person.serial) is said to have missed \(frame.dropped), though nothing was late")
        }
        let rate = person.subscription.rateHz
        let passed = Double(
            frame.time - person.time + slept - person.silence(from: person.time, until: frame.time))
        let due = passed * 1e-9 * rate
        let period = timer?.period ?? 0
        let own = Int64(1e9 / rate)
        if person.isPhaseUnsure || judgeOwnTicks(of: frame, person, gone, count) { return }
        // At rest everybody is told at one tick, whosever that is, and again for everybody who comes.
        let mayRest = frame.state != 2 || person.frame.state != 2 || showChangedAt >= person.time
        if person.phase != nil, mayRest { return }
        let isExact =
            !person.wasPaused && count == 0 && person.gridAt == grids && period > 0
            && own % period < 1000 && (frame.time - person.time) % own < 1000
        let slack = isExact ? 0.5 : (person.wasPaused ? 2.1 : 1.1) + Double(count)
        // Whoever is back has a frame at the next tick, each time: it is due however little time has passed.
        if Double(gone) > due + slack + Double(person.silenceCount) {
            return fail(
                .nothingElseMarked,
                "person \(person.serial): \(due) frames were due at \(rate) Hz, seq went on by \(gone)")
        }
        // While nothing moves, a frame a second is due, and with `changed` none.
        guard person.frame.state == 2, frame.state == 2, person.subscription.when == .always,
            showChangedAt < person.time
        else { return }
        let later = Double(latest(since: person.gridAt, every: own)) / Double(own)
        if Double(gone) < due - slack - later {
            fail(
                .lossMarked,
                "person \(person.serial): \(due) frames were due at \(rate) Hz, seq went on by \(gone)")
        }
    }

    /// How much later the newest of ticks that come every `own` may be shown where other grids have begun since the one of a
    /// number, in nanoseconds: ticks that fall apart from its own distance, or elsewhere, show it one of theirs later.
    private func latest(since grid: Int, every own: Int64) -> Int64 {
        let ended = endedGrids.filter { $0.until >= grid }
        guard isGridKnown, !ended.contains(where: { $0.period == nil }) else { return own }
        guard grid < grids else { return 0 }
        var latest = timer?.period ?? 0
        for (until, period) in ended {
            guard let period, period > 0, until > grid || own % period >= 1000 else { continue }
            latest = max(latest, period)
        }
        return latest
    }

    /// What was due before somebody came is not for it to miss.
    ///
    /// At rest everybody has a frame again for everybody who comes, and who cannot be sent one misses as many.
    private mutating func judgeFirst(_ frame: SocketLine.Frame, of person: Person) {
        guard kind != .remote, !person.wasFull, sleeps.last.map({ $0.at < person.acceptedAt }) ?? true else {
            return
        }
        // It may have asked for another rate since then, and another still.
        let rate = person.rateChangedAt > 0 ? Subscription.rates.upperBound : person.subscription.rateHz
        let most = Double(now - person.acceptedAt) * 1e-9 * rate + 1
        if Double(frame.dropped) > most {
            fail(
                .nothingElseMarked,
                "person \(person.serial) is said to have missed \(frame.dropped) of \(most) frames since it came"
            )
        }
    }

    /// Of ticks at a phase it is known exactly how many there were; false where another rule holds.
    private mutating func judgeOwnTicks(
        of frame: SocketLine.Frame, _ person: Person, _ gone: Int64, _ sleeps: Int
    ) -> Bool {
        guard let phase = person.phase, sleeps == 0, !person.wasPaused,
            person.frame.state == 2,
            frame.state == 2, showChangedAt < person.time
        else { return false }
        let ticks = TickGrid(phase: phase, rateHz: person.subscription.rateHz)
        // A wake-up that was shared may be earlier than the tick by that much.
        let due =
            ticks.index(atOrBefore: frame.time + 250_000) - ticks.index(atOrBefore: person.time + 250_000)
        if gone > due {
            fail(
                .nothingElseMarked, "person \(person.serial): \(due) ticks of its own, seq went on by \(gone)"
            )
        } else if gone < due, person.subscription.when == .always {
            fail(.lossMarked, "person \(person.serial): \(due) ticks of its own, seq went on by \(gone)")
        }
        return true
    }

    /// `state` against what the sensor in use has sent.
    private mutating func judgeState(of frame: SocketLine.Frame, _ index: Int) {
        guard frame.time == deadline, claim != .unknown, stateSureFrom < stepBegan else { return }
        guard let candidate = claim.candidate else {
            if frame.state != 0 { fail(.stateIsTrue, "there is no sensor, and the state is not none") }
            return
        }
        guard let sensor = open.first(where: { $0.isInUse }), sensor.device == candidate / 2 else { return }
        guard !sensor.description.restsInSilence, sensor.kind != .remote,
            devices[sensor.device].stampOffset == 0,
            sensor.stampOffset == 0
        else { return }
        let stale = Int64(settings.sensor.staleAfterMilliseconds * 1e6)
        let newest = sensor.newestInUse
        if frame.state == 2, newest > .never, frame.time - newest > stale + 1_000_000 {
            fail(.stateIsTrue, "tracking, \((frame.time - newest) / 1_000_000) ms after the last sample")
        }
        if frame.state != 2, newest > .never, frame.time - newest < stale - 1_000_000 {
            fail(
                .stateIsTrue,
                "state \(frame.state), \((frame.time - newest) / 1_000_000) ms after the last sample")
        }
    }

    /// The offset against the one before it, and against how the device is held.
    private mutating func judgePlace(of frame: SocketLine.Frame, _ index: Int) {
        let person = people[index]
        let options = person.subscription.shadow
        guard options.mapping == .tilt || options.mapping == .projection, abs(options.gain) <= 20,
            options.lookaheadMilliseconds <= 16,
            !options.assistsYaw
        else { return }
        let gain = abs(options.gain)
        if person.time > .never, !person.mayJump, now > catchesUpUntil {
            let seconds = Double(frame.time - person.time) * 1e-9
            let moved = HandMotion.fastest * max(0, Double(poseAt - person.poseAt) * 1e-9 + seconds)
            var allowed = gain * (moved + 0.05) + 0.3
            // An eased second turns everything by one and a half of itself a second at most; the last one may have begun
            // five seconds after what it is for.
            let easing =
                showChangedAt != person.changedAt
                ? seconds
                : min(seconds, Double(showChangedAt + 5_000_000_000 - person.time) * 1e-9)
            if easing > 0 { allowed += 1.6 * easing * (options.limit + 4 + options.base.length) }
            let step = ShadowOffset(x: frame.x - person.frame.x, y: frame.y - person.frame.y).length
            if step > allowed, options.reference == .absolute || !isRecentred(since: person.time),
                !isBeingTurned(person)
            {
                return fail(
                    .noStep,
                    "person \(person.serial) (gain \(options.gain)): (\(person.frame.x), \(person.frame.y)) state "
                        + "\(person.frame.state), then (\(frame.x), \(frame.y)) state \(frame.state), \(seconds) s later"
                )
            }
        }
        judgeOptions(of: frame, person)
    }

    /// True where somebody may have moved the neutral pose of everybody.
    private func isRecentred(since time: Int64) -> Bool {
        recentredAllAt >= time
            || people.contains { $0.asksForAll }
    }

    private mutating func judgeOptions(of frame: SocketLine.Frame, _ person: Person) {
        let lead = Int64(person.subscription.shadow.lookaheadMilliseconds * 1e6)
        if frame.time == deadline, !person.mayJump, !person.isLoose, person.owed == 0, !person.isPhaseUnsure,
            frame.lead != (lead > 0 || person.phase != nil ? lead : nil)
        {
            fail(.itsOwnOptions, "person \(person.serial) has a frame true \(frame.lead ?? 0) ns later")
        }
        let options = person.subscription.shadow
        guard frame.time == deadline, frame.state == 2, options.reference == .absolute,
            options.mapping == .tilt,
            !person.mayJump, person.owed == 0, now > catchesUpUntil, !isTurnUnknown(of: person),
            frame.time - max(showChangedAt, motionChangedAt) > 4_000_000_000,
            let sensor = open.first(where: { $0.isInUse }), devices[sensor.device].stampOffset == 0,
            frame.time - sensor.newestInUse < 60_000_000
        else { return }
        if trueTiltAt != frame.time {
            trueTiltAt = frame.time
            let up = HandMotion.up(at: frame.time + asleep).up
            for rotation in DisplayRotation.allCases {
                trueTilt[rotation.rawValue / 90] = Tilt(of: rotation(up))
            }
        }
        let tilt = trueTilt[options.rotation.rawValue / 90]
        let expected =
            options.base
            + ShadowOffset(x: options.gain * tilt.roll, y: options.gain * tilt.pitch).clamped(
                to: options.limit)
        let off = (ShadowOffset(x: frame.x, y: frame.y) - expected).length
        if off > 0.2 * abs(options.gain) + 0.3 {
            fail(
                .itsOwnOptions,
                "person \(person.serial) (gain \(options.gain)) is shown (\(frame.x), \(frame.y)), expected "
                    + "(\(expected.x), \(expected.y))")
        }
    }
}
