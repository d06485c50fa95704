import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// A subscriber's visit to the daemon: hello, status, some seconds of frames, status again.
struct DaemonVisit {
    /// How long the daemon may take to answer, in nanoseconds: a socket unit may have to start it.
    private static let timeout: Int64 = 5_000_000_000

    /// How long is waited, behind the frames, until the daemon has judged gravity, in nanoseconds: a sensor that opened for
    /// this visit is judged after two seconds of rest.
    private static let judging: Int64 = 4_000_000_000
    /// Between two questions whether it has, in nanoseconds.
    private static let askInterval: Int64 = 500_000_000

    private(set) var facts: DaemonFacts
    private(set) var frames: FrameTally?
    /// How the daemon takes the picture of whoever does not say to be turned, in degrees; `nil` where it has not told.
    private(set) var rotation: Double?
    /// Why there are no raw samples, where they were asked for and refused.
    private(set) var rawRefusal: String?
    /// Answers to `status` so far, refusals included.
    private var answers = 0
    /// The last request for it.
    private var question: RequestID?

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
            facts.listener = facts.peer?.command
            try follow(connection, stop, for: Self.timeout) { $0.facts.hello != nil }
            guard let hello = facts.hello else { throw .silent(path: facts.path) }
            frames = FrameTally(promisedHz: hello.rateHz)
            // The answer names all options in force, also where nothing is asked for.
            var change = SubscriptionChange()
            if asksForRaw { change.include = .raw }
            connection.send(.subscribe(change))
            let listening = max(seconds, FrameTally.leastSeconds(at: hello.rateHz))
            try follow(connection, stop, for: Int64(listening * 1e9)) { _ in false }
            try ask(connection, stop)
            let end = MonotonicClock.now() + Self.judging
            while facts.status.map(Self.isJudging) ?? false, MonotonicClock.now() < end {
                try follow(connection, stop, for: Self.askInterval) { _ in false }
                guard !DescriptorWait.readable([stop], nanoseconds: 0)[0] else { break }
                try ask(connection, stop)
            }
        } catch {
            facts.failure = error
        }
    }

    private mutating func ask(_ connection: ClientConnection, _ stop: CInt) throws(ClientError) {
        let answers = self.answers
        question = connection.send(.status(include: []))
        try follow(connection, stop, for: Self.timeout) { $0.answers > answers }
        // Who left the front of the machine gets no frames either, which is no fault of theirs.
        frames?.end = facts.statusRefusal == nil ? MonotonicClock.now() : nil
    }

    /// True where the daemon reads a sensor of this machine and has not seen how long gravity is.
    private static func isJudging(_ status: JSONValue) -> Bool {
        guard let kind = status["sensor"]?["kind"]?.string, kind != "log" else { return false }
        // Whom it does not tell how many readings come it does not tell of gravity either.
        guard status["rejected"] != nil, status["state"]?.string == "tracking" else { return false }
        return status["gravity_g"] == nil
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
            answers += 1
            facts.statusLine = text
            facts.status = Array(text.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
        case .refused(let refusal) where refusal.id != nil && refusal.id == question:
            answers += 1
            facts.statusRefusal = refusal
        case .refused(let refusal): rawRefusal = refusal.message
        case .accepted(_, _, let text):
            let options = Array(text.utf8).withUnsafeBufferPointer { try? JSONParser.parse($0) }
            // A daemon of before it knew the two apart has the panel's in the place of the picture's.
            rotation = options?["panel_rotation"]?.number ?? options?["display_rotation"]?.number
        case .sensor, .goodbye, .other: break
        }
    }
}
