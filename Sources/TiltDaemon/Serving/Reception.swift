import CLinux
import LinuxSystem

/// Accepts connections, and backs off while the process has no descriptors left.
final class Reception {
    private let loop: EventLoop
    private let listener: UnixListener
    private let journal: Journal
    private var retry: Ticker
    private var admit: (consuming UnixStream) -> Void = { _ in }
    private var reminder = Reminder()

    /// How long to leave the backlog alone when a connection cannot be accepted, in nanoseconds.
    private static let pause: Int64 = 1_000_000_000
    /// Connections taken at one wake-up: a tick that is due meanwhile must not wait for a storm of them to end.
    private static let mostAtOnce = 8
    /// Descriptors that no subscriber gets: those of a sensor that is opened again, and of a log.
    private static let reserve = 16

    init(on loop: EventLoop, listener: consuming UnixListener, journal: Journal) throws(SystemError) {
        self.loop = loop
        self.listener = listener
        self.journal = journal
        retry = try Ticker.open()
    }

    /// Hands every connection to `admit` from now on.
    func open(_ admit: @escaping (consuming UnixStream) -> Void) throws(SystemError) {
        self.admit = admit
        try loop.watch(retry.descriptor, for: .readable) { [self] _ in resume() }
        try watchListener()
    }

    /// Accepts nobody any more, and takes our socket's file away.
    ///
    /// At once rather than with the listener: the program ends by `exit(3)`, which runs no `deinit`.
    func close() {
        listener.removeFile()
        loop.unwatch(listener.descriptor)
        loop.unwatch(retry.descriptor)
        // It holds whoever holds this, which would keep the socket's file for ever.
        admit = { _ in }
    }

    private func watchListener() throws(SystemError) {
        try loop.watch(listener.descriptor, for: .readable) { [self] _ in acceptSome() }
    }

    private func acceptSome() {
        do throws(AcceptError) {
            for _ in 0..<Self.mostAtOnce {
                guard DescriptorTable.hasRoom(beside: Self.reserve, probing: listener.descriptor) else {
                    throw .outOfDescriptors(SystemError("accept4", errno: EMFILE))
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
        let text = reminder.text(
            "\(error.description), looking again every second; \(error.hint)", now: MonotonicClock.now())
        if let text { journal.warning(text) }
        loop.unwatch(listener.descriptor)
        do throws(SystemError) {
            try retry.start(period: Self.pause, from: MonotonicClock.now())
        } catch {
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
