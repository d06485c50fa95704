package import LinuxSystem
package import TiltCore
package import TiltSensors

/// The whole daemon: one thread, one loop, one wake-up a tick. Read this file first.
///
/// With a subscriber, every tick drains the sensor, moves the engine to the tick's deadline and publishes. Without one
/// the sensor is held for a while, then closed, and the timer is off: nothing wakes up.
package final class Daemon {
    private let loop: EventLoop
    private let journal: Journal
    private let manager: ServiceManager
    private let keeper: SensorKeeper
    private let publisher: Publisher
    private var settings: Settings
    private var engine: TiltEngine
    private var ticker: Ticker
    private var watchdog: Ticker
    private var signals: SignalWatch
    private var recording: Recording?
    private let reload: () -> Settings?
    private let startedAt: Int64

    /// When the sensor is to be closed; `nil` while somebody listens.
    private var holdUntil: Int64?
    private var urgentDescriptor: CInt?
    private var missedTicks = 0
    private var hasFailed = false

    /// What a daemon is built from.
    package struct Parts: ~Copyable {
        package var loop: EventLoop
        package var listener: UnixListener
        package var source: any SensorSource
        package var settings: Settings
        package var journal: Journal
        package var manager: ServiceManager
        /// Where to write what the sensor gives; `nil` for nowhere.
        package var recordPath: String?
        /// Reads the settings again for SIGHUP; `nil` where they are wrong, after saying why.
        package var reload: () -> Settings?

        package init(
            loop: EventLoop, listener: consuming UnixListener, source: any SensorSource, settings: Settings,
            journal: Journal, manager: consuming ServiceManager, recordPath: String? = nil,
            reload: @escaping () -> Settings?
        ) {
            self.loop = loop
            self.listener = listener
            self.source = source
            self.settings = settings
            self.journal = journal
            self.manager = manager
            self.recordPath = recordPath
            self.reload = reload
        }
    }

    /// Puts the parts together; nothing runs before ``run()``.
    package init(_ parts: consuming Parts) throws(SystemError) {
        loop = parts.loop
        journal = parts.journal
        settings = parts.settings
        reload = parts.reload
        recording = parts.recordPath.map { Recording(path: $0) }
        engine = TiltEngine(parts.settings.engineParameters)
        ticker = try Ticker.open()
        watchdog = try Ticker.open()
        signals = try SignalWatch.open()
        startedAt = MonotonicClock.now()
        let link = Link()
        self.link = link
        keeper = SensorKeeper(
            source: parts.source, journal: parts.journal,
            events: SensorKeeper.Events(
                found: { link.daemon?.sensorFound($0) }, lost: { link.daemon?.sensorLost($0, $1) }))
        publisher = try Publisher(
            on: parts.loop, listener: parts.listener, defaults: parts.settings.publisherDefaults,
            journal: parts.journal,
            events: Publisher.Events(
                demandChanged: { link.daemon?.followDemand() },
                appendStatus: { link.daemon?.appendStatus(to: &$0) }))
        manager = parts.manager
        link.daemon = self
    }

    /// The way back from the parts to the daemon that owns them; cut when the daemon ends.
    private final class Link { var daemon: Daemon? }
    private let link: Link

    /// Serves until SIGTERM or SIGINT; false where something failed for good.
    package func run() throws(SystemError) -> Bool {
        try watchDescriptors()
        manager.ready(status: "idle: nobody listens")
        try loop.run()
        return !hasFailed
    }

    private func watchDescriptors() throws(SystemError) {
        try loop.watch(ticker.descriptor, for: .readable) { [self] _ in tick() }
        try loop.watch(signals.descriptor, for: .readable) { [self] _ in takeSignals() }
        if let hotplug = keeper.hotplugDescriptor {
            try loop.watch(hotplug, for: .readable) { [self] _ in
                keeper.hotplug(now: MonotonicClock.now())
                settlePace()
            }
        }
        guard let period = manager.watchdogPeriod else { return }
        try loop.watch(watchdog.descriptor, for: .readable) { [self] _ in
            _ = watchdog.read()
            manager.keepAlive()
        }
        try watchdog.start(period: period, from: MonotonicClock.now())
    }

    // MARK: the tick

    private func tick() {
        guard let tick = ticker.read() else { return }
        missedTicks += tick.missed
        if let holdUntil, tick.deadline >= holdUntil { return goIdle() }
        drain()
        engine.advance(to: Timestamp(nanoseconds: tick.deadline))
        publisher.publish(engine.motion, isSettled: isSettled)
        settlePace()
    }

    /// Takes what the kernel holds; also called between ticks for a ring that would overflow.
    private func drain() {
        let now = MonotonicClock.now()
        let description = keeper.description
        keeper.drain(now: now) { reading in
            guard let description else { return }
            engine.ingest(description.sample(from: reading))
            record(reading, now: now)
        }
    }

    /// True where the fallback is shown and nothing moves: one tick a second is enough.
    private var isSettled: Bool { engine.motion.state != .tracking && engine.motion.presence == 0 }

    /// Ticks as fast as the fastest subscriber asked, once a second while there is no sensor, not at all when idle.
    private func settlePace() {
        let rate = publisher.demandedRate ?? settings.shadow.rateHz
        let hasNothingToShow = isSettled && keeper.description == nil
        let period = hasNothingToShow ? 1_000_000_000 : Int64((1e9 / rate).rounded())
        guard ticker.isRunning, ticker.period != period else { return }
        startTicking(period: period)
    }

    private func startTicking(period: Int64) {
        do throws(SystemError) {
            try ticker.start(period: period, from: MonotonicClock.now())
        } catch {
            fail("cannot set the timer: \(error.description)")
        }
    }

    // MARK: demand

    /// Somebody came, left, paused, or wants another rate.
    private func followDemand() {
        guard let rate = publisher.demandedRate else {
            if ticker.isRunning, holdUntil == nil {
                holdUntil = MonotonicClock.now() + settings.holdNanoseconds
            }
            return
        }
        holdUntil = nil
        if !ticker.isRunning {
            startTicking(period: Int64((1e9 / rate).rounded()))
            keeper.open(now: MonotonicClock.now())
        }
        settlePace()
    }

    private func goIdle() {
        holdUntil = nil
        ticker.stop()
        recording?.end(journal)
        watchUrgent(nil)
        keeper.close()
        engine = TiltEngine(settings.engineParameters)
        manager.status("idle: nobody listens")
        journal.info("nobody listens: sensor closed")
    }

    // MARK: sensors

    private func sensorFound(_ sensor: SensorDescription) {
        engine.sensorAppeared(reportsOnlyChanges: sensor.reportsOnlyChanges)
        watchUrgent(keeper.urgentDescriptor)
        publisher.announce("found", reason: nil, sensor: sensor, isPresent: true)
        manager.status("reading \(sensor.name)")
        recording?.begin(sensor, now: Timestamp(nanoseconds: MonotonicClock.now()), journal)
        settlePace()
    }

    private func sensorLost(_ sensor: SensorDescription, _ error: SensorError) {
        engine.sensorLost()
        watchUrgent(nil)
        publisher.announce("lost", reason: error.description, sensor: sensor, isPresent: false)
        manager.status("lost \(sensor.name): \(error.description)")
        recording?.end(journal)
    }

    private func watchUrgent(_ descriptor: CInt?) {
        if let urgentDescriptor { loop.unwatch(urgentDescriptor) }
        urgentDescriptor = nil
        guard let descriptor else { return }
        do throws(SystemError) {
            try loop.watch(descriptor, for: .readable) { [self] _ in drain() }
            urgentDescriptor = descriptor
        } catch {
            journal.warning("cannot watch the sensor between ticks: \(error.description)")
        }
    }

    private func record(_ reading: Reading, now: Int64) {
        recording?.append(reading, now: Timestamp(nanoseconds: now), journal)
    }

    // MARK: signals

    private func takeSignals() {
        while let signal = signals.read() {
            switch signal {
            case .terminate, .interrupt: stop(because: "the daemon was stopped")
            case .hangUp: readSettingsAgain()
            }
        }
    }

    private func readSettingsAgain() {
        manager.reloading(at: MonotonicClock.now())
        if let settings = reload(), settings != self.settings {
            let engineChanged = settings.engineParameters != self.settings.engineParameters
            self.settings = settings
            if engineChanged {
                engine = TiltEngine(settings.engineParameters)
                if let sensor = keeper.description {
                    engine.sensorAppeared(reportsOnlyChanges: sensor.reportsOnlyChanges)
                }
            }
            publisher.use(settings.publisherDefaults)
            settlePace()
            journal.info("settings read again")
        }
        manager.ready(status: keeper.description.map { "reading \($0.name)" } ?? "no sensor open")
    }

    private func fail(_ message: String) {
        journal.error(message)
        hasFailed = true
        stop(because: message)
    }

    private func stop(because reason: String) {
        manager.stopping()
        publisher.sayGoodbye(reason: reason)
        recording?.end(journal)
        keeper.close()
        link.daemon = nil
        loop.stop()
    }

    // MARK: status

    private func appendStatus(to buffer: inout ByteBuffer) {
        let now = MonotonicClock.now()
        ServerMessage.append(key: "server", ProtocolVersion.server, to: &buffer)
        ServerMessage.append(key: "uptime_s", Double((now - startedAt) / 1_000_000_000), to: &buffer)
        ServerMessage.append(key: "state", engine.motion.state.rawValue, to: &buffer)
        ServerMessage.append(key: "tick_hz", ticker.isRunning ? 1e9 / Double(ticker.period) : 0, to: &buffer)
        ServerMessage.append(key: "ticks", Double(publisher.ticks), to: &buffer)
        ServerMessage.append(key: "missed_ticks", Double(missedTicks), to: &buffer)
        ServerMessage.append(key: "subscribers", Double(publisher.count), to: &buffer)
        ServerMessage.append(key: "dropped", Double(publisher.droppedFrames), to: &buffer)
        ServerMessage.append(sensor: keeper.description, to: &buffer)
        appendMounting(to: &buffer)
        StatusMessage.append(candidates: keeper.report(), to: &buffer)
    }

    private func appendMounting(to buffer: inout ByteBuffer) {
        guard let sensor = keeper.description else { return }
        ServerMessage.append(key: "device", sensor.device, to: &buffer)
        ServerMessage.append(key: "mount_matrix", sensor.mounting.matrix.description, to: &buffer)
        ServerMessage.append(key: "mount_source", sensor.mounting.source.rawValue, to: &buffer)
    }
}
