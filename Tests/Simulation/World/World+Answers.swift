import TiltCore
import TiltDaemon

/// Answers to one person, held against what that person has asked.
extension World {
    /// The request that an answer is for; `nil` where there is none, which is a fault.
    mutating func request(of line: SocketLine, _ index: Int, takes: Bool) -> Person.Expected? {
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
        demand.isDirty = true
        // The exact one, where it is what was asked for: a line is not read to the last bit.
        let told = line.number(of: "\"rate_hz\":") ?? 0
        switch expected.kind {
        case .ok(var change):
            let before = people[index].subscription.rateHz
            // A phase that is named alone goes with the rate in force when it was asked for, and keeps it.
            if change.rateHz != nil {
                people[index].knowsOnlyGivenRate = false
            } else if change.phase != nil {
                let isKnown = expected.reload == reloads
                change.rateHz = isKnown ? people[index].askedRate : told
                people[index].knowsOnlyGivenRate = !isKnown || people[index].knowsOnlyGivenRate
            }
            apply(change, index)
            takeGiven(rateHz: told, index)
            if change.phase != nil || change.rateHz != nil { movesTicks(index, before: before) }
        case .pauses: setPaused(true, index)
        case .resumes:
            setPaused(false, index)
            takeGiven(rateHz: told, index)
        case .recentres: people[index].jumpedAt = now
        case .recentresAll:
            recentredAllAt = now
            for other in people.indices where people[other].subscription.shadow.reference != .absolute {
                people[other].jumpedAt = now
            }
            people[index].jumpedAt = now
        case .rotates(let rotation, let all): takeTurn(rotation, all: all, of: index, isKnown: isWhole)
        case .error, .status, .maps:
            return fail(.answeredOnce, "an ok where there is none to give: \(Session.excerpt(line.bytes))")
        }
        // Read late, it may have been said while the asker was away, to whom no phase is given before it is back.
        if given == nil, people[index].isDelayed, people[index].backAt > .never {
            people[index].isPhaseUnsure = people[index].subscription.phase != nil
        }
        guard expected.reload == reloads, isWhole, !people[index].isDelayed, let index = place(of: connection)
        else { return }
        let person = people[index]
        let isExact = person.phase == nil && !person.knowsOnlyGivenRate
        let isRight =
            Self.isSame(told, person.askedRate, within: isExact ? 1e-9 : 2.1e-5)
            && line.number(of: "\"gain\":") == person.subscription.shadow.gain
            && isRotation(of: person, line)
            && (line.value(after: "\"paused\":true") != nil) == person.isPaused
            && (line.value(after: "\"strict\":true") != nil) == person.subscription.isStrict
        if !isRight { fail(.optionsInForce, "person \(person.serial): \(Session.excerpt(line.bytes))") }
        // What it has been given stays until it asks again.
        if case .ok(let change) = expected.kind, change.phase != nil { judgePhase(of: person, line) }
    }

    /// True where an `ok` names the rotations that are in force, as far as they are known.
    private func isRotation(of person: Person, _ line: SocketLine) -> Bool {
        let shadow = person.subscription.shadow
        let follows = line.value(after: "\"rotation\":\"follow\"") != nil
        guard follows == (person.subscription.rotation == .follow),
            line.number(of: "\"panel_rotation\":") ?? 0 == Double(shadow.panelRotation.rawValue)
        else { return false }
        return isTurnUnknown(of: person)
            || line.number(of: "\"display_rotation\":") == Double(shadow.displayRotation.rawValue)
    }

    /// True for rates that are one, as two fits of one display's are.
    private static func isSame(_ rate: Double, _ other: Double, within share: Double = 2.1e-5) -> Bool {
        abs(rate - other) <= share * other
    }

