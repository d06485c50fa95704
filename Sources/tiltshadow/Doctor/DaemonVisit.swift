import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// A subscriber's visit to the daemon: hello, status, some seconds of frames, status again.
struct DaemonVisit {
    /// How long the daemon may take to answer, in nanoseconds: a socket unit may have to start it.
    private static let patience: Int64 = 5_000_000_000

    private(set) var facts: DaemonFacts
    private(set) var frames: FrameTally?
    /// Why there are no raw samples, where they were asked for and refused.
    private(set) var rawRefusal: String?
    init(path: String, isService: Bool) {
        facts = DaemonFacts(path: path, isService: isService, file: FileAccess(of: path))
    }

    /// Listens for `seconds`, or until `stop` is readable.
    ///
    /// What fails is in ``facts``. A report asks for raw samples, too, which not everybody may have.
    mutating func run(seconds: Double, asksForRaw: Bool, stop: CInt) {
        do throws(ClientError) {
            let connection = try ClientConnection(path: facts.path)
            facts.peer = PeerCredentials(of: connection.descriptor)
            try follow(connection, stop, for: Self.patience) { $0.facts.hello != nil }
            guard let hello = facts.hello else { throw .silent(path: facts.path) }
            frames = FrameTally(promisedHz: hello.rateHz)
            if asksForRaw {
                var change = SubscriptionChange()
                change.includesRaw = true
                try connection.send(.subscribe(change))
            }
            try follow(connection, stop, for: Int64(seconds * 1e9)) { _ in false }
            try connection.send(.status(include: []))
            try follow(connection, stop, for: Self.patience) { $0.facts.status != nil }
        } catch {
            facts.failure = error
        }
    }

    /// Takes what comes until `isDone`, or the time is over, or a signal comes.
    private mutating func follow(
        _ connection: ClientConnection, _ stop: CInt, for nanoseconds: Int64,
        until isDone: (DaemonVisit) -> Bool
    ) throws(ClientError) {
        let end = MonotonicClock.now() + nanoseconds
        while !isDone(self) {
            let left = end - MonotonicClock.now()
            guard left > 0 else { return }
            let ready = DescriptorWait.readable([stop, connection.descriptor], nanoseconds: left)
            if ready[0] { return }
            let now = MonotonicClock.now()
            var events: [ClientEvent] = []
            // What came before the end of a connection counts too.
            defer { for event in events { take(event, now) } }
            try connection.receive { events.append($0) }
        }
    }

    private mutating func take(_ event: ClientEvent, _ now: Int64) {
        switch event {
        case .hello(let hello): facts.hello = hello
        case .frame(let frame, let dropped):
            frames?.add(.init(frame: frame, dropped: dropped, time: now))
        case .status(let text):
            facts.statusLine = text
            facts.status = Array(text.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
        case .refused(let refusal): rawRefusal = refusal.message
        case .sensor, .accepted, .goodbye, .other: break
        }
    }
}
