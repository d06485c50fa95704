import CHeap
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// What must hold after every step, and after every tick.
extension World {
    /// Called at the end of every step.
    mutating func settle() {
        guard broken == nil else { return }
        for index in fullNow where index >= 0 && index < people.count {
            people[index].failedInStep = nil
            if people[index].isClear { catchUp(index) }
        }
        fullNow.removeAll(keepingCapacity: true)
        for connection in closing where place(of: connection) != nil && !hasStopped {
            fail(
                .closedWhenGone,
                "connection \(connection.index)#\(connection.generation) has gone and is not closed")
        }
        closing.removeAll(keepingCapacity: true)
        if saidGoodbye, !hasStopped { fail(.stopsAtOnce, "goodbye was said, and the daemon goes on") }
        saidGoodbye = false
        if hasAnnounced { judgeAnnouncements() }
        if demand.isDirty { countDemand() }
        judgeDemand()
        judgeClaim()
        judgeComplaint()
        if ungreeted > 0 { judgeGreetings() }
        if isAwayOwed { judgeAway() }
        if tally.steps & 0xF == 0 { judgeBeginnings() }
        if let connection = stepOf { judgeMemory(of: connection) }
        if looks != nil, !isLookAwaited, tally.steps & 0xF == 0 { judgeAnswers() }
        if hasNews {
            hasNews = false
            for person in people where person.isDelayed { judgeMemory(of: person.connection) }
        }
        if tally.steps & 0xFFF == 0 { judgeHeap() }
    }

    private mutating func judgeAnnouncements() {
        hasAnnounced = false
        for person in people
        where person.isClear && !person.isDelayed && person.announcement < announcements.count && !hasStopped
        {
            return fail(.sensorIsTrue, "person \(person.serial) is not told of the sensor")
        }
    }

    private mutating func judgeClaim() {
        guard case .sensor(let candidate) = claim, !hasStopped else { return }
        guard people.contains(where: { $0.isClear }) else {
            claim = .unknown
            return
        }
        if !open.contains(where: { $0.isInUse && $0.state == .open }) {
            fail(.sensorIsTrue, "everybody believes in chip \(candidate / 2), which is not open")
        }
    }

    private mutating func judgeComplaint() {
        guard let sensor = complained else { return }
        complained = nil
        if open.contains(where: { $0.id == sensor }), !hasStopped {
            fail(.silenceNoticed, "sensor \(sensor.number) has said what is wrong with it, and is still open")
        }
    }

    private mutating func judgeGreetings() {
        for person in people
        where !person.isGreeted && person.rest.isEmpty && !person.hasEnded && person.interest.isEmpty {
            let waited = now - person.acceptedAt - (stalled - person.stalledAtAccept)
            if waited > 380_000_000 {
                return fail(.helloFirst, "person \(person.serial) waits \(waited) ns for hello")
            }
        }
    }

    /// What was asked while the devices were looked at is answered behind that.
    private mutating func judgeAnswers() {
        for person in people
        where person.isClear && person.taken > 0 && !person.interest.contains(.readable)
            && !(person.togglesPending > 0 && awaitsPage)
        {
            return fail(.answeredOnce, "person \(person.serial) asked, and nothing is waited for")
        }
    }

    mutating func judgeMemory(of connection: Connection) {
        guard let index = place(of: connection) else { return }
        let person = people[index]
        let (bytes, room) = core.kept(for: connection)
        people[index].kept = bytes
        if bytes > 40_000 { fail(.memoryBounded, "\(bytes) bytes are kept for person \(person.serial)") }
        if room > 0, person.isClear, !person.isLineOpen, !isLookAwaited || person.owed == 0,
            person.togglesPending == 0 || !awaitsPage
        {
            fail(.memoryBounded, "\(room) bytes are kept for person \(person.serial), who waits for nothing")
        }
    }

    /// People are the world's own, and take as much again.
    private mutating func judgeHeap() {
        let held = Int(heap_bytes_in_use())
        let most = 40_000 * connected + 2_500_000
        if held > heapAtStart + most {
            fail(
                .heapBounded, "\(held) bytes of heap, \(heapAtStart) at the start, \(connected) are connected"
            )
        }
    }

    // MARK: demand