    /// What was asked for is given, where the limits leave room.
    private mutating func judgePhase(of person: Person, _ line: SocketLine) {
        judgeDeadlines()
        let asked = person.isSilent ? nil : person.subscription.phase
        let given = person.subscription.rateHz
        guard person.phase != asked || given != person.askedRate else { return }
        guard let asked else {
            return fail(.optionsInForce, "a phase that nobody asked for: \(Session.excerpt(line.bytes))")
        }
        // Who joins ticks of nearly its rate has them where its own are now.
        let ticks = TickGrid(phase: asked, rateHz: person.askedRate)
        if let phase = person.phase, given != person.askedRate, abs(ticks.offset(of: phase)) <= 1,
            abs(phase - now) < 3_000_000_000
        {
            return
        }
        var (own, ownDeadlines, deadlines) = (0, person.askedRate, person.askedRate)
        // Whoever asked may have it.
        for other in people
        where other !== person && (other.subscription.phase != nil || other.owed > 0 || other.hasEnded) {
            let rate = other.owed > 0 ? 200 : other.subscription.rateHz
            deadlines += rate
            guard other.user == person.user else { continue }
            own += 1
            ownDeadlines += rate
        }
        if own < 8, ownDeadlines <= 500, deadlines <= 1000 {
            fail(
                .optionsInForce,
                "\(own) of its user and \(deadlines) deadlines leave room for \(asked) of person "
                    + "\(person.serial), which has \(person.phase.map { "\($0)" } ?? "none")")
        }
    }

    /// All phases together are a thousand deadlines a second at most, and a user's five hundred; those within 250 µs count
    /// as one.
    private mutating func judgeDeadlines() {
        for user in Set(people.map(\.user)) {
            // Those of another user may be shared beyond one's own.
            let others = Set(people.filter { $0.user != user && $0.phase != nil }.map(\.subscription.rateHz))
            let own = deadlines(of: { $0.user == user && !others.contains($0.subscription.rateHz) })
            if own > 500 {
                return fail(.optionsInForce, "phases of user \(user) make \(own) deadlines a second")
            }
        }
        let all = deadlines(of: { _ in true })
        if all > 1000 { fail(.optionsInForce, "phases make \(all) deadlines a second") }
    }

