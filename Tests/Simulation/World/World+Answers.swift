import TiltCore
import TiltDaemon

/// Answers to one person, held against what that person has asked.
extension World {
    /// The request that an answer is for; `nil` where there is none, which is a fault.
    private mutating func request(of line: SocketLine, _ index: Int, takes: Bool) -> Person.Expected? {
        let person = people[index]
        guard person.owed > 0 else {
            fail(
                .answeredOnce,
                "person \(person.serial) has asked nothing and is told \(Session.excerpt(line.bytes))")
            return nil
        }
        let expected = person.expected[person.expectedDone]
        let wanted = expected.id == 0 ? 0 : Int64(person.serial) * 1_000_000 + expected.id
        let start = line.value(after: "\"id\":")
        let given = start.flatMap { line.integer(at: $0) }?.value ?? 0
        guard wanted == given else {
            let isAnothers = given != 0 && given / 1_000_000 != Int64(person.serial)
            fail(
                isAnothers ? .bytesOfAnother : .answeredOnce,
                "person \(person.serial) awaits the answer to \(wanted) and is told \(Session.excerpt(line.bytes))"
            )
            return nil
        }
        if takes {
            _ = people[index].takeExpected()
            people[index].taken -= 1
            demand.isDirty = true
        }
        return expected
    }

    mutating func takeOK(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        guard let expected = request(of: line, index, takes: true) else { return }
        let connection = people[index].connection
        let given = line.value(after: "\"phase_ns\":").flatMap { line.signedInteger(at: $0) }
        if given != people[index].phase { people[index].rateChangedAt = now }
        people[index].phase = given
        people[index].isPhaseSure = true
        demand.isDirty = true
        switch expected.kind {
        case .ok(let change):
            apply(change, index)
            if change.phase != nil || change.rateHz != nil { movesTicks(index) }
        case .pauses: setPaused(true, index)
        case .resumes: setPaused(false, index)
        case .recentres: people[index].jumpedAt = now
        case .recentresAll:
            recentredAllAt = now
            for other in people.indices where people[other].subscription.shadow.reference != .absolute {
                people[other].jumpedAt = now
            }
            people[index].jumpedAt = now
        case .error, .status:
            return fail(.answeredOnce, "an ok where there is none to give: \(Session.excerpt(line.bytes))")
        }
        guard expected.reload == reloads, isWhole, !people[index].isDelayed, let index = place(of: connection)
        else { return }
        let person = people[index]
        let isRight =
            line.number(of: "\"rate_hz\":") == person.subscription.rateHz
            && line.number(of: "\"gain\":") == person.subscription.shadow.gain
            && line.number(of: "\"display_rotation\":")
                == Double(person.subscription.shadow.displayRotation.rawValue)
            && (line.value(after: "\"paused\":true") != nil) == person.isPaused
            && (line.value(after: "\"strict\":true") != nil) == person.subscription.isStrict
        if !isRight { fail(.optionsInForce, "person \(person.serial): \(Session.excerpt(line.bytes))") }
        // What it has been given stays until it asks again.
        if case .ok(let change) = expected.kind, change.phase != nil { judgePhase(of: person, line) }
    }

    /// What was asked for is given, where the limits leave room.
    private mutating func judgePhase(of person: Person, _ line: SocketLine) {
        judgeDeadlines()
        let asked = person.isPaused ? nil : person.subscription.phase
        guard person.phase != asked else { return }
        guard asked != nil else {
            return fail(.optionsInForce, "a phase that nobody asked for: \(Session.excerpt(line.bytes))")
        }
        var (own, deadlines) = (0, person.subscription.rateHz)
        // Whoever asked may have it, since a reload settles anew who does.
        for other in people
        where other !== person && (other.subscription.phase != nil || other.owed > 0 || other.hasEnded) {
            if other.user == person.user { own += 1 }
            deadlines += other.owed > 0 ? 200 : other.subscription.rateHz
        }
        if own < 8, deadlines <= 1000 {
            fail(
                .optionsInForce,
                "\(own) of its user and \(deadlines) deadlines leave room for \(asked ?? 0) of person "
                    + "\(person.serial), which has \(person.phase.map { "\($0)" } ?? "none")")
        }
    }

    /// All phases together are a thousand deadlines a second at most, counting those within 250 µs as one.
    private mutating func judgeDeadlines() {
        var offsets: [Double: [Int64]] = [:]
        for person in people where person.isPhaseSure && person.owed == 0 && !person.hasEnded {
            guard let phase = person.phase else { continue }
            let rate = person.subscription.rateHz
            offsets[rate, default: []].append(TickGrid(phase: 0, rateHz: rate).offset(of: phase))
        }
        var deadlines = 0.0
        for (rate, offsets) in offsets {
            var (grids, last) = (0, Int64.min)
            for offset in offsets.sorted() where last == .min || offset - last > 250_000 {
                grids += 1
                last = offset
            }
            // The first and the last may be one, around the end of the period.
            deadlines += Double(max(1, grids - 1)) * rate
        }
        if deadlines > 1000 { fail(.optionsInForce, "phases make \(deadlines) deadlines a second") }
    }

