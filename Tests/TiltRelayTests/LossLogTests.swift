import Testing
import TiltClient

@testable import TiltRelay

@Suite struct `A log of losses` {
    @Test func `says each cause once, whatever comes between, until a connection lasted`() {
        var log = LossLog<String>()
        let said = ["reset", "lost", "reset", "lost", "reset"].map { log.take($0) }
        #expect(said == [true, true, false, false, false])
        log.startOver()
        let isSaid = log.take("reset")
        #expect(isSaid)
    }

    @Test func `says a return where it said the loss`() {
        var log = LossLog<String>()
        var said = [log.takeReturn()]
        for _ in 0..<3 { said += [log.take("it hung up"), log.takeReturn()] }
        #expect(said == [true, true, true, false, false, false, false])
    }

    @Test func `takes few attempts and few lines of an hour, whatever each ends by`() {
        var (log, backoff) = (LossLog<String>(), Backoff(limit: 30_000_000_000))
        var (now, attempts, lines) = (Int64(0), 0, 0)
        while now < 3_600_000_000_000 {
            if log.take(["lost", "reset", "refused"][attempts % 3]) { lines += 1 }
            attempts += 1
            now += backoff.next()
        }
        #expect((120...130).contains(attempts))
        #expect(lines == 3)
    }

    @Test func `says no more than a few of a broker that always has another word`() {
        var log = LossLog<Int>()
        let said = (0..<1000).filter { log.take($0) }
        #expect(said.count == 8)
    }
}
