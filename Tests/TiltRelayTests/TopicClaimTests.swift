import Testing

@testable import TiltRelay

@Suite struct `Topic claim` {
    private static let second: Int64 = 1_000_000_000
    /// The time of day of every test, in nanoseconds since 1970.
    private static let today: Int64 = 1_700_000_000 * second
    private static let own = Messages.Publisher(session: "own", startedNanoseconds: today)
    private static let newer = Messages.Publisher(session: "newer", startedNanoseconds: today + 60 * second)
    private static let older = Messages.Publisher(session: "older", startedNanoseconds: today - 60 * second)

    /// One that reads at 0 what is retained.
    private func reading(_ notices: [Messages.Notice]) -> TopicClaim {
        var claim = TopicClaim(Self.own)
        claim.begin(isFirst: false, at: 0)
        for notice in notices { claim.take(notice, timeOfDay: Self.today) }
        return claim
    }

    @Test func `is ours at the first connection, whatever is retained`() {
        var claim = TopicClaim(Self.own)
        #expect(claim.verdict(at: 0) == .wait)
        claim.begin(isFirst: true, at: 0)
        #expect(claim.verdict(at: 0) == .publish)
        #expect(claim.deadline == nil)
        let isTaken = claim.end()
        #expect(!isTaken)
    }

    @Test func `knows that nobody would be heard where its own hello does not come back`() {
        for isHeard in [true, false] {
            var claim = TopicClaim(Self.own)
            claim.begin(isFirst: true, at: 0)
            claim.sayHello(at: 1)
            #expect(claim.deadline == 5 * Self.second + 1)
            if isHeard { claim.take(.hello(Self.own), timeOfDay: Self.today) }
            claim.take(.hello(Self.older), timeOfDay: Self.today)
            let isDeaf = [2, 6, 9].map { claim.takeDeafness(at: $0 * Self.second) }
            #expect(isDeaf == [false, !isHeard, false])
            #expect(claim.verdict(at: 0) == .publish && claim.deadline == nil)
        }
        var claim = TopicClaim(Self.own)
        claim.begin(isFirst: true, at: 0)
        claim.sayHello(at: 1)
        _ = claim.end()
        let isDeaf = claim.takeDeafness(at: 9 * Self.second)
        #expect(!isDeaf)
    }

    @Test(
        arguments: [
            ([], .publish),
            ([.hello(older)], .publish),
            ([.hello(own), .state(session: "own", goodbye: nil)], .publish),
            // One that left in order before our connection came back.
            ([.hello(newer), .state(session: "newer", goodbye: .ended)], .publish),
            ([.state(session: "newer", goodbye: .ended), .hello(newer)], .publish),
            // There, or forged: it is to be heard.
            ([.hello(newer), .state(session: "newer", goodbye: nil)], .wait),
            ([.hello(newer), .state(session: "newer", goodbye: .lost)], .wait),
            // Its state may not be read, or is of somebody else.
            ([.hello(newer)], .wait),
            ([.hello(newer), .state(session: "own", goodbye: .ended)], .wait),
        ] as [([Messages.Notice], TopicClaim.Verdict)])
    func `is held against what is retained`(notices: [Messages.Notice], expected: TopicClaim.Verdict) {
        var claim = reading(notices)
        #expect(claim.verdict(at: 0) == .wait)
        claim.readAll(at: Self.second)
        #expect(claim.verdict(at: Self.second) == expected)
    }

    @Test func `is another's where it ends our connection twice before we have published`() {
        var claim = reading([.hello(Self.newer), .state(session: "newer", goodbye: .lost)])
        claim.readAll(at: 0)
        #expect(claim.deadline == TopicClaim.returnTime)
        let isTaken = claim.end()
        #expect(!isTaken)
        claim.begin(isFirst: false, at: 0)
        claim.take(.hello(Self.newer), timeOfDay: Self.today)
        claim.readAll(at: 0)
        let isTakenAgain = claim.end()
        #expect(isTakenAgain)
    }

    @Test func `is ours where the other does not come back`() {
        var claim = reading([.hello(Self.newer), .state(session: "newer", goodbye: .lost)])
        claim.readAll(at: 0)
        #expect(claim.verdict(at: TopicClaim.returnTime - 1) == .wait)
        #expect(claim.verdict(at: TopicClaim.returnTime) == .publish)
        let isTaken = claim.end()
        #expect(!isTaken)
    }

    @Test func `waits for a broker's answer for a while only`() {
        var claim = reading([])
        #expect(claim.deadline == TopicClaim.readTime)
        #expect(claim.verdict(at: TopicClaim.readTime - 1) == .wait)
        #expect(claim.verdict(at: TopicClaim.readTime) == .publish)
    }

    @Test func `is given to one that says hello later and is heard`() {
        var claim = reading([])
        claim.readAll(at: 0)
        claim.take(.frame, timeOfDay: Self.today)
        claim.take(.hello(Self.older), timeOfDay: Self.today)
        #expect(claim.verdict(at: 0) == .publish && !claim.isSilent)
        claim.take(.hello(Self.newer), timeOfDay: Self.today)
        #expect(claim.verdict(at: 0) == .wait && claim.isSilent)
        claim.take(.frame, timeOfDay: Self.today)
        #expect(claim.verdict(at: 1) == .giveWay && !claim.isSilent)
        // Only who ends our connections ends us.
        let isTaken = claim.end()
        #expect(!isTaken)
    }

    @Test func `is ours again where only a hello was heard, which stops us once a minute at most`() {
        var claim = reading([])
        claim.readAll(at: 0)
        var waited = 0
        for step in 0..<1200 {
            let now = Int64(step) * Self.second / 10
            claim.take(.hello(Self.newer), timeOfDay: Self.today)
            claim.take(.state(session: "newer", goodbye: nil), timeOfDay: Self.today)
            if claim.verdict(at: now) == .wait { waited += 1 }
        }
        #expect(waited == 60)
        let isTaken = claim.end()
        #expect(!isTaken)
    }

    @Test func `is another's where frames come after what is retained`() {
        var claim = reading([.hello(Self.newer), .state(session: "newer", goodbye: nil)])
        claim.readAll(at: 0)
        claim.take(.frame, timeOfDay: Self.today)
        #expect(claim.verdict(at: 0) == .giveWay)
    }

    @Test(arguments: [.max, today + TopicClaim.mostLead + 1] as [Int64])
    func `is not given to one that says it began in the future`(started: Int64) {
        var claim = reading([])
        claim.readAll(at: 0)
        let forged = Messages.Publisher(session: "forged", startedNanoseconds: started)
        claim.take(.hello(forged), timeOfDay: Self.today)
        #expect(claim.verdict(at: 0) == .publish)
        let unbelieved = (claim.takeUnbelieved(), claim.takeUnbelieved())
        #expect(unbelieved == (forged, nil))
    }

    @Test func `bears any start that somebody may claim`() {
        for started in [Int64.min, -1, 0, .max] {
            let other = Messages.Publisher(session: "x", startedNanoseconds: started)
            var claim = TopicClaim(Messages.Publisher(session: "own", startedNanoseconds: .min))
            claim.begin(isFirst: true, at: 0)
            claim.take(.hello(other), timeOfDay: 0)
            #expect(claim.verdict(at: 0) == (started == .max ? .publish : .wait), "\(started)")
            #expect(claim.takeUnbelieved() == (started == .max ? other : nil))
        }
    }
}