    /// Its ticks are others: they may leave half a period more or less, once.
    mutating func movesTicks(_ index: Int) {
        people[index].rateChangedAt = now
        let half = Int64(0.5e9 / people[index].subscription.rateHz)
        people[index].servedAt = max(people[index].servedAt, people[index].phase == nil ? now : now + half)
    }

    private mutating func apply(_ change: SubscriptionChange, _ index: Int) {
        people[index].change = people[index].change.merging(change)
        let next = people[index].change.applied(to: settings.subscription)
        if next.rateHz != people[index].subscription.rateHz {
            people[index].rateChangedAt = now
            demand.isDirty = true
        }
        if next.when != people[index].subscription.when {
            people[index].rateChangedAt = now
            people[index].servedAt = max(lastDeadline, now)
        }
        if next.shadow != people[index].subscription.shadow || next.when != people[index].subscription.when {
            people[index].jumpedAt = now
        }
        people[index].subscription = next
    }

    private mutating func setPaused(_ isPaused: Bool, _ index: Int) {
        people[index].togglesPending -= 1
        demand.isDirty = true
        if people[index].isDelayed { people[index].rateChangedAt = now }
        guard isPaused != people[index].isPaused else { return }
        people[index].isPaused = isPaused
        people[index].wasPaused = true
        people[index].servedAt = max(lastDeadline, now)
        if isPaused {
            people[index].pausedAt = now
        } else {
            people[index].pausedFor += now - people[index].pausedAt
        }
    }

    mutating func takeError(_ line: SocketLine, _ index: Int) {
        let code = line.text(of: "\"code\":") ?? ""
        switch code {
        case "too-many":
            if refusedNow != people[index].connection {
                fail(.tooMany, "there is room for person \(people[index].serial)")
            }
            return end(index)
        case "too-many-requests":
            if !people[index].mayBeTooMany {
                fail(.answeredOnce, "person \(people[index].serial) asked less than 50 times")
            }
            return end(index)
        case "line-too-long":
            if !people[index].isDueToEnd {
                fail(.answeredOnce, "person \(people[index].serial) sent no line that is too long")
            }
            return end(index)
        case "descriptors":
            if !people[index].passedEver {
                fail(.answeredOnce, "person \(people[index].serial) passed no descriptor")
            }
            return end(index)
        default: break
        }
        guard let expected = request(of: line, index, takes: true) else { return }
        guard case .error(let wanted, _) = expected.kind, "\(wanted)" == code else {
            return fail(.answeredOnce, "person \(people[index].serial): \(Session.excerpt(line.bytes))")
        }
    }

    /// The connection is over: what else was asked gets no answer.
    private mutating func end(_ index: Int) {
        people[index].hasEnded = true
        people[index].isRefused = true
        demand.isDirty = true
    }

    // MARK: status

    mutating func takeDetail(_ line: SocketLine, _ kind: SocketLine.Kind, _ index: Int) {
        guard let expected = request(of: line, index, takes: false) else { return }
        guard case .status = expected.kind else { return fail(.answeredOnce, Session.excerpt(line.bytes)) }
        if people[index].details.step == 0 { people[index].details.step = tally.steps }
        guard kind == .subscriber else { return }
        people[index].details.subscribers += 1
        if line.value(after: "\"self\":true") != nil { people[index].details.selves += 1 }
    }

    mutating func takeStatus(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        guard let expected = request(of: line, index, takes: true) else { return }
        guard case .status = expected.kind else { return fail(.answeredOnce, Session.excerpt(line.bytes)) }
        let details = people[index].details
        people[index].details = StatusCount()
        guard isWhole, !people[index].isDelayed else { return }
        if line.number(of: "\"subscribers\":") != Double(connected) {
            return fail(.statusIsTrue, "\(connected) are connected: \(Session.excerpt(line.bytes))")
        }
        if details.subscribers > 0, details.step == tally.steps,
            details.subscribers != connected || details.selves != 1
        {
            return fail(.statusIsTrue, "\(details.subscribers) of \(connected) connections are listed")
        }
        let start = line.value(after: "\"subscribers\":") ?? 0
        let said = line.value(after: ",\"sensor\":{", from: start) == nil ? Claim.none : claimed(by: line)
        if claim != .unknown, claim != said { fail(.sensorIsTrue, "status says \(said), not \(claim)") }
    }
}