    private mutating func countDemand() {
        demand.isDirty = false
        let before = demand.surePeriod
        let wasKnown = isGridKnown
        (demand.sure, demand.possible) = (0, 0)
        (demand.surePeriod, demand.possiblePeriod) = (.max, .max)
        demand.mayRest = true
        for person in people where person.mayListen {
            let period = Int64((1e9 / (person.pageRate ?? person.subscription.rateHz)).rounded())
            demand.possible += 1
            // Who is not read from any more may be on its way out: its last answer waits to be sent.
            let isSure = person.owed == 0 && person.interest.contains(.readable)
            demand.possiblePeriod = isSure ? min(demand.possiblePeriod, period) : 0
            let isReading = person.pageRate != nil && person.isHere && !person.hasEnded && person.owed == 0
            guard person.isListening || (isReading && !person.passedEver) else { continue }
            demand.sure += 1
            guard person.owed == 0 else { continue }
            if person.phase == nil && !person.isPhaseUnsure || isReading {
                demand.surePeriod = min(demand.surePeriod, period)
            }
            let wantsFrames =
                person.subscription.when != .changed || person.phase != nil && !person.isPhaseUnsure
                || person.subscription.include.contains(.raw)
            if isReading ? !person.pageRests : wantsFrames { demand.mayRest = false }
        }
        if demand.surePeriod != before || wasKnown != isGridKnown {
            endGrid(wasKnown ? (before == .max ? 0 : before) : nil)
        }
        if demand.sure > 0 { demand.since = demand.since ?? now } else { demand.since = nil }
        if demand.possible == 0 { demand.endedAt = demand.endedAt ?? now } else { demand.endedAt = nil }
    }

    /// True where it is known how often the ticks come that all share.
    ///
    /// Beside ticks at phases nobody is told of those, and what somebody has asked for last may be unanswered.
    var isGridKnown: Bool { single == nil && !isPlanned || demand.surePeriod == demand.possiblePeriod }

    private mutating func judgeDemand() {
        guard !hasStopped else { return }
        // No sensor may wait longer, and nobody who shares the ticks.
        if let single, single > max(now, lastDeadline) + min(50_000_000, demand.surePeriod) + 250_001 {
            return fail(.late, "the next tick is at \(single)")
        }
        if demand.sure > 0, timer == nil { return fail(.demand, "\(demand.sure) listen, and nothing ticks") }
        if timer == nil, open.contains(where: { _ in true }) {
            return fail(.sensorLeak, "nothing ticks, and \(open.count) sensors are open")
        }
        guard let endedAt = demand.endedAt, timer != nil else { return }
        // Another hold holds from the reload on.
        let hold = Int64(settings.sensor.holdSeconds * 1e9)
        let held = min(now - max(endedAt, demand.startedAt) - hold, now - reloadedAt)
        if held > 2_200_000_000 + max(0, stalledUntil - endedAt) {
            fail(.demand, "nobody listens since \(held) ns more than the hold, and it ticks")
        }
    }

    // MARK: after a tick

    mutating func judgeTick(_ deadline: Int64, before: Int64, period: Int64) {
        judgeRates(deadline, period: period)
        judgePages(deadline)
        judgeSensors(period: period)
        judgeOpenings(period: period)
        for person in people where person.refusedAt < now {
            let late = now - max(person.refusedAt, stalledUntil) - 3_000_000_000
            if late > 2 * period + 50_000_000 {
                fail(.placeGivenBack, "person \(person.serial) was refused and is here \(late) ns too long")
            }
        }
        guard let timer, !isPlanned, broken == nil, demand.surePeriod < .max else { return }
        let isInUse = open.contains { $0.isInUse && $0.newestInUse > .never }
        // Slower for those who want changes alone, while nothing moves.
        let isMoving =
            deadline - movedAt < 900_000_000
            || people.contains { $0.isListening && deadline - $0.movedAt < 900_000_000 }
        let slowest = demand.mayRest && !isMoving ? max(demand.surePeriod, 80_000_000) : demand.surePeriod
        if isInUse, timer.period > slowest {
            fail(.rateKept, "it ticks every \(timer.period) ns, and somebody asked for \(demand.surePeriod)")
        }
        if timer.period < min(demand.possiblePeriod, 50_000_000) {
            fail(
                .demand,
                "it ticks every \(timer.period) ns, and nobody asked for less than \(demand.possiblePeriod)")
        }
    }

