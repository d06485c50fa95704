import Testing

@testable import TiltRelay

@Suite struct `A standing word` {
    private static let second: Int64 = 1_000_000_000
    private static func word(_ text: String) -> Publication {
        Publication(topic: "desk/state", payload: Array(text.utf8), isRetained: true, quality: 1)
    }

    /// One that said `text` at 0.
    private func said(_ text: String = "ours") -> StandingWord {
        var standing = StandingWord()
        standing.say(Self.word(text))
        return standing
    }

    @Test(arguments: ["", "another's", "ours "])
    func `is said again where something else stands in its place`(other: String) {
        var standing = said()
        standing.hear(Array(other.utf8), at: 0)
        #expect(standing.dueAt == StandingWord.settlingTime)
        let early = standing.restored(at: StandingWord.settlingTime - 1)
        let due = standing.restored(at: StandingWord.settlingTime)
        let again = standing.restored(at: 9 * Self.second)
        #expect(early == nil && due == Self.word("ours") && again == nil)
        #expect(standing.dueAt == nil)
    }

    @Test func `is not said again where it comes back itself, before another or after`() {
        var standing = said("none")
        standing.say(Self.word("tracking"))
        // A bridge that brings back all that we said, in its order.
        for text in ["none", "tracking"] { standing.hear(Array(text.utf8), at: Self.second) }
        #expect(standing.dueAt == nil)
        // The last one is what counts.
        for text in ["tracking", "none"] { standing.hear(Array(text.utf8), at: Self.second) }
        #expect(standing.dueAt == 2 * Self.second)
    }

    @Test func `is nothing before it is said on a connection, or once a newer one is`() {
        var standing = said()
        standing.hear([], at: 0)
        standing.say(Self.word("newer"))
        #expect(standing.dueAt == nil)
        standing.hear([], at: 0)
        standing.begin()
        #expect(standing.dueAt == nil)
        standing.hear([], at: 0)
        #expect(standing.dueAt == nil)
    }

    @Test func `is said every five seconds at most, however many want the topic`() {
        // Two that hear each other, and themselves, at once.
        var all = [said("one"), said("two")]
        var count = 0
        for step in 0..<600 {
            let now = Int64(step) * Self.second / 10
            if step % 3 == 0 { for index in all.indices { all[index].hear([], at: now) } }
            for index in all.indices {
                guard let restored = all[index].restored(at: now) else { continue }
                count += 1
                for other in all.indices { all[other].hear(restored.payload, at: now) }
            }
        }
        #expect((10...24).contains(count))
    }
}
