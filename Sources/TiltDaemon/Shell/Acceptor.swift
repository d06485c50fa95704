import LinuxSystem

/// Accepts connections, and backs off while the process has no descriptors left.
final class Acceptor {
    private let loop: EventLoop
    private var listener: UnixListener
    private let journal: Journal
    private var retry: Ticker
    private var retryWatch: Watch?
    private var listenerWatch: Watch?
    private var admit: (consuming UnixStream) -> Void = { _ in }
    private var inUse: () -> Int = { 0 }
    /// Keeps the listener open until the process ends, whose end lets nothing linger that strangers have passed.
    private var itself: Acceptor?
    private var outOfRoom = RateLimited()

    /// How long to leave the backlog alone when a connection cannot be accepted, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000
    /// Connections taken at one wake-up: a tick that is due meanwhile must not wait for a storm of them to end.
    private static let mostAtOnce = 8

    init(on loop: EventLoop, listener: consuming UnixListener, journal: Journal) throws(SystemError) {
        self.loop = loop
        self.listener = listener
        self.journal = journal
        retry = try Ticker.open()
    }

    /// Hands every connection to `admit` from now on; `inUse` counts the descriptors of those that came before.
    func open(
        inUse: @escaping () -> Int, _ admit: @escaping (consuming UnixStream) -> Void
    ) throws(SystemError) {
        self.inUse = inUse
        self.admit = admit
        retryWatch = try loop.watch(retry.descriptor, for: .readable) { [self] _ in resume() }
        try watchListener()
    }

    /// Accepts nobody any more, and takes our socket's file away.
    ///
    /// At once rather than with the listener: the program ends by `exit(3)`, which runs no `deinit`.
    func close() {
        listener.removeFile()
        listenerWatch = nil
        retryWatch = nil
        // They hold whoever holds this, which would keep the socket's file for ever.
        admit = { _ in }
        inUse = { 0 }
        if listener.mayHoldDescriptors { itself = self }
    }

    private func watchListener() throws(SystemError) {
        listenerWatch = try loop.watch(listener.descriptor, for: .readable) { [self] _ in acceptSome() }
    }

    private func acceptSome() {
        do throws(AcceptError) {
            for _ in 0..<Self.mostAtOnce {
                guard DescriptorTable.hasRoom(for: inUse()) else {
                    throw .outOfDescriptors(SystemError("accept4", errno: DescriptorTable.full))
                }
                guard let stream = try listener.accept() else { return }
                admit(stream)
            }
        } catch {
            backOff(error)
        }
    }

    /// The connection stays in the backlog and would wake the loop without end: look again in a second.
    private func backOff(_ error: AcceptError) {
        let now = MonotonicClock.now()
        let text = outOfRoom.text(
            "\(error.description), looking again every second; \(error.hint)", now: now)
        if let text { journal.warning(text) }
        listenerWatch = nil
        do throws(SystemError) { try retry.start(period: Self.pause, from: now) } catch {
            journal.error("cannot set a timer: \(error.description)")
        }
    }

    private func resume() {
        _ = retry.read()
        retry.stop()
        do throws(SystemError) { try watchListener() } catch {
            // Watched never again, nobody could connect any more.
            backOff(.system(error))
        }
    }
}
