/// What is retained on a topic of ours, held against what we said there last: others may put something in its place.
///
/// A bridge brings back what another broker kept of a session that has ended, somebody takes a retained message away, forges
/// one, or publishes there, too: whoever comes then is told that, and never of us. It is stepped, as ``PublishCore`` is.
struct StandingWord: Equatable {
    /// What we said there on this connection.
    private var said: Publication?
    /// Since when something else stands there, in nanoseconds; `nil` while nothing does.
    private var replacedAt: Int64?
    /// When ours was last said again, in nanoseconds.
    private var restoredAt: Int64?

    /// How long something else stands there before ours is said again, in nanoseconds: 1 s.
    ///
    /// A bridge that brings back our own words brings the last one, too, and then nothing is amiss.
    static let settlingTime: Int64 = 1_000_000_000
    /// The shortest time from one answer to the next, in nanoseconds: 5 s.
    ///
    /// Two programs that both want the topic would else answer each other as fast as they can.
    static let period: Int64 = 5_000_000_000

    /// We have said nothing yet, as a connection begins.
    mutating func begin() { (said, replacedAt) = (nil, nil) }

    /// We say this there.
    mutating func say(_ publication: Publication) { (said, replacedAt) = (publication, nil) }

    /// This is said there, by us or by somebody else; empty where the retained message is taken away.
    mutating func hear(_ payload: [UInt8], at now: Int64) {
        guard let said else { return }
        replacedAt = payload == said.payload ? nil : replacedAt ?? now
    }

    /// When ours is to be said again, in nanoseconds; `nil` while it stands there.
    var dueAt: Int64? {
        replacedAt.map { max($0 + Self.settlingTime, (restoredAt ?? .min / 2) + Self.period) }
    }

    /// Ours, where it is to be said again.
    mutating func restored(at now: Int64) -> Publication? {
        guard let dueAt, now >= dueAt else { return nil }
        (replacedAt, restoredAt) = (nil, now)
        return said
    }
}
