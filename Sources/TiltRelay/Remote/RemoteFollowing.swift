/// The sensor of a topic as the daemon is told of it, which opens and closes it, and says so each time.
///
/// A publisher that is started anew is there at once, and so are a few more; whoever writes hello and goodbye by the thousand
/// is followed to the last of them, six times a minute.
package struct RemoteFollowing: Equatable, Sendable {
    /// A sensor and the run of its publisher.
    package struct Shown: Equatable, Sendable {
        package let sensor: RemoteHello.Sensor
        package let session: String
    }

    package private(set) var shown: Shown?
    private var changes = Allowance(atOnce: 8, thenEvery: 10_000_000_000)
    private var isHeld = false

    package init() {}

    /// Takes what a feed has now, or will where it may not change yet; true where ``shown`` is another.
    package mutating func follow(_ feed: RemoteFeed, at now: Int64) -> Bool {
        var next: Shown?
        if let sensor = feed.sensor, let session = feed.session {
            next = Shown(sensor: sensor, session: session)
        }
        isHeld = next != shown && !changes.spend(at: now)
        guard next != shown, !isHeld else { return false }
        shown = next
        return true
    }

    /// When what is held back may be told; `nil` where nothing is.
    package var dueAt: Int64? { isHeld ? changes.dueAt : nil }
}
