import TiltCore
import TiltDaemon

/// Who may be served: members of the group, whoever sits in front, and nobody else.
extension World {
    /// By what a connection of this user is served.
    mutating func standing(of user: UInt32?) -> Peer.Standing {
        guard var own = seats else { return .trusted }
        defer { seats = own }
        guard let user, user != 0, user != Self.daemonUser else { return user == nil ? .stranger : .trusted }
        if own.oneIn(4) { return .entitled }
        return inFront.contains(user) ? .present : .stranger
    }

    /// Who sits in front is another, or the kernel says the same once more.
    mutating func swapSeats(_ user: UInt32) {
        if !random.oneIn(6) { if inFront.remove(user) == nil { inFront.insert(user) } }
        for user: UInt32 in [1000, 1001]
        where people.contains(where: { $0.standing == .present && $0.user == user }) {
            report(user, isPresent: inFront.contains(user))
        }
    }

    private mutating func report(_ user: UInt32, isPresent: Bool) {
        var owed: [Person] = []
        for index in people.indices
        where people[index].standing == .present && people[index].user == user
            && people[index].isAway == isPresent
        {
            let wasSilent = people[index].isSilent
            people[index].isAway = !isPresent
            people[index].pageRate = nil
            people[index].isOwedAway = false
            noteSilence(of: index, before: wasSilent)
            demand.isDirty = true
            people[index].servedAt = max(lastDeadline, now)
            if isPresent {
                people[index].backAt = now
                people[index].isPhaseUnsure = people[index].subscription.phase != nil
            } else {
                people[index].awayAt = now
                people[index].timesAway += 1
                people[index].isToldAway = false
                if people[index].isClear, !people[index].isDueToEnd { owed.append(people[index]) }
            }
        }
        hand(.presence(user: user, isPresent: isPresent))
        for person in people where person.standing == .present && person.user == user {
            judgeMemory(of: person.connection)
        }
        for person in owed
        where broken == nil && person.isHere && !person.isToldAway && !person.isDelayed {
            fail(.servedOnly, "person \(person.serial) is away and is not told so")
        }
    }

    /// Somebody who is neither root nor the daemon's own user, and whose user has more than half of the places.
    func hasTooMany(_ person: Person) -> Bool {
        guard person.standing == .present || person.standing == .entitled else { return false }
        return people.count { $0.user == person.user } > max(1, settings.socket.maxSubscribers / 2)
    }

    /// A stranger has come: it is gone by now.
    mutating func judgeStranger(_ person: Person) {
        let second: Int64 = 1_000_000_000
        strangersTold.removeAll { now - $0 > 2 * second }
        if person.isHere {
            return fail(.strangersClosed, "person \(person.serial) is a stranger and is not closed")
        }
        // By up to a step it may have been earlier.
        let slack = now - stepBegan
        if person.wasSentTo {
            strangersTold.append(stepBegan)
            let count = strangersTold.count { stepBegan - $0 < second - slack }
            if count > 100 { fail(.strangersClosed, "\(count) strangers were told why within a second") }
        } else if strangersTold.count(where: { stepBegan - $0 < second + 20_000_000 }) < 100 {
            fail(.strangersClosed, "person \(person.serial) is a stranger and is not told why")
        }
    }

    /// Somebody is told that no frames come, or none for now.
    mutating func isTurnedAway(_ index: Int, _ line: SocketLine) {
        let person = people[index]
        if person.standing == .stranger {
            people[index].hasEnded = true
            people[index].isRefused = true
            demand.isDirty = true
        } else if person.timesToldAway == person.timesAway {
            fail(.servedOnly, "person \(person.serial): \(Session.excerpt(line.bytes))")
        } else {
            people[index].timesToldAway += 1
            people[index].isToldAway = true
            people[index].isOwedAway = false
        }
    }

    /// Who was away when greeted, and has all that there is for it, has read why no frames come.
    mutating func judgeAway() {
        for person in people where person.isOwedAway && person.isClear {
            return fail(.toldWhenGreeted, "person \(person.serial) was away when greeted, and is not told so")
        }
        isAwayOwed = people.contains { $0.isOwedAway }
    }

    /// A `status` is refused to who is away, or was a while ago.
    mutating func isRefusedStatus(_ index: Int, _ line: SocketLine) {
        let person = people[index]
        people[index].details = StatusCount()
        if person.awayAt == .never || (!person.isAway && !person.isDelayed && person.backAt < stepBegan) {
            fail(.servedOnly, "person \(person.serial): \(Session.excerpt(line.bytes))")
        }
    }
}
