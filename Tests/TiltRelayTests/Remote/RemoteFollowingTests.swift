import Testing

@testable import TiltRelay

@Suite struct `A followed remote sensor` {
    private static let second: Int64 = 1_000_000_000

    /// A publisher of so many, each of which began later.
    private static func publisher(_ number: Int) -> Messages.Publisher {
        let first = RemotePublisher.publisher.startedNanoseconds
        return Messages.Publisher(session: "s\(number)", startedNanoseconds: first + Int64(number))
    }

    private static func hear(_ payload: [UInt8], of channel: Channel, _ feed: inout RemoteFeed, at now: Int64)
    {
        payload.withUnsafeBufferPointer {
            feed.take($0, of: channel, at: now, timeOfDay: RemotePublisher.today)
        }
    }

    @Test func `is that of the feed at once, and of a few publishers that are started anew`() {
        var (feed, following) = (RemoteFeed(), RemoteFollowing())
        for number in 0..<4 {
            let now = Int64(number) * Self.second
            Self.hear(RemotePublisher.hello(Self.publisher(number)), of: .hello, &feed, at: now)
            let isNew = following.follow(feed, at: now)
            #expect(isNew && following.shown?.session == "s\(number)" && following.dueAt == nil)
            Self.hear(Messages.goodbye(Self.publisher(number), .ended), of: .state, &feed, at: now)
            let isGone = following.follow(feed, at: now)
            #expect(isGone && following.shown == nil)
        }
    }

    @Test func `changes six times a minute, whoever writes hello and goodbye, and to the last of them`() {
        var (feed, following) = (RemoteFeed(), RemoteFollowing())
        var changes = 0
        for number in 0..<60_000 {
            let now = Int64(number) * Self.second / 1000
            Self.hear(RemotePublisher.hello(Self.publisher(number)), of: .hello, &feed, at: now)
            if following.follow(feed, at: now) { changes += 1 }
            guard number % 2 == 1 else { continue }
            Self.hear(Messages.goodbye(Self.publisher(number), .ended), of: .state, &feed, at: now)
            if following.follow(feed, at: now) { changes += 1 }
        }
        #expect((12...14).contains(changes))
        Self.hear(RemotePublisher.hello(Self.publisher(70_000)), of: .hello, &feed, at: 60 * Self.second)
        while let due = following.dueAt { _ = following.follow(feed, at: due) }
        #expect(following.shown?.session == "s70000")
        let isChanged = following.follow(feed, at: 100 * Self.second)
        #expect(!isChanged)
    }
}
