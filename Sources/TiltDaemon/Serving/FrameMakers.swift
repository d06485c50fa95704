import TiltCore

/// Who makes everybody's frames: one maker for all who see the same, so that a tick maps and encodes once for all of them.
///
/// Sharing changes nothing that anybody sees. Makers become one only where they are equal in all that they know, and who is
/// to be different from then on gets a copy of its own first. Those who came at different ticks, or lay still since
/// different ones, become equal sooner or later, most of them when the device is moved: ``findEqual()`` looks for such a
/// pair at every tick. Those with ticks of their own share none, since their deadlines may differ although they are equal.
///
/// Numbers of makers are used again; each row of ``Serving/deliveries`` counts as one member of its maker.
struct FrameMakers {
    /// A maker, and for whom it is.
    private struct Entry {
        var maker: FrameMaker
        /// 0 for one that is free to be another.
        var members = 0
        /// True where its members want frames.
        var isListening = false
        /// True where they were greeted, too; whoever shares a maker is served.
        var isServed = false
        /// True where its members have no use for it: it has nothing but its subscription.
        var isAside = false
    }

    /// What a maker has for its members at the present tick.
    struct Made {
        /// When the frame was made; the time of its tick.
        var time = Timestamp(nanoseconds: 0)
        /// What all its lines have in common, in the bytes of the step; nothing where no frame is due.
        var tail = OutputBytes(start: 0, count: 0)
        /// The last line that was made of it, and which number that has: who has the same number is sent the same bytes.
        var line = OutputBytes(start: 0, count: 0)
        var sequence: UInt64 = 0

        /// True where there is a frame.
        var isFrame: Bool { tail.count > 0 }
    }

    private var entries: [Entry] = []
    private var free: [Int32] = []
    /// What the present tick has made, by maker; frames missed before it, by maker.
    var made: [Made] = []
    private(set) var missed: [UInt64] = []
    /// True where the present tick has made anything for those who share it.
    private(set) var hasMade = false
    /// The one that was changed last, whom those who ask for the same at the same time find at once.
    private var newest: Int32 = -1
    /// Whose equal was looked for last.
    private var candidate = 0
    /// Those that were put aside last, among which the equal of another is looked for.
    private var aside: [Int32] = []
    /// How many of those: to look through all would take as long as there are readers of pages, for each of them.
    private static let mostAside = 16

    /// The maker of this number.
    subscript(number: Int32) -> FrameMaker { entries[Int(number)].maker }

    /// True where the members of a maker are served.
    func isServed(_ number: Int32) -> Bool { entries[Int(number)].isServed }

    // MARK: whose is whose

    /// Takes a maker in, for one member.
    mutating func add(_ maker: FrameMaker) -> Int32 {
        let entry = Entry(maker: maker, members: 1)
        guard let number = free.popLast() else {
            entries.append(entry)
            made.append(Made())
            missed.append(0)
            return Int32(entries.count - 1)
        }
        entries[Int(number)] = entry
        return number
    }

    /// A member has gone.
    mutating func leave(_ number: Int32) {
        entries[Int(number)].members -= 1
        guard entries[Int(number)].members == 0 else { return }
        entries[Int(number)].isListening = false
        entries[Int(number)].isServed = false
        made[Int(number)] = Made()
        missed[Int(number)] = 0
        free.append(number)
    }

    /// Changes the maker of one member, who gets one of its own where others share it.
    mutating func change(_ number: inout Int32, _ body: (inout FrameMaker) -> Void) {
        if entries[Int(number)].members > 1 {
            let (isListening, isServed) = (entries[Int(number)].isListening, entries[Int(number)].isServed)
            let own = add(entries[Int(number)].maker)
            leave(number)
            number = own
            entries[Int(own)].isListening = isListening
            entries[Int(own)].isServed = isServed
        }
        entries[Int(number)].isAside = false
        body(&entries[Int(number)].maker)
    }

    /// Its one member wants frames, or not, and is served, or not.
    mutating func note(_ number: inout Int32, isListening: Bool, isServed: Bool) {
        let entry = entries[Int(number)]
        guard entry.isListening != isListening || entry.isServed != isServed else { return }
        change(&number) { _ in }
        entries[Int(number)].isListening = isListening
        entries[Int(number)].isServed = isServed
    }

