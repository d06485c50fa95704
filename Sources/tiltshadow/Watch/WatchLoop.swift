import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// Follows a daemon and shows what it says, until it is told to stop.
struct WatchLoop {
    /// When to stop by itself.
    struct Limits: Equatable {
        /// After this many frames.
        var frames: Int?
        /// After this many seconds.
        var seconds: Double?
    }

    private var connection: ReconnectingConnection
    private let view: any WatchView
    private let limits: Limits
    private var readsKeys: Bool
    /// True once a daemon has said anything.
    private var hasHeard = false
    /// What has been seen so far.
    private(set) var statistics = WatchStatistics()

    init(connection: ReconnectingConnection, view: any WatchView, limits: Limits, readsKeys: Bool) {
        self.connection = connection
        self.view = view
        self.limits = limits
        self.readsKeys = readsKeys
    }

    /// Runs until a limit, Ctrl-C, SIGTERM or the key q.
    ///
    /// - Throws: ``ToolError/nothingHeard`` or ``ToolError/framesMissing(_:of:)`` where the time is over too early, the
    ///   latter where a signal is, too.
    mutating func run() throws(ToolError) {
        let signals = try SignalWatch.openForCommand()
        let start = MonotonicClock.now()
        let end = limits.seconds.map { start + Int64($0 * 1e9) }
        view.leave(on: signals.descriptor, at: end)
        while true {
            let now = MonotonicClock.now()
            if let end, now >= end { return try checkAllCame() }
            do throws(ToolError) {
                try advance(to: now)
                if isFull { return }
                try view.refresh(statistics, now: now)
            } catch {
                // Where it was not the reader that went, there was no room when the time was over or a signal came.
                if case .outputClosed = error { signals.takeAll() }
                if case .outputClosed = error, let end, MonotonicClock.now() >= end { try checkAllCame() }
                throw error
            }
            let wake = [connection.deadline, view.refreshInterval.map { now + $0 }, end].compactMap { $0 }
                .min()
            let ready = DescriptorWait.readable(
                [signals.descriptor, readsKeys ? Console.current.input : -1, connection.descriptor ?? -1],
                nanoseconds: wake.map { $0 - MonotonicClock.now() })
            if ready[0] {
                signals.takeAll()
                return try checkFramesCame()
            }
            if ready[1], takesKey() { return }
        }
    }

    /// What was waited for has come before the time was over.
    private func checkAllCame() throws(ToolError) {
        guard hasHeard else { throw .nothingHeard }
        try checkFramesCame()
    }

    /// As many frames as a script waits for have come.
    private func checkFramesCame() throws(ToolError) {
        if let wanted = limits.frames, !isFull { throw .framesMissing(statistics.frames, of: wanted) }
    }

    private var isFull: Bool { limits.frames.map { statistics.frames >= $0 } ?? false }

    private mutating func advance(to now: Int64) throws(ToolError) {
        var failure: ToolError?
        var (statistics, hasHeard) = (self.statistics, self.hasHeard)
        let (view, limit) = (self.view, limits.frames ?? .max)
        defer { (self.statistics, self.hasHeard) = (statistics, hasHeard) }
        do throws(ClientError) {
            try connection.advance(to: now) { event in
                guard failure == nil, statistics.frames < limit else { return }
                do throws(ToolError) {
                    switch event {
                    case .lost(let error, let retryAfter):
                        try view.lost(error, retryAfter: retryAfter, now: now)
                    case .message(let message):
                        hasHeard = true
                        if case .hello = message { statistics.reconnected() }
                        if case .frame(let frame, let dropped) = message {
                            statistics.add(frame, dropped: dropped, now: now)
                        }
                        try view.show(message, statistics, now: now)
                    }
                } catch { failure = error }
            }
        } catch {
            guard limits.frames != nil, hasHeard else { throw .client(error) }
            switch error {
            case .closed, .silent: throw .daemonLeft(error)
            default: throw .client(error)
            }
        }
        if let failure { throw failure }
    }

    /// Reads what was typed; true where it was q.
    ///
    /// At the end of input no more keys are read.
    private mutating func takesKey() -> Bool {
        var keys = [UInt8](repeating: 0, count: 64)
        let count = read(Console.current.input, &keys, keys.count)
        guard count > 0 else {
            readsKeys = false
            return false
        }
        if keys[..<count].contains(UInt8(ascii: "r")) { connection.send(.recentre) }
        return keys[..<count].contains(UInt8(ascii: "q"))
    }
}
