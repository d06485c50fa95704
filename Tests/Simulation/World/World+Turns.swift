import TiltCore
import TiltDaemon

/// How the pictures are turned of those who follow, as the answers to `rotate` tell.
struct TurnModel {
    private var everybody = DisplayRotation.none
    private var users: [UInt32: DisplayRotation] = [:]
    /// Those of whom it is not known which of several requests was the last, or whether they were forgotten.
    private var unsure: Set<UInt32> = []
    private var isUnsureOfAll = false

    /// How those of a user are turned; `nil` where that is not known.
    func rotation(of user: UInt32) -> DisplayRotation? {
        guard !unsure.contains(user) else { return nil }
        return users[user] ?? (isUnsureOfAll ? nil : everybody)
    }

    /// A user was turned, or everybody where that is `nil`; known where the answer was read in the step that it was given in.
    mutating func turn(_ user: UInt32?, _ rotation: DisplayRotation, isKnown: Bool) {
        guard let user else {
            (users, unsure, everybody, isUnsureOfAll) = ([:], [], rotation, !isKnown)
            return
        }
        users[user] = rotation
        if isKnown { unsure.remove(user) } else { unsure.insert(user) }
    }

    /// It is not known any more how a user is turned, or everybody where that is `nil`.
    mutating func doubt(_ user: UInt32?) {
        guard let user else {
            (users, isUnsureOfAll) = ([:], true)
            return
        }
        unsure.insert(user)
    }
}

extension World {
    /// The user whom a request of `person` turns; `nil` for everybody, where it may.
    private func turned(by person: Person, all: Bool) -> UInt32? {
        all && (person.user == 0 || person.user == Self.daemonUser) ? nil : person.user
    }

    mutating func rotates(_ index: Int) {
        guard !random.oneIn(8) else {
            let bad = random.one(of: ["45", "\"left\"", "90,\"degrees\":180"])
            let code: StaticString = bad == "45" ? "unknown-word" : "wrong-kind"
            return say(
                index, "{\"type\":\"rotate\",\"degrees\":\(bad),\(id(index))}", .error(code, isFatal: false))
        }
        let rotation = random.one(of: DisplayRotation.allCases)
        let all = random.oneIn(4)
        say(
            index,
            "{\"type\":\"rotate\",\"degrees\":\(rotation.rawValue),\(id(index))"
                + (all ? ",\"scope\":\"all\"}" : "}"), .rotates(rotation, all: all))
    }

    /// Whether somebody follows, in some worlds.
    ///
    /// Drawn from a copy, so that what else is drawn stays the same.
    func drawRotation() -> RotationSource? {
        var own = random
        guard kind.hasTurns, own.next() % 3 == 0 else { return nil }
        return own.oneIn(8) ? .own : .follow
    }

    /// The options of somebody who asked for this, over the daemon's.
    func options(of person: Person) -> Subscription {
        var options = person.change.applied(to: settings.subscription)
        if person.change.displayRotation != nil {
            options.rotation = .own
        } else if options.rotation == .follow, let rotation = turns.rotation(of: person.user) {
            options.shadow.displayRotation = rotation
        }
        return options
    }

    /// True for somebody who follows where it is not known how that is turned.
    func isTurnUnknown(of person: Person) -> Bool {
        guard person.subscription.rotation == .follow else { return false }
        return turns.rotation(of: person.user) == nil || isBeingTurned(person)
    }

    /// True where a request is not answered that turns the picture of somebody who follows.
    func isBeingTurned(_ person: Person) -> Bool {
        guard kind.hasTurns, person.subscription.rotation == .follow else { return false }
        return people.contains { asker in
            asker.turnsPending > 0
                && asker.expected[asker.expectedDone...].contains {
                    guard case .rotates(_, let all) = $0.kind else { return false }
                    let user = turned(by: asker, all: all)
                    return user == nil || user == person.user
                }
        }
    }

    /// A request to turn pictures was answered.
    mutating func takeTurn(_ rotation: DisplayRotation, all: Bool, of index: Int, isKnown: Bool) {
        let person = people[index]
        person.turnsPending -= 1
        let user = turned(by: person, all: all)
        // Who is nobody speaks for nobody.
        guard user != .max else { return }
        turns.turn(user, rotation, isKnown: isKnown && !person.isDelayed)
        followTurn(of: user)
    }

    /// Everybody has their options from how they are turned now, and the next frame may be anywhere.
    private mutating func followTurn(of user: UInt32?) {
        for index in people.indices
        where people[index].subscription.rotation == .follow
            && (user ?? people[index].user) == people[index].user
        {
            people[index].jumpedAt = now
            let rate = people[index].subscription.rateHz
            people[index].subscription = options(of: people[index])
            people[index].subscription.rateHz = rate
        }
    }

    /// More than there are users: where there is as much room as this nobody is forgotten.
    static let roomForUsers = 8

    /// Somebody has gone: what it asked for and was not told may have been done, and its user may be forgotten.
    mutating func doubtTurns(of person: Person) {
        guard kind.hasTurns else { return }
        for expected in person.expected[person.expectedDone...] {
            guard case .rotates(_, let all) = expected.kind else { continue }
            let user = turned(by: person, all: all)
            guard user != .max else { continue }
            turns.doubt(user)
            followTurn(of: user)
        }
        if hasBeenNarrow, !people.contains(where: { $0.isHere && $0.user == person.user }) {
            turns.doubt(person.user)
        }
    }

    /// There may be room for few users: those who are not here may be forgotten.
    mutating func noteRoom() {
        guard settings.socket.maxSubscribers < Self.roomForUsers else { return }
        hasBeenNarrow = true
        for user: UInt32 in [0, 1000, 1001, Self.daemonUser]
        where !people.contains(where: { $0.user == user }) {
            turns.doubt(user)
        }
    }
}