    /// Its one member has no use for it until it is changed again: those of equal subscriptions share one, which has forgotten
    /// the rest, so that ten thousand of them cost a tick nothing.
    mutating func putAside(_ number: inout Int32) {
        guard !entries[Int(number)].isAside else { return }
        let subscription = entries[Int(number)].maker.subscription
        let other = aside.first {
            let entry = entries[Int($0)]
            return entry.isAside && entry.members > 0 && entry.maker.subscription == subscription
        }
        if let other {
            leave(number)
            entries[Int(other)].members += 1
            number = other
        } else {
            change(&number) { $0 = FrameMaker(subscription) }
            entries[Int(number)].isAside = true
            if aside.count == Self.mostAside { aside.removeFirst() }
            aside.append(number)
        }
    }

    /// Joins a member that is served with the maker that was changed last, where that is equal to its own; its own is that
    /// one otherwise.
    mutating func settle(_ number: inout Int32) {
        guard entries[Int(number)].isServed else { return }
        defer { newest = number }
        guard newest >= 0, newest != number, entries[Int(number)].members == 1,
            areEqual(Int(newest), Int(number))
        else { return }
        leave(number)
        entries[Int(newest)].members += 1
        number = newest
    }

    /// Two makers that are equal, of which the first is from now on the other's; `nil` where one was looked at in vain.
    mutating func findEqual() -> (from: Int32, to: Int32)? {
        guard entries.count - free.count > 1 else { return nil }
        candidate = candidate + 1 < entries.count ? candidate + 1 : 0
        guard let other = entries.indices.first(where: { $0 != candidate && areEqual($0, candidate) }) else {
            return nil
        }
        entries[other].members += entries[candidate].members
        entries[candidate].members = 1
        leave(Int32(candidate))
        return (Int32(candidate), Int32(other))
    }

    private func areEqual(_ one: Int, _ other: Int) -> Bool {
        entries[one].isServed && entries[other].isServed && entries[one].maker.subscription.phase == nil
            && entries[one].maker == entries[other].maker
    }

    // MARK: what is wanted

    /// Calls `body` with the options of each maker whose members want frames, and whether they were greeted.
    func forEachListening(_ body: (Subscription, Bool) -> Void) {
        for entry in entries where entry.isListening { body(entry.maker.subscription, entry.isServed) }
    }

    /// True where slow ticks will do for everybody who wants frames.
    var canRest: Bool {
        for index in entries.indices where entries[index].isListening {
            guard entries[index].isServed, entries[index].maker.canRest else { return false }
        }
        return true
    }

    // MARK: ticks

    /// Keeps what the sensor has said for everybody who asked for that.
    mutating func keep(_ raw: RawSample) {
        for index in entries.indices where entries[index].isListening { entries[index].maker.keep(raw) }
    }

    /// Forgets what the last tick has made.
    mutating func beginTick() {
        hasMade = false
        for index in made.indices { made[index].tail.count = 0 }
    }

    /// Makes and encodes the frame of every maker to whom a tick is due that all share; see ``FrameMaker/frame(of:ticks:)``.
    mutating func make(
        _ motion: Motion, at deadline: Int64, ticks: Int64,
        _ tails: inout SharedTails, _ out: inout Outbox
    ) {
        for index in entries.indices
        where entries[index].isServed && entries[index].maker.isDue(at: deadline) {
            guard let frame = entries[index].maker.frame(of: motion, ticks: ticks) else { continue }
            made[index] = Made(time: frame.time, tail: tails.tail(of: frame, &out))
            hasMade = true
        }
    }

    /// The same for one maker that is served at a deadline of its own, in nanoseconds.
    mutating func make(
        _ motion: Motion, by number: Int32, at deadline: Int64, _ tails: inout SharedTails,
        _ out: inout Outbox
    ) {
        let index = Int(number)
        entries[index].maker.noteServed(at: deadline)
        guard let frame = entries[index].maker.frame(of: motion) else { return }
        made[index] = Made(time: frame.time, tail: tails.tail(of: frame, &out))
    }

    /// Fills ``missed`` with what was due before a deadline, in nanoseconds, and was never made; see
    /// ``FrameMaker/miss(before:ticks:)``.
    mutating func miss(before deadline: Int64, ticks period: Int64) {
        for index in entries.indices {
            let isServed = entries[index].isServed
            missed[index] = isServed ? entries[index].maker.miss(before: deadline, ticks: period) : 0
        }
    }

    #if !hasFeature(Embedded)
        /// The ticks that all share come so much later, in nanoseconds.
        mutating func moveTurns(by distance: Int64) {
            for index in entries.indices { entries[index].maker.moveTurn(by: distance) }
        }
    #endif

    /// What was due before a deadline, in nanoseconds, was nobody's.
    mutating func areDueAgain(from deadline: Int64) {
        for index in entries.indices { entries[index].maker.isDueAgain(from: deadline) }
    }
}
