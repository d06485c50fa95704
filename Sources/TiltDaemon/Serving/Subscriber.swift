import LinuxSystem
import TiltCore

/// A connection that reads frames: its options, and what it has not taken yet.
///
/// Whatever a subscriber does, it holds a bounded amount of memory: at most one frame waits for it, and its answers
/// stop being produced while ``outgoing`` is long.
final class Subscriber {
    let stream: UnixStream
    /// Who connected, for the log and `status`.
    let peer: PeerCredentials?
    /// The process's name when it connected: later its number may be another's.
    let command: String?
    /// In nanoseconds of CLOCK_MONOTONIC.
    let connectedAt: Int64
    /// What this subscriber asked for, over the daemon's defaults.
    private(set) var change = SubscriptionChange()
    /// The options in force.
    private(set) var subscription: Subscription
    private(set) var mapper: ShadowMapper
    /// True where it wants no frames for now, not even the one that waits.
    var isPaused = false { didSet { if isPaused { waiting = nil } } }
    /// True once hello was sent, which is always the first line.
    var isGreeted = false

    /// Frames missed since the last one that was sent.
    private(set) var dropped: UInt64 = 0
    /// Frames missed since it connected.
    private(set) var droppedEver: UInt64 = 0
    /// The newest frame, waiting for room in the socket.
    private(set) var waiting: Frame?
    /// Bytes that must go out before anything else: the rest of a half-sent line, answers.
    private var outgoing: [UInt8] = []

    var input = LineSplitter(limit: ProtocolVersion.longestLine - 1)
    var requests = RequestBudget()
    /// True once it closed its sending side: no more requests will come, and it goes on reading.
    var hasSaidAll = false
    /// True once a fatal error was sent: what else comes in is not read.
    var isClosing = false

    /// The answer to `status` that is being given.
    var listing: StatusListing?
    /// What was read behind the request that is being answered: at most one buffer, since no more is read meanwhile.
    var held: [UInt8] = []
    private(set) var sentFrames = UnreadFrames()

    private var nextDue: Int64?
    private var lastSent: Frame?

    init(stream: consuming UnixStream, defaults: Subscription) {
        peer = stream.peer
        command = peer?.command
        connectedAt = MonotonicClock.now()
        self.stream = stream
        subscription = defaults
        mapper = ShadowMapper(defaults.shadow)
    }

    /// True where nothing is half-sent and no frame waits.
    var isDrained: Bool { outgoing.isEmpty && waiting == nil }

    /// Answers that wait to be read: beyond this, no more requests are taken from this subscriber.
    var isBacklogged: Bool { outgoing.count > 4 * ProtocolVersion.longestLine }

    /// True where requests are taken: it reads its answers, and more may come.
    var isHeard: Bool { !isBacklogged && !isClosing && !hasSaidAll && listing == nil }

    /// Bytes that the daemon itself keeps for it.
    var heldBytes: Int { outgoing.count + held.count }

    /// Puts a change on top of those made before.
    func apply(_ change: SubscriptionChange, defaults: Subscription) {
        self.change = self.change.merging(change)
        useDefaults(defaults)
    }

    /// Works the options out again, after a change or new defaults.
    func useDefaults(_ defaults: Subscription) {
        subscription = change.applied(to: defaults)
        mapper.options = subscription.shadow
        nextDue = nil
    }

    /// True where its offset is measured from a pose of its own.
    var hasNeutral: Bool { subscription.shadow.reference != .absolute }

    func recentre() { mapper.recentre() }

    /// True where this tick is one of the subscriber's rate.
    ///
    /// The next due time moves by its own period, so 30 Hz on a 50 Hz tick is 30 frames a second and not 25.
    func isDue(at deadline: Int64) -> Bool {
        guard isGreeted, !isPaused, !isClosing else { return false }
        let period = Int64(1e9 / subscription.rateHz)
        guard let due = nextDue else {
            nextDue = deadline + period
            return true
        }
        guard deadline >= due else { return false }
        nextDue = deadline - due >= period ? deadline + period : due + period
        return true
    }

    /// The frame of a tick as this subscriber sees it.
    func frame(of motion: Motion, raw: RawSample?, sequence: UInt64) -> Frame {
        Frame(
            sequence: sequence, motion: motion, raw: raw, view: mapper.view(of: motion),
            subscription: subscription)
    }

    /// True where a subscriber that asked for `changed` need not hear it: fewer than 0.01 points, within the second.
    func isRedundant(_ frame: Frame) -> Bool {
        guard subscription.when == .changed, let last = lastSent, last.state == frame.state else {
            return false
        }
        guard frame.time.nanoseconds - last.time.nanoseconds < 1_000_000_000 else { return false }
        return (frame.offset - last.offset).length < 0.01
    }

    /// Sends a frame now, or keeps it as the one that waits; `encoded` is the frame as a line without `dropped`.
    ///
    /// - Returns: false where the subscriber has gone.
    func send(_ frame: Frame, encoded: ByteBuffer, scratch: inout ByteBuffer) -> Bool {
        if !isDrained {
            if waiting != nil { missOne() }
            waiting = frame
            return true
        }
        if subscription.isStrict, stream.unreadByPeer > 0 {
            missOne()
            return true
        }
        return write(frame, encoded: dropped == 0 ? encoded : nil, scratch: &scratch)
    }

    /// Sends what waits; called when the socket has room again.
    ///
    /// - Returns: false where the subscriber has gone.
    func flush(scratch: inout ByteBuffer) -> Bool {
        if !outgoing.isEmpty {
            let outcome = outgoing.withUnsafeBytes { stream.send($0) }
            switch outcome {
            case .sent(let count): outgoing.removeFirst(count)
            case .wouldBlock: return true
            // The rest of a line can neither be left out nor waited for: the subscriber connects again.
            case .outOfMemory, .closed: return false
            }
        }
        guard outgoing.isEmpty, let frame = waiting else { return true }
        waiting = nil
        return write(frame, encoded: nil, scratch: &scratch)
    }

    /// Queues a line of any other kind and sends as much as fits.
    ///
    /// - Returns: false where the subscriber has gone.
    func send(line: ByteBuffer, scratch: inout ByteBuffer) -> Bool {
        outgoing.append(contentsOf: line.bytes)
        return flush(scratch: &scratch)
    }

    private func write(_ frame: Frame, encoded: ByteBuffer?, scratch: inout ByteBuffer) -> Bool {
        if encoded == nil {
            scratch.removeAll()
            FrameEncoder.appendJSON(frame, dropped: dropped, to: &scratch)
        }
        let line = encoded ?? scratch
        switch line.bytes.withUnsafeBytes({ stream.send($0) }) {
        case .sent(let count):
            if count < line.count { outgoing.append(contentsOf: line.bytes[count...]) }
            dropped = 0
            lastSent = frame
            sentFrames.add(frame.time.nanoseconds, length: line.count)
        case .wouldBlock:
            waiting = frame
        case .outOfMemory:
            missOne()
        case .closed:
            return false
        }
        return true
    }

    private func missOne() {
        dropped += 1
        droppedEver += 1
    }
}
