import Testing
import TiltClient

@testable import TiltRelay

@Suite struct `A log of losses` {
    @Test func `says each cause once, whatever comes between, until a connection lasted`() {
        var log = LossLog<String>()
        let said = ["reset", "lost", "reset", "lost", "reset"].map { log.take($0, at: 0) }
        #expect(said == [true, true, false, false, false])
        let isBack = log.takeReturn(since: 0, at: 10 * Self.second)
        let isSaid = log.take("reset", at: 11 * Self.second)
        #expect(isBack && isSaid)
    }

    private static let second: Int64 = 1_000_000_000

    @Test func `says a return at once, and that of one who comes and goes where he stays`() {
        var (log, now) = (LossLog<String>(), Int64(0))
        var said = [log.takeReturn(since: now, at: now)]
        for _ in 0..<3 {
            now += 6 * Self.second
            said.append(log.take("it hung up", at: now))
            now += 6 * Self.second
            said.append(log.takeReturn(since: now, at: now))
        }
        #expect(said == [true, true, false, false, false, false, false])
        // Not again where the first word was of a loss, either.
        var other = LossLog<String>()
        let first = other.take("it hung up", at: 0)
        let isEarly = other.takeReturn(since: 1, at: 1)
        #expect(first && !isEarly)
        let early = log.takeReturn(since: now, at: now + 9 * Self.second)
        let late = log.takeReturn(since: now, at: now + 10 * Self.second)
        let again = log.takeReturn(since: now, at: now + 20 * Self.second)
        #expect(!early && late && !again)
    }

    /// Connections of up to half a minute, and as long between them, each ended by one of many causes.
    @Test(arguments: [3, 5, 9, 11, 28]) func `says in few lines of an hour what is true`(causes: Int) {
        var (log, random) = (LossLog<Int>(), SystemRandomNumberGenerator())
        var (now, lines, saysAway) = (Int64(0), 0, true)
        func note(_ isAway: Bool, _ isSaid: Bool) {
            if isSaid { (lines, saysAway) = (lines + 1, isAway) }
        }
        while now < 3600 * Self.second {
            let begun = now
            let end = now + Int64.random(in: 0...30, using: &random) * Self.second
            while now <= end {
                note(false, log.takeReturn(since: begun, at: now))
                now += 2 * Self.second
            }
            if now - begun > 12 * Self.second { #expect(!saysAway) }
            note(true, log.take(Int.random(in: 0..<causes, using: &random), at: now))
            #expect(saysAway)
            now += Int64.random(in: 1...30, using: &random) * Self.second
        }
        // Two a connection that lasts, and one for each other cause between those.
        #expect(lines < 400)
    }

    @Test func `takes few attempts and few lines of an hour, whatever each ends by`() {
        var (log, backoff) = (LossLog<String>(), Backoff(limit: 30_000_000_000))
        var (now, attempts, lines) = (Int64(0), 0, 0)
        while now < 3_600_000_000_000 {
            if log.take(["lost", "reset", "refused"][attempts % 3], at: now) { lines += 1 }
            attempts += 1
            now += backoff.next()
        }
        #expect((120...130).contains(attempts))
        #expect(lines == 3)
    }

    @Test func `says no more than a few of a broker that always has another word`() {
        var log = LossLog<Int>()
        let said = (0..<1000).filter { log.take($0, at: Int64($0)) }
        #expect(said.count == 8)
    }
}
