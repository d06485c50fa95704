package import LinuxSystem
import TiltCore
import TiltSensors

/// The whole daemon: one thread, one loop, one wake-up a tick.
///
/// Read this file first.
///
/// With a subscriber, every tick drains the sensor, moves the engine to the tick's deadline and publishes. Without one
/// the sensor is held for a while, then closed, and the timer is off: nothing wakes up.
package final class Daemon {
    private let loop: EventLoop
    let journal: Journal
    let manager: ServiceManager
    let keeper: SensorKeeper
    let publisher: Publisher
    var settings: Settings
    var engine: TiltEngine
    private(set) var inspection: Inspection?
    var ticker: Ticker
    private var watchdog: Ticker
    private var signals: SignalWatch
    private var recording: Recording?
    private let biases: BiasStore
    private let reload: (() -> Settings?)?
    let startedAt: Int64

    /// When the sensor is to be closed; `nil` while somebody listens.
    private var holdUntil: Int64?
    private var urgentDescriptor: CInt?
    /// The newest tick's, in nanoseconds.
    private(set) var lastDeadline: Int64 = 0
    private(set) var missedTicks = 0
    private(set) var lateness = LatenessHistogram()
    private var sleepWatch = SleepWatch()
    private var hasFailed = false

    /// Puts the parts together; nothing runs before ``run()``.
    package init(_ parts: consuming DaemonParts) throws(SystemError) {
        loop = parts.loop
        journal = parts.journal
        settings = parts.settings
        biases = parts.biases
        reload = parts.reload
        recording = parts.recordPath.map { Recording(path: $0, limits: parts.recordLimits) }
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
                found: { link.daemon?.sensorFound($0, because: $1) },
                lost: { link.daemon?.sensorLost($0, $1) }))
        publisher = try Publisher(
            on: parts.loop, listener: parts.listener, defaults: parts.settings.publisherDefaults,
            journal: parts.journal,
            events: Publisher.Events(
                demandChanged: { link.daemon?.followDemand() },
                appendStatus: { link.daemon?.appendStatus(to: &$0) },
                appendDetail: { link.daemon?.appendDetail($0, at: $1, id: $2, to: &$3) ?? false }))
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
        do throws(SystemError) { try loop.run() } catch {
            // Not thrown: subscribers hear why, and the recording gets its end.
            fail("cannot wait for events: \(error.description)")
        }
        return !hasFailed
    }

    private func watchDescriptors() throws(SystemError) {
        try loop.watch(ticker.descriptor, for: .readable) { [self] _ in tick() }
        loop.prioritise(ticker.descriptor)
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
        lastDeadline = tick.deadline
        missedTicks += tick.missed
        let now = MonotonicClock.now()
        lateness.add(now - tick.deadline)
        if let slept = sleepWatch.sleep(until: now) { keeper.resume(after: slept, now: now) }
        if let holdUntil, tick.deadline >= holdUntil { return goIdle() }
        let readAt = drain()
        engine.advance(to: Timestamp(nanoseconds: tick.deadline))
        let publishedAt = publisher.publish(engine.motion, raw: inspection?.takeRaw(), isAtRest: isAtRest)
        inspection?.countTick(readAt: readAt, publishedAt: publishedAt, sentAt: MonotonicClock.now())
        settlePace()
    }

    /// Takes what the kernel holds, and returns when; also called between ticks for a ring that would overflow.
    @discardableResult private func drain() -> Int64 {
        let now = MonotonicClock.now()
        keeper.drain(now: now) { reading, description in
            engine.ingest(inspection?.sample(from: reading) ?? description.sample(from: reading))
            recording?.append(reading, now: Timestamp(nanoseconds: now), journal)
        }
        inspection?.report(to: journal)
        return now
    }

    /// True where the fallback is shown and nothing moves: one tick a second is enough.
    var isAtRest: Bool { engine.motion.state != .tracking && engine.motion.presence == 0 }

    // MARK: demand

    /// Somebody came, left, paused, or wants another rate.
    private func followDemand() {
        guard publisher.demandedRate != nil else {
            if ticker.isRunning, holdUntil == nil {
                holdUntil = MonotonicClock.now() + settings.holdNanoseconds
            }
            return
        }
        holdUntil = nil
        guard !ticker.isRunning else { return settlePace() }
        keeper.open(now: MonotonicClock.now())
        startTicking()
    }

    private func goIdle() {
        holdUntil = nil
        ticker.stop()
        closeSensor()
        engine = TiltEngine(settings.engineParameters)
        manager.status("idle: nobody listens")
        journal.info("nobody listens: sensor closed")
    }

    // MARK: sensors

    private func sensorFound(_ sensor: SensorDescription, because reason: String) {
        engine.sensorAppeared(
            reportsOnlyChanges: sensor.restsInSilence, bias: biases.load(sensor.id))
        inspection = Inspection(sensor)
        watchUrgent(keeper.urgentDescriptor)
        publisher.announce("found", reason: reason, sensor: sensor, isPresent: true)
        manager.status("reading \(sensor.name)")
        recording?.begin(sensor, now: Timestamp(nanoseconds: MonotonicClock.now()), journal)
        settlePace()
    }

    private func sensorLost(_ sensor: SensorDescription, _ error: SensorError) {
        keepBias(of: sensor)
        engine.sensorLost()
        inspection = nil
        watchUrgent(nil)
        publisher.announce("lost", reason: error.description, sensor: sensor, isPresent: false)
        manager.status("lost \(sensor.name): \(error.description)")
        recording?.end(journal)
    }

    private func closeSensor() {
        if let sensor = keeper.description { keepBias(of: sensor) }
        recording?.end(journal)
        watchUrgent(nil)
        keeper.close()
        inspection = nil
    }

    /// What the gyroscope's bias was is a good guess of what it will be.
    private func keepBias(of sensor: SensorDescription) {
        guard sensor.kind != .log, let bias = engine.gyroscopeBias else { return }
        do throws(SystemError) { try biases.save(bias, of: sensor.id) } catch {
            journal.warning("cannot keep the gyroscope's bias: \(error.description)")
        }
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

    // MARK: signals

    private func takeSignals() {
        while let signal = signals.read() {
            switch signal {
            case .terminate, .interrupt: stop(because: "the daemon was stopped")
            case .hangUp:
                guard let reload else { return stop(because: "its terminal was closed") }
                readSettingsAgain(reload)
            }
        }
    }

    func fail(_ message: String) {
        journal.error(message)
        hasFailed = true
        stop(because: message)
    }

    private func stop(because reason: String) {
        manager.stopping()
        publisher.sayGoodbye(reason: reason)
        closeSensor()
        link.daemon = nil
        loop.unwatchAll()
        loop.stop()
    }
}
