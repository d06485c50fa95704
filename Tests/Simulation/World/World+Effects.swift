import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// The shell of this world: carries each effect out at its cost, and tells at once what came of it.
extension World {
    mutating func carryOut(_ effect: DaemonEffect) {
        if trace != nil {
            trace?("  \(Session.seconds(now))       \(Session.words(for: effect, core.output))")
        }
        switch effect {
        case .send(let connection, let bytes): send(bytes, to: connection, onlyIfRead: false)
        case .sendIfRead(let connection, let bytes): send(bytes, to: connection, onlyIfRead: true)
        case .watch(let connection, let interest): watch(connection, interest)
        case .close(let connection): close(connection)
        case .weigh(let connection, let asker): weigh(connection, for: asker)

        case .openPage, .writePage, .closePage, .sendPage: carryOutForPages(effect)

        case .survey(let deadline): survey(by: deadline)
        case .askHolder(let sensor): askHolder(of: sensor)
        case .openSensor(let sensor): begin(opening: sensor)
        case .pause(let sensor, let until): pause(sensor, until: until)
        case .probe(let sensor): probe(sensor)
        case .closeSensor(let sensor): close(sensor)
        case .keepBias(let sensor, _):
            spend(50_000, 300_000, isExempt: true)
            if !open.contains(where: { $0.id == sensor }) { fail(.effectOnNoSensor, "keepBias of \(sensor)") }

        case .tick(let period, let start): setTimer(period, start)
        case .tickOnce(let deadline): setTimer(once: deadline)
        case .stopTicking:
            spend(500, 2_000)
            (timer, single) = (nil, nil)
            demand.stoppedAt = now
            // Those who have paused are not told that the sensor is off, and what they are shown next begins anew.
            claim = .unknown
            for index in people.indices { people[index].jumpedAt = now }
        case .readSettings:
            awaitedSettings += 1
            isReadyDue = true
            let next = random.oneIn(4) ? nil : changedSettings()
            schedule(at: now + random.time(100_000, 1_000_000_000), .settings(next))
        case .useSettings: takeSettings()
        case .say: spend(2_000, 60_000, isExempt: stepOf == nil)
        case .notify(let notice, let bytes):
            spend(2_000, 20_000, isExempt: stepOf == nil)
            if notice == .ready { isReadyDue = false }
            if notice == .status { takeStatus(core.output, bytes) }
        case .openLog, .rotateLog, .writeLog, .endLog, .closeLog: writeLog(effect)
        case .stop(let isFailure):
            hasStopped = true
            if isFailure != isBroken { fail(.stopsAtOnce, "it ends \(isFailure ? "as a failure" : "well")") }
            isBroken = false
        }
    }

    /// Lets time pass; `isExempt` where nobody can be blamed for it.
    mutating func spend(_ least: Int, _ most: Int, isExempt: Bool = false) {
        let cost = Int64(least + random.below(most - least))
        now += cost
        guard isExempt else { return }
        stalled += cost
        blamelessUntil = now
    }

    // MARK: connections

    /// The place of a connection in ``people``.
    func place(of connection: Connection) -> Int? {
        guard let index = places[connection.index], people[index].connection == connection else { return nil }
        return index
    }

    mutating func send(_ bytes: OutputBytes, to connection: Connection, onlyIfRead: Bool) {
        guard let index = place(of: connection) else {
            return fail(.effectOnNobody, "send to connection \(connection.index)#\(connection.generation)")
        }
        now += 1_000 + Int64(random.below(climate.sendCost))
        let count = Int(bytes.count)
        let room = people[index].capacity - people[index].queued
        var taken = count
        var failure: SendFailure?
        people[index].wasSentTo = true
        if let former = people[index].failedInStep {
            // What follows in the step is not tried.
            (taken, failure) = (0, former)
        } else if climate.broken > 0, random.oneIn(climate.broken) {
            (taken, failure) = (0, .closed)
        } else if climate.outOfMemory > 0, random.oneIn(climate.outOfMemory) {
            (taken, failure) = (0, .outOfMemory)
            people[index].lackedMemory = true
        } else if onlyIfRead, people[index].queued > 0 || (climate.unread > 0 && random.oneIn(climate.unread))
        {
            (taken, failure) = (0, .unread)
        } else if count > room {
            (taken, failure) = (random.oneIn(2) ? 0 : max(0, room), .wouldBlock)
        } else if climate.shortWrites > 0, random.oneIn(climate.shortWrites) {
            (taken, failure) = (random.below(count), .wouldBlock)
        }
        if taken > 0 {
            if !people[index].isReading { people[index].queued += taken }
            people[index].idleWrites = 0
            people[index].taking += taken
            let output = core.output
            output.bytes.withUnsafeBufferPointer { all in
                let start = Int(bytes.start)
                guard start >= 0, start + count <= all.count else {
                    return fail(.stepEnds, "a send of bytes \(start)+\(count) of \(all.count)")
                }
                deliver(UnsafeBufferPointer(rebasing: all[start..<(start + taken)]), to: index)
            }
        }
        guard broken == nil, let failure else { return }
        if people[index].failedInStep == nil { fullNow.append(index) }
        people[index].failedInStep = failure == .closed ? .closed : .wouldBlock
        if failure == .closed { closing.append(connection) }
        ready.append(index)
        people[index].servedAt = max(people[index].servedAt, isPlanned ? plannedAt : lastDeadline)
        people[index].isDelayed = true
        people[index].wasFull = true
        tell(.unsent(connection, bytes, sent: taken, failure))
    }