    private func deadlines(of isCounted: (Person) -> Bool) -> Double {
        var offsets: [Double: [Int64]] = [:]
        for person in people where isCounted(person) && person.owed == 0 && !person.hasEnded {
            // Months from here the sixth digit of a rate is a whole period.
            guard !person.isSilent, !person.isPhaseUnsure, let phase = person.phase,
                phase.magnitude < 10_000_000_000_000
            else {
                continue
            }
            let rate = person.subscription.rateHz
            let key = (rate * 1e6).rounded() * 1e-6
            offsets[key, default: []].append(TickGrid(phase: 0, rateHz: rate).offset(of: phase))
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
        return deadlines
    }

    /// Its ticks are others: its next frame may come one and a half of the longer period after the last, however often it
    /// asks, and where it asks for a faster rate near the end of such a period, that has nearly passed already.
    mutating func movesTicks(_ index: Int, before rateHz: Double) {
        people[index].rateChangedAt = now
        let wait = Int64(1.5e9 / min(rateHz, people[index].subscription.rateHz))
        people[index].moveWait = max(people[index].moveWait, wait)
    }

    private mutating func apply(_ change: SubscriptionChange, _ index: Int) {
        people[index].change = people[index].change.merging(change)
        let next = options(of: people[index])
        if next.rateHz != people[index].subscription.rateHz {
            people[index].rateChangedAt = now
            demand.isDirty = true
        }
        if next.when != people[index].subscription.when { people[index].rateChangedAt = now }
        // The frame that waited was made by the former options, and does not come any more.
        // Of who had none, another phase alone is no reason to wait for the next anew.
        var moved = next
        moved.phase = people[index].subscription.phase
        let onlyMoves = moved == people[index].subscription && next.phase != nil && moved.phase != nil
        if next != people[index].subscription, !onlyMoves || people[index].wasFull {
            people[index].servedAt = max(lastDeadline, now)
        }
        if next.shadow != people[index].subscription.shadow || next.when != people[index].subscription.when
            || next.rotation != people[index].subscription.rotation
        {
            people[index].jumpedAt = now
        }
        people[index].subscription = next
        people[index].askedRate = next.rateHz
    }

    /// With a phase another rate may be given by a hair, and again another one when frames are resumed.
    private mutating func takeGiven(rateHz: Double, _ index: Int) {
        let asked = people[index].askedRate
        guard people[index].phase != nil, Self.isSame(rateHz, asked) else { return }
        people[index].subscription.rateHz = Self.isSame(rateHz, asked, within: 1e-9) ? asked : rateHz
    }

    private mutating func setPaused(_ isPaused: Bool, _ index: Int) {
        people[index].togglesPending -= 1
        demand.isDirty = true
        if people[index].isDelayed { people[index].rateChangedAt = now }
        guard isPaused != people[index].isPaused || people[index].pageRate != nil else { return }
        let wasSilent = people[index].isSilent
        // To go on where nothing was paused ends no reading of a page.
        if isPaused { people[index].pageRate = nil }
        people[index].isPaused = isPaused
        people[index].servedAt = max(lastDeadline, now)
        noteSilence(of: index, before: wasSilent)
    }

    /// Frames have ended, or begin again.
    mutating func noteSilence(of index: Int, before wasSilent: Bool) {
        guard people[index].isSilent != wasSilent else { return }
        if wasSilent {
            people[index].silences.append((people[index].pausedAt, now))
        } else {
            people[index].pausedAt = now
        }
    }

    mutating func takeError(_ line: SocketLine, _ index: Int) {
        let code = line.text(of: "\"code\":") ?? ""
        switch code {
        case "too-many":
            if refusedNow == people[index].connection, people[index].standing == .stranger {
                return fail(.strangersClosed, Session.excerpt(line.bytes))
            }
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
        case "not-permitted":
            if [.present, .stranger].contains(people[index].standing), line.value(after: "\"id\":") == nil,
                line.value(after: " session ") != nil
            {
                return isTurnedAway(index, line)
            }
        default: break
        }
        guard let expected = request(of: line, index, takes: true) else { return }
        if case .status = expected.kind, code == "not-permitted" { return isRefusedStatus(index, line) }
        if case .maps = expected.kind { return isRefusedPage(index, code) }
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
        if people[index].details.step == 0 {
            (people[index].details.step, people[index].details.connected) = (tally.steps, connected)
        }
        guard kind == .subscriber else { return }
        people[index].details.subscribers += 1
        if line.value(after: "\"self\":true") != nil { people[index].details.selves += 1 }
    }

    mutating func takeStatus(_ line: SocketLine, _ index: Int, isWhole: Bool) {
        guard let expected = request(of: line, index, takes: true) else { return }
        guard case .status = expected.kind else { return fail(.answeredOnce, Session.excerpt(line.bytes)) }
        let details = people[index].details
        people[index].details = StatusCount()
        // When it was made, whenever it is read.
        let uptime = Int64(line.number(of: "\"uptime_s\":") ?? 0) * 1_000_000_000
        if people[index].isAway, uptime > people[index].awayAt - lifeBeganAt {
            return fail(.servedOnly, "person \(people[index].serial) is away and has a status")
        }
        guard isWhole, !people[index].isDelayed else { return }
        judgeTurn(line, people[index])
        if line.number(of: "\"subscribers\":") != Double(connected) {
            return fail(.statusIsTrue, "\(connected) are connected: \(Session.excerpt(line.bytes))")
        }
        if details.subscribers > 0, details.step == tally.steps, details.connected == connected,
            details.subscribers != connected || details.selves != 1
        {
            return fail(.statusIsTrue, "\(details.subscribers) of \(connected) connections are listed")
        }
        let start = line.value(after: "\"subscribers\":") ?? 0
        let said = line.value(after: ",\"sensor\":{", from: start) == nil ? Claim.none : claimed(by: line)
        if claim != .unknown, claim != said { fail(.sensorIsTrue, "status says \(said), not \(claim)") }
    }

    /// It says how the pictures of the asker's user are turned.
    private mutating func judgeTurn(_ line: SocketLine, _ person: Person) {
        guard kind.hasTurns, !people.contains(where: { $0.turnsPending > 0 }),
            let rotation = turns.rotation(of: person.user)
        else { return }
        guard line.number(of: "\"display_rotation\":") != Double(rotation.rawValue) else { return }
        fail(
            .statusIsTrue,
            "user \(person.user) is turned by \(rotation.rawValue): \(Session.excerpt(line.bytes))")
    }
}
