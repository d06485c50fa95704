import LinuxSystem
import TiltCore
import TiltDaemon

/// What people do, and how the kernel carries it to the daemon.
extension World {
    mutating func comes(_ happening: Happening) {
        guard !people.contains(where: { $0.serial == happening.who }) else { return }
        generation += 1
        // The lowest number that is free, as the kernel gives descriptors.
        var slot: Int32 = 0
        while places[slot] != nil { slot += 1 }
        let connection = Connection(index: slot, generation: generation)
        var user: UInt32? = random.one(of: [0, 1000, 1000, 1001, Self.daemonUser, nil])
        if kind == .hoarding, happening.who % 4 != 0 { user = 1000 }
        let mayHaveRaw = user == 0 || user == Self.daemonUser || random.oneIn(8)
        let standing = standing(of: user)
        people.append(
            Person(
                connection, serial: happening.who, user: user ?? .max, mayHaveRaw: mayHaveRaw,
                standing: standing, at: now, stalled: stalled, settings.subscription, &random))
        places[slot] = people.count - 1
        connected += 1
        ungreeted += 1
        demand.isDirty = true
        let person = people[people.count - 1]
        let kept = standing == .trusted ? 0 : settings.socket.maxSubscribers / 16
        let isOne = connected > settings.socket.maxSubscribers - kept
        if isOne || hasTooMany(person) || standing == .stranger { refusedNow = connection }
        let credentials = user.map { PeerCredentials(pid: happening.who + 100, uid: $0, gid: 100) }
        hand(
            .accepted(
                connection,
                Peer(
                    credentials: credentials, command: "reader", mayHaveRaw: mayHaveRaw, standing: standing)),
            of: connection)
        // Somebody who does not read why it is closed has made room.
        if isOne, connected > settings.socket.maxSubscribers - kept, place(of: connection) != nil,
            broken == nil
        {
            fail(
                .tooMany,
                "connection \(connected) of at most \(settings.socket.maxSubscribers - kept) is not closed"
            )
        }
        if broken == nil, person.isHere, hasTooMany(person) {
            fail(.tooMany, "user \(person.user) has more than half of the places")
        }
        if standing == .stranger, broken == nil { judgeStranger(person) }
        refusedNow = nil
    }

    mutating func leaves(_ index: Int) {
        let connection = people[index].connection
        closing.append(connection)
        hand(.hungUp(connection), of: connection)
    }

    /// Puts a request into the socket; `answer` is what is owed for it.
    mutating func say(_ index: Int, _ text: String, _ kind: Person.Expected.Kind?, hasID: Bool = true) {
        guard !people[index].closesItsSide, people[index].said.count < 20_000 else { return }
        endMuttering(index)
        people[index].said.append(contentsOf: text.utf8)
        people[index].said.append(contentsOf: random.oneIn(16) ? [13, 10] : [10])
        owe(index, kind, hasID)
        ready.append(index)
    }

    /// Ends the line that was begun, which means nothing.
    private mutating func endMuttering(_ index: Int) {
        guard people[index].isMuttering else { return }
        people[index].isMuttering = false
        people[index].said.append(10)
        owe(index, .error("not-json", isFatal: false), false)
    }

    private mutating func owe(_ index: Int, _ kind: Person.Expected.Kind?, _ hasID: Bool) {
        guard let kind else { return }
        demand.isDirty = true
        switch kind {
        case .pauses, .resumes, .maps: people[index].togglesPending += 1
        case .rotates: people[index].turnsPending += 1
        default: break
        }
        people[index].expected.append(
            Person.Expected(kind: kind, id: hasID ? people[index].nextID - 1 : 0, reload: reloads))
    }

    /// An id that nobody else uses: the serial number and a count.
    mutating func id(_ index: Int) -> String {
        defer { people[index].nextID += 1 }
        return "\"id\":\(Int64(people[index].serial) * 1_000_000 + people[index].nextID)"
    }

    // MARK: what the kernel has for the daemon

    /// Serves whoever is ready, a step each; ticks go first, as the shell has it, but for those of whom it had heard when it
    /// stood still.
    mutating func serve(aheadOfTicks: Bool = false) {
        var rounds = 0
        while broken == nil, !hasStopped, let index = ready.popLast() {
            if let next = nextTick, next <= now, !aheadOfTicks || rounds > 0 {
                if index >= 0 { ready.append(index) }
                let kept = random
                random = SplitMix64(seed: seed ^ UInt64(bitPattern: next))
                tick()
                random = kept
                continue
            }
            guard index >= 0, index < people.count else { continue }
            rounds += 1
            if rounds > 20_000 { return fail(.stepEnds, "20,000 wake-ups one behind the other") }
            serve(index)
        }
    }