    private mutating func watch(_ connection: Connection, _ interest: Interest) {
        spend(500, 3_000)
        guard let index = place(of: connection) else {
            return fail(.effectOnNobody, "watch of a closed connection")
        }
        if interest.contains(.readable) {
            if people[index].hasClosedItsSide { fail(.noSpin, "person \(people[index].serial) has said all") }
        }
        people[index].interest = interest
        demand.isDirty = true
        ready.append(index)
    }

    private mutating func close(_ connection: Connection) {
        // The shell lets a thread of its own close what may take long.
        spend(1_000, 30_000)
        guard let index = place(of: connection) else {
            return fail(.effectOnNobody, "close of a closed connection")
        }
        let person = people[index]
        let isToldTooLate = person.isDelayed && person.kept > 16_000
        if !closing.contains(connection), !person.hasEnded, !person.lackedMemory, !person.isDueToEnd,
            !isToldTooLate, refusedNow != connection
        {
            return fail(.heldOn, "person \(person.serial) is closed for no reason")
        }
        forget(index)
    }

    mutating func forget(_ index: Int) {
        if !people[index].isGreeted { ungreeted -= 1 }
        demand.isDirty = true
        // Whoever came within this step, too, was listened for until now.
        if people[index].mayListen { demand.endedAt = nil }
        people[index].isHere = false
        doubtTurns(of: people[index])
        places[people[index].connection.index] = nil
        connected -= 1
        // The last one takes its place, so that the list stays short.
        let last = people.count - 1
        if index != last {
            people.swapAt(index, last)
            places[people[index].connection.index] = index
            for slot in ready.indices {
                if ready[slot] == index {
                    ready[slot] = -1
                } else if ready[slot] == last {
                    ready[slot] = index
                }
            }
            for slot in fullNow.indices {
                if fullNow[slot] == index {
                    fullNow[slot] = -1
                } else if fullNow[slot] == last {
                    fullNow[slot] = index
                }
            }
        } else {
            for slot in ready.indices where ready[slot] == index { ready[slot] = -1 }
            for slot in fullNow.indices where fullNow[slot] == index { fullNow[slot] = -1 }
        }
        people.removeLast()
    }

    private mutating func weigh(_ connection: Connection, for asker: Connection) {
        spend(500, 3_000)
        guard let index = place(of: connection), place(of: asker) != nil else {
            return fail(.effectOnNobody, "weigh of a closed connection")
        }
        tell(.weighed(connection, for: asker, unread: people[index].queued))
    }

    // MARK: time

    private mutating func setTimer(_ period: Int64, _ start: Int64) {
        spend(500, 2_000)
        endGrid(timer?.period ?? 0)
        guard period > 0 else { return fail(.demand, "ticks of \(period) ns") }
        if timer != nil {
            // Counted from now, whoever keeps changing its rate would put the next tick off for everybody.
            // After a stall all have newer ones, and one that shared an earlier wake-up may lie a little behind that.
            let newest = max(lastDeadline, plannedAt) + 250_000
            var last = isPlanned ? newest : lastDeadline
            // Where ticks follow poses, the timer stands a little behind, and the next may be half a period later.
            if kind == .remote { last += period / 2 + Self.longestPatience }
            if start + period > max(last + period, now) {
                fail(
                    .late,
                    "the next tick is put off to \(start + period), the last was \(lastDeadline), \(period) ns apart"
                )
            }
            // The grid goes on from the newest deadline that was taken, which no frame may have told.
            if isPlanned, start <= newest { lastDeadline = max(lastDeadline, start) }
        } else {
            if start + period > now + period { fail(.late, "the first tick is late") }
            beginTicking(start)
        }
        timer = (period, start)
        single = nil
    }

    /// Another grid begins; the ticks of the last one were a period apart, in nanoseconds, 0 where there was none and `nil`
    /// where it is not known.
    mutating func endGrid(_ period: Int64?) {
        if endedGrids.count == Self.mostEndedGrids { endedGrids.removeFirst() }
        endedGrids.append((grids, period))
        grids += 1
    }

    private mutating func setTimer(once deadline: Int64) {
        spend(500, 2_000)
        if timer == nil { beginTicking(now) }
        timer = (timer?.period ?? 50_000_000, max(lastDeadline, timer?.previous ?? 0))
        single = deadline
    }

    private mutating func beginTicking(_ start: Int64) {
        demand.startedAt = now
        for slot in attempts.indices { attempts[slot] = Attempts() }
        lastDeadline = start
    }

    mutating func schedule(at time: Int64, _ what: Timed.What) {
        let slot = timed.firstIndex { $0.at > time } ?? timed.count
        timed.insert(Timed(at: time, what: what), at: slot)
    }
}