    /// Everybody whose turn it was has a frame.
    private mutating func judgeRates(_ deadline: Int64, period: Int64) {
        guard let sensor = open.first(where: { $0.isInUse && deadline - $0.newestInUse < 400_000_000 }) else {
            return
        }
        // Those whose deadlines have come, too, are served by wake-ups that follow at once.
        if isPlanned, let nextTick, nextTick <= now { return }
        for person in people
        where person.servedAt < deadline && person.isListening && person.isClear && person.owed == 0 {
            guard !person.isPhaseUnsure, person.subscription.when == .always, person.frame.state == 2,
                person.time > .never
            else {
                continue
            }
            let own = Int64(1e9 / person.subscription.rateHz)
            // Its tick may have shared an earlier wake-up, the last one too; one that all share may be behind somebody's own.
            let hasShared = isPlanned || plannedAt >= person.servedAt
            let slack: Int64 =
                isPlanned && person.phase == nil ? 50_000_000 : hasShared ? 300_000 : 1_000
            // Whoever has not seen the sensor in use does not know that one frame a second was due.
            if person.phase != nil, person.time < claimedSince { continue }
            let waited = deadline - max(person.servedAt, sensor.shownFrom)
            let patience = kind == .remote ? max(own, period) / 2 + Self.longestPatience : 0
            if waited > max(own, person.moveWait) + slack + patience {
                return fail(.rateKept, "person \(person.serial) waits for a frame since \(waited) ns")
            }
        }
    }

    private mutating func judgeSensors(period: Int64) {
        for sensor in open
        where sensor.isInUse && sensor.state == .open && sensor.pausedUntil < now - 1_000_000_000
            && sensor.kind != .remote
        {
            let slack = 2 * period + 50_000_000 + max(0, stalledUntil - sensor.heardAt)
            let silence = now - sensor.heardAt
            if silence > 500_000_000 + slack, now - max(sensor.probedAt, sensor.heardAt) > 500_000_000 + slack
            {
                return fail(
                    .silenceNoticed, "chip \(sensor.device) is silent for \(silence) ns and is not asked")
            }
            // After a sleep it may be silent for .3 s more, whatever it was before, and is asked once more.
            let overdue = min(silence - 1_000_000_000, now - wokeUpAt - 300_000_000)
            if overdue > slack, !sensor.description.reportsOnlyChanges {
                return fail(
                    .silenceNoticed, "chip \(sensor.device) is silent for \(silence) ns and still in use")
            }
        }
    }

    /// What can be opened and is better than what is in use must be in use by now.
    private mutating func judgeOpenings(period: Int64) {
        guard let since = demand.since, claim != .unknown, people.contains(where: { $0.isClear }) else {
            return
        }
        // Where nothing tells of devices that come, a better one is not looked for while one works.
        guard setup.hasHotplug && !isLooking || claim == .none, !isLookAwaited else { return }
        let named = used.sensor.device
        let inUse = claim.candidate.flatMap { rank(of: $0, named) } ?? .min
        let pending = open.filter { if case .opening = $0.state { true } else { false } }
        let hanging = Int64(devices.count { $0.opening != .well } + pending.count)
        for device in devices where device.isGood && !attempts[2 * device.number].owesProof {
            // While a look hangs nothing is known but what the last one has found.
            if isLooking, !found.contains(device.id) { continue }
            // One that rests has nothing to prove itself by, and one that was no good meanwhile is waited for ever longer.
            let wasBad = device.goodSince > attempts[2 * device.number].lostAt
            if attempts[2 * device.number].isDoubted, device.onlyChanges || wasBad { continue }
            if attempts[2 * device.number].wasLeftInDoubt { continue }
            // An opening that hangs is of the device as it was, and nobody can take it back.
            if pending.contains(where: { $0.device == device.number }) { continue }
            let candidate = 2 * device.number
            guard let rank = rank(of: candidate, named), rank > inUse else { continue }
            let base = max(
                since, device.goodSince, claimedSince, attemptsResetAt, stalledUntil, demand.startedAt,
                lookedAt)
            let slack = 1_400_000_000 + 2_400_000_000 * hanging
            // Hotplug does not tell of what a look that failed has missed.
            let blind: Int64 = setup.hasHotplug && looks == nil ? 0 : 5_200_000_000
            // What comes meanwhile is no reason to try again what has failed.
            let stuck: Int64 = isLooking ? 32_000_000_000 : 0
            let tried = attempts[candidate]
            let retry = tried.lastFailure == .never ? base : tried.lastFailure + tried.pause
            if now > max(base, retry) + slack + blind + stuck {
                return fail(
                    .openInTime,
                    "chip \(device.number) can be opened since \(now - base) ns, after \(tried.failures) failures, and is not"
                )
            }
        }
    }

    private func rank(of candidate: Int, _ named: String) -> Int? {
        guard candidate / 2 < devices.count else { return nil }
        let all = devices[candidate / 2].candidates(preferring: named)
        return candidate % 2 < all.count ? all[candidate % 2].rank : nil
    }
}

extension Device {
    /// True where it can be opened at once and sends.
    var isGood: Bool {
        isPlugged && opening == .well && !isHeld && !isSilent && !readsZeros && goodSince < .max
    }
}