    /// It has heard all that was said: what comes now is news.
    mutating func catchUp(_ index: Int) {
        guard people[index].isDelayed else { return }
        people[index].isDelayed = false
        people[index].announcement = announcements.count
    }

    private mutating func serve(_ index: Int) {
        let connection = people[index].connection
        let interest = people[index].interest
        if interest.contains(.writable), people[index].queued < people[index].capacity {
            people[index].idleWrites += 1
            if people[index].idleWrites > 40 {
                return fail(
                    .noSpin, "person \(people[index].serial) is waited for to write, and nothing is written")
            }
            let wasOver = people[index].isRefused && people[index].rest.isEmpty
            ready.append(index)
            hand(.writable(connection), of: connection)
            if let index = place(of: connection), people[index].isClear { catchUp(index) }
            if wasOver, broken == nil, place(of: connection) != nil {
                fail(
                    .silentAfterTheEnd,
                    "person of connection \(connection.index) was refused, and is not closed")
            }
            return
        }
        guard interest.contains(.readable) else { return }
        if people[index].descriptorsPassed > 0 {
            people[index].descriptorsPassed -= 1
            people[index].passedEver = true
            people[index].refusedAt = min(people[index].refusedAt, now)
            demand.isDirty = true
            ready.append(index)
            return hand(.passedDescriptors(connection), of: connection)
        }
        let left = people[index].said.count - people[index].saidTaken
        if left > 0 {
            let most = people[index].isChopped ? 1 + random.below(200) : Connection.mostRead
            let count = min(left, most, Connection.mostRead)
            let start = people[index].saidTaken
            for offset in 0..<count { room.bytes[offset] = people[index].said[start + offset] }
            people[index].saidTaken += count
            if people[index].saidTaken == people[index].said.count {
                people[index].said.removeAll(keepingCapacity: true)
                people[index].saidTaken = 0
            }
            ready.append(index)
            return received(count, from: index)
        }
        guard people[index].closesItsSide, !people[index].hasClosedItsSide else { return }
        people[index].hasClosedItsSide = true
        people[index].isLineOpen = false
        hand(.saidAll(connection), of: connection)
        if broken == nil, let index = place(of: connection), people[index].interest.contains(.readable) {
            fail(.noSpin, "person \(people[index].serial) has said all and is waited for")
        }
    }

    private mutating func received(_ count: Int, from index: Int) {
        let connection = people[index].connection
        if !people[index].wasSentTo {
            return fail(.helloFirst, "person \(people[index].serial) is read before hello")
        }
        let isHeard = people[index].isClear
        if isHeard, people[index].taken == 0 { catchUp(index) }
        if people[index].asksForAll { recentredAllAt = now }
        for offset in 0..<count {
            switch room.bytes[offset] {
            case 10: note(lineOf: index, isRequest: people[index].isInLine, isHeard: isHeard)
            case 13: break
            default: people[index].isInLine = true
            }
        }
        people[index].isLineOpen = room.bytes[count - 1] != 10
        hand(.received(connection, UnsafeRawBufferPointer(rebasing: room.bytes[..<count])), of: connection)
        guard broken == nil, let index = place(of: connection) else { return }
        if people[index].taken > 0 { people[index].wasHeld = true }
        if people[index].isTooMany, !people[index].wasHeld, people[index].isClear, isHeard {
            fail(
                .answeredOnce,
                "person \(people[index].serial) asked more than 50 times within a second, and may go on")
        }
    }

    /// Keeps the times of requests: more than fifty within a second end the connection.
    private mutating func note(lineOf index: Int, isRequest: Bool, isHeard: Bool) {
        let second: Int64 = 1_000_000_000
        people[index].isInLine = false
        people[index].lineTimes.append(now)
        if people[index].lineTimes.count > 51 { people[index].lineTimes.removeFirst() }
        if people[index].lineTimes.count == 51,
            now - people[index].lineTimes[0] < second || !isHeard || people[index].wasHeld
        {
            people[index].mayBeTooMany = true
        }
        guard isRequest else { return }
        people[index].taken += 1
        people[index].requestTimes.append(isHeard ? now : .never)
        if people[index].requestTimes.count > 51 { people[index].requestTimes.removeFirst() }
        if people[index].requestTimes.count == 51, people[index].requestTimes[0] > .never,
            now - people[index].requestTimes[0] < second
        {
            people[index].isTooMany = true
        }
    }
}
