import TiltClient
import TiltCore

/// Several displays on one daemon, each of which asks for ticks of its own as soon as it knows its vsyncs.
struct LockedDisplays {
    /// One of them, and who draws on it.
    private struct Client {
        let vsyncs: [Double]
        var lock = PhaseLock(hasGyroscope: true)
        var resampler = Resampler()
        /// What to ask for while nothing is locked.
        let usual: SubscriptionChange
        /// Frames that are under way: when they will be there, in seconds.
        var coming: [(time: Double, frame: Frame)] = []
        var shown: [ShadowOffset] = []

        init(_ display: Display, _ trial: Trial) {
            vsyncs = display.vsyncs(until: trial.end)
            var usual = SubscriptionChange()
            usual.rateHz = resampler.rateHz
            usual.lookaheadMilliseconds = Resampler.lookahead(
                refreshHz: display.refreshHz, rateHz: resampler.rateHz, hasGyroscope: true)
            self.usual = usual
        }

        /// The next vsync, in seconds.
        var next: Double? { shown.count < vsyncs.count ? vsyncs[shown.count] : nil }

        /// Draws at the next vsync, and says what to ask for then.
        mutating func draw() -> SubscriptionChange? {
            guard let vsync = next else { return nil }
            let there = coming.prefix { $0.time <= vsync + 1e-9 }
            for (_, frame) in there { resampler.take(frame) }
            coming.removeFirst(there.count)
            let instant = Timestamp(seconds: vsync).advanced(by: VirtualDaemon.origin)
            let drawn = lock.isLocked ? resampler.newest?.offset : resampler.offset(at: instant)
            shown.append(drawn ?? .zero)
            return change(lock.vsync(at: instant))
        }

        private func change(_ answer: PhaseLock.Answer?) -> SubscriptionChange? {
            switch answer {
            case nil: nil
            case .lock(let change): change
            case .release: usual
            }
        }

        /// Hears something of the daemon, at `now` in seconds, and says what to ask for then.
        mutating func hear(_ event: ClientEvent, at now: Double) -> SubscriptionChange? {
            switch event {
            case .frame(let frame, _): coming.append((now + FrameStream.delivery, frame))
            case .accepted(_, _, let text): return change(lock.ok(text))
            default: break
            }
            return nil
        }
    }

    /// What each display has shown, one offset a vsync.
    let shown: [[ShadowOffset]]

    /// Plays every so many samples of `trial`.
    init(_ trial: Trial, every: Int, _ displays: [Display]) {
        let readings = stride(from: 0, to: trial.samples.count, by: every).map { Reading(trial.samples[$0]) }
        var daemon = VirtualDaemon(readings, subscribers: displays.count)
        var clients = displays.map { Client($0, trial) }
        for number in clients.indices {
            daemon.ask(.subscribe(clients[number].usual), by: number, at: VirtualDaemon.origin - 20_000_000)
        }
        Self.deliver(&daemon, to: &clients, at: 0)
        while let number = clients.indices.filter({ clients[$0].next != nil })
            .min(by: { clients[$0].next ?? 0 < clients[$1].next ?? 0 }), let vsync = clients[number].next
        {
            while let tick = daemon.nextTick, Self.seconds(tick) <= vsync {
                daemon.tick()
                Self.deliver(&daemon, to: &clients, at: Self.seconds(tick))
            }
            if let change = clients[number].draw() {
                let now = Timestamp(seconds: vsync).nanoseconds + VirtualDaemon.origin
                daemon.ask(.subscribe(change), by: number, at: now)
                Self.deliver(&daemon, to: &clients, at: vsync)
            }
        }
        shown = clients.map(\.shown)
    }

    private static func deliver(_ daemon: inout VirtualDaemon, to clients: inout [Client], at now: Double) {
        for (subscriber, event) in daemon.takeSaid() {
            guard let change = clients[subscriber].hear(event, at: now) else { continue }
            let instant = Timestamp(seconds: now).nanoseconds + VirtualDaemon.origin
            daemon.ask(.subscribe(change), by: subscriber, at: instant)
        }
    }

    /// The log's clock at an instant of the daemon's, in nanoseconds.
    private static func seconds(_ instant: Int64) -> Double { Double(instant - VirtualDaemon.origin) * 1e-9 }
}
