import LinuxSystem
package import TiltCore
package import TiltSensors

/// The whole daemon as a value that is stepped: one event and its instant in, effects out.
///
/// Read this file first.
///
/// It knows no clock and no descriptor, and calls nobody. What an event means is decided here, completely, before
/// anything happens outside; demand, greetings and the pace of the ticks are settled once, at the end of a step. The
/// ``DaemonShell`` feeds events and carries the effects out in order.
///
/// Its members are `mutating`, also those that only look, unless it is at one place: to others the compiler lends a copy of
/// all of it, ten kilobytes, and takes up to half a minute for each to see that it may.
///
/// With a subscriber, every tick takes the sensor's readings, moves the engine to the tick's deadline and publishes.
/// Without one the sensor is held for a while, then closed, and the timer is off: nothing wakes up.
package struct DaemonCore: ~Copyable {
    /// What a daemon is built from.
    package struct Setup {
        package var settings: Settings
        /// The user that the daemon runs as, who may speak for everybody.
        package var userID: UInt32
        /// Where the shell writes what the sensor gives, for messages, and how large that may grow; `nil` for nowhere.
        package var recording: (path: String, limits: RecordLimits)?
        /// True where SIGHUP reads the settings again; otherwise it ends the program, as a terminal's end should.
        package var rereadsSettings: Bool
        /// True where ``DaemonEvent/hotplug(_:)`` tells of devices that come and go.
        package var hasHotplug: Bool

        package init(
            settings: Settings, userID: UInt32, recording: (path: String, limits: RecordLimits)? = nil,
            rereadsSettings: Bool = true, hasHotplug: Bool = true
        ) {
            self.settings = settings
            self.userID = userID
            self.recording = recording
            self.rereadsSettings = rereadsSettings
            self.hasHotplug = hasHotplug
        }
    }

    /// The settings in force.
    package private(set) var settings: Settings
    private let rereadsSettings: Bool
    /// True while what SIGHUP had it read last was wrong, unreadable or late.
    private(set) var settingsAreRefused = false
    let startedAt: Int64

    var out = Outbox()
    var serving: Serving
    var keeper: SensorKeeper
    var engine: TiltEngine
    var inspection: Inspection?
    /// How long gravity was told to be at rest, in g, to who may not have raw samples; of this sensor, opened once or again.
    var toldGravity: Double?
    #if !hasFeature(Embedded)
        /// How a remote sensor's poses come, for `status`.
        var link: RemoteLink?
    #endif
    private(set) var recording: Recording?
    /// What the service manager was told last.
    var told = Stage.idle
    /// When the sensor in use was found, in nanoseconds.
    private(set) var foundAt: Int64 = 0
    /// The sensor that those who were greeted believe in.
    private var announced: SensorDescription?

    var pace = Pace()
    /// The newest tick's, in nanoseconds.
    var lastDeadline: Int64 = 0
    var missedTicks: UInt64 = 0
    private(set) var lateness = LatenessHistogram()
    /// When the sensor is to be closed; `nil` while somebody listens.
    private var holdUntil: Int64?
    private var isStopping = false
    /// Where a line is put together whose length matters.
    var scratch = ByteBuffer(capacity: ProtocolVersion.longestLine)

    package init(_ setup: Setup, at now: Int64) {
        settings = setup.settings
        rereadsSettings = setup.rereadsSettings
        startedAt = now
        serving = Serving(setup.settings.servingDefaults, userID: setup.userID)
        keeper = SensorKeeper(hasHotplug: setup.hasHotplug)
        engine = TiltEngine(setup.settings.engineParameters)
        recording = setup.recording.map { Recording(path: $0.path, limits: $0.limits) }
        out.level = setup.settings.log.level
    }

    /// The bytes that effects speak of, until the next step begins.
    package var output: ByteBuffer { out.bytes }

    /// What is to be opened or asked about.
    package func candidate(of sensor: SensorID) -> SensorCandidate? {
        keeper.candidates.candidate(of: sensor)
    }

    /// What is kept for a connection alone, beside its fixed place: bytes, and the room that was allocated for them.
    package mutating func kept(for connection: Connection) -> (bytes: Int, room: Int) {
        guard let index = serving.place(of: connection) else { return (0, 0) }
        return (serving.subscribers[index].heldBytes, serving.subscribers[index].heldRoom)
    }

    /// Appends the last line of a log that has just ended.
    package func appendEnd(of log: LogNumber, to buffer: inout ByteBuffer) {
        recording?.appendEnd(of: log, to: &buffer)
    }

    /// What the daemon does before anything has happened.
    package mutating func start(at now: Int64, _ effects: inout [DaemonEffect]) {
        out.swapEffects(with: &effects)
        out.notify(.ready, status())
        out.swapEffects(with: &effects)
    }

    /// Takes one event at `now`, in nanoseconds of CLOCK_MONOTONIC; appends effects in the order in which they are to
    /// happen.
    package mutating func handle(
        _ event: DaemonEvent, at now: Int64, _ effects: inout [DaemonEffect]
    ) {
        if isStopping {
            // The end of the log counts what the last step has lost.
            guard case .recordingBehind(let bytes) = event else { return }
            out.swapEffects(with: &effects)
            recording?.fallBehind(bytes, at: now, &out)
            return out.swapEffects(with: &effects)
        }
        if event.beginsStep { out.beginStep() }
        out.swapEffects(with: &effects)
        take(event, at: now)
        if !isStopping, event.isFollowedUp { settle(at: now) }
        out.swapEffects(with: &effects)
    }

    private mutating func take(_ event: DaemonEvent, at now: Int64) {
        switch event {
        case .accepted(let connection, let peer):
            missOverdue(at: now)
            serving.admit(connection, peer, at: now, &out)
        case .received(let connection, let bytes): receive(bytes, from: connection, at: now)
        case .passedDescriptors(let connection): refuseDescriptors(of: connection, at: now)
        case .saidAll(let connection):
            guard let index = serving.place(of: connection) else { return }
            serving.subscribers[index].hasSaidAll = true
            serving.giveBackLine(of: index)
            serving.settleInterest(of: index, &out)
        case .hungUp(let connection):
            guard let index = serving.place(of: connection) else { return }
            serving.remove(index, because: "closed its connection", &out)
        case .writable(let connection): goOn(with: connection, at: now)
        case .presence(let user, let isPresent):
            missOverdue(at: now)
            serving.note(user, isPresent: isPresent, after: lastDeadline, at: now, &out)
        case .unsent(let connection, let bytes, let sent, let failure):
            takeBack(bytes, sent: sent, from: connection, because: failure, at: now)
        case .weighed(let connection, let asker, let unread):
            describe(connection, to: asker, unread: unread, at: now)
        case .openedPage(let page): opened(page)
        case .refusedPage(let page, let error): refused(page, error, at: now)

        case .surveyed(let candidates):
            keeper.take(candidates, at: now, &out)
            if !keeper.awaitsLook { serving.endWaitForLook(&out) }
        case .surveyIsLate:
            keeper.giveUpLooking(&out)
            serving.endWaitForLook(&out)
        case .hotplug(let news): keeper.hotplug(news, at: now, &out)
        case .held(let sensor, let isHeld): keeper.take(sensor, isHeld: isHeld, at: now)
        case .opened(let sensor, let description, let bias):
            keeper.opened(sensor, description, bias: bias, at: now, &out)
        case .refused(let sensor, let error): keeper.refused(sensor, error, at: now, &out)
        case .readings(let sensor, let readings): take(readings, from: sensor, at: now)
        case .failed(let sensor, let error): keeper.failed(sensor, error, at: now, &out)
        case .probed(let sensor, let error):
            if let error { keeper.failed(sensor, error, at: now, &out) }
        #if !hasFeature(Embedded)
            case .linked(let link): self.link = link
            case .arrived(let arrival):
                if let deadline = follow(arrival, at: now) { tick(deadline, missed: 0, at: now) }
        #endif

        case .tick(let deadline, let missed):
            tick(deadline - pace.delay, missed: missed, at: now)
            #if !hasFeature(Embedded)
                pace.leaveSilentPoses(at: now)
            #endif
        case .published(let first, let last): inspection?.notePublished(first: first, last: last)
        case .wokeUp(let duration):
            serving.sleep(duration, isAtRest: isAtRest, ticks: period)
            engine.sleep(for: Double(duration) * 1e-9)
            keeper.wokeUp(after: duration, at: now, &out)
        case .settings(let next): use(next, at: now)
        case .signal(let signal): take(signal)
        case .recordingFailed(let error): recording?.fail(error, &out)
        case .recordingBehind(let bytes): recording?.fallBehind(bytes, at: now, &out)
        case .broken(let error): stop(because: error.description, isFailure: true)
        }
    }

    // MARK: the tick

    private mutating func tick(_ deadline: Int64, missed: Int, at now: Int64) {
        guard period > 0, let turn = takeTurn(deadline, missed: missed, at: now) else { return }
        lastDeadline = turn.deadline
        lateness.add(now - turn.deadline)
        serving.closeOverdue(at: now, &out)
        if let holdUntil, turn.deadline >= holdUntil { return goIdle(at: now) }
        keeper.tick(at: now, &out)
        recording?.tick(at: now, &out)
        tellNews(at: now)
        // Who waits for the first sensor is to see no ease from the fallback: the engine's first tick starts where it belongs.
        serving.updateDemand()
        guard serving.hasAudience || holdUntil != nil else { return }
        guard engine.hasBegun || !keeper.isAboutToSpeak(at: now) else { return }
        let wasAtRest = isAtRest
        engine.advance(to: Timestamp(nanoseconds: turn.deadline))
        if wasAtRest, !isAtRest { serving.endRest(at: turn.deadline) }
        serving.publish(engine.motion, raw: inspection?.takeRaw(), turn, &out)
    }

    private mutating func take(
        _ readings: UnsafeBufferPointer<Reading>, from sensor: SensorID, at now: Int64
    ) {
        switch keeper.take(readings, from: sensor, at: now, &out) {
        case .other: return
        case .inUse: for reading in readings { take(reading, at: now) }
        case .proved(let newest):
            tellNews(at: now)
            take(newest, at: now)
        }
        inspection?.noteRead(at: now)
        inspection?.report(to: &out)
    }

    /// Takes a reading of the sensor in use.
    private mutating func take(_ reading: Reading, at now: Int64) {
        #if !hasFeature(Embedded)
            // Judged, filtered and held where it was measured.
            if keeper.kind == .remote { return engine.take(given: reading) }
        #endif
        guard var sample = inspection?.sample(from: reading) else { return }
        // No pose is made of it, so that frames turn stale as where nothing comes.
        if reading.accelerometerIsZero, keeper.kind != .log { sample.acceleration = nil }
        engine.ingest(sample)
        recording?.append(reading, at: now, &out)
    }

    // MARK: what is settled at the end of a step

    private mutating func settle(at now: Int64) {
        tellNews(at: now)
        followDemand(at: now)
        keeper.settle(at: now, &out)
        greet(at: now)
        settlePace(at: now)
        tellStage()
        if period == 0, !serving.closing.isEmpty { serving.closeAtOnce(&out) }
    }

    /// Somebody came, left, paused, or wants another rate.
    private mutating func followDemand(at now: Int64) {
        serving.updateDemand()
        guard serving.isWanted else {
            if period > 0, holdUntil == nil { holdUntil = now + settings.holdNanoseconds }
            return
        }
        holdUntil = nil
        guard period == 0 else { return }
        lastDeadline = now
        keeper.open(at: now, &out)
    }

    private mutating func goIdle(at now: Int64) {
        holdUntil = nil
        pace = Pace()
        out.append(.stopTicking)
        keeper.close(&out)
        tellNews(at: now)
        engine.restart()
        // Of what nobody waits for nothing is missed.
        serving.restPace.restart()
        if let text = serving.idlings.text("nobody listens: sensor closed", now: now) { out.info(text) }
    }

    /// Greets those who wait for the sensor that is being opened, once it is there or takes too long.
    private mutating func greet(at now: Int64) {
        // What all ticks share comes first: a description costs a copy even to ask whether there is one.
        guard !serving.ungreeted.isEmpty || !keeper.hasSensor else { return }
        // One that hangs is being opened still when nobody wants it any more, and no tick would look after who waits for it.
        let isOpening = keeper.isOpening && (period > 0 || serving.isWanted)
        if !isOpening, !keeper.hasSensor, period > 0, announced != nil {
            announce("lost", "it could not be opened again", announced, isPresent: false)
        }
        guard !serving.ungreeted.isEmpty else { return }
        serving.greet(comeBy: isOpening ? now - Self.greetingTimeout : now, keeper.description, &out)
    }

    /// How long hello waits for a sensor that is being opened, in nanoseconds: 0.3 s.
    private static let greetingTimeout: Int64 = 300_000_000

    // MARK: sensors

    /// Does what the keeper's news ask for: each is told before the sensor it is about is closed.
    private mutating func tellNews(at now: Int64) {
        while let news = keeper.takeNews() {
            switch news {
            case .found(let sensor, let description, let reason, let bias):
                engine.sensorAppeared(reportsOnlyChanges: description.restsInSilence, bias: bias)
                inspection = Inspection(description, sensor)
                if description != announced { toldGravity = nil }
                serving.pages.hasGyroscope = description.hasGyroscope
                announce("found", reason, description, isPresent: true)
                (told, foundAt) = (.reading, now)
                out.notify(.status, "reading \(description.name)")
                recording?.begin(description, at: now, &out)
            case .left(let sensor, let description, let error):
                keepBias(of: sensor, description)
                inspection = nil
                serving.pages.hasGyroscope = false
                recording?.flush(&out)
                out.append(.closeSensor(sensor))
                guard let error else { continue }
                engine.sensorLost()
                announce("lost", error.description, description, isPresent: false)
                out.notify(.status, "lost \(description.name): \(error.description)")
                told = .withoutSensor
            }
        }
    }

    /// Tells everybody that a sensor was found or lost.
    private mutating func announce(
        _ event: StaticString, _ reason: String?, _ sensor: SensorDescription?, isPresent: Bool
    ) {
        announced = isPresent ? sensor : nil
        let line = out.write {
            ServerMessage.appendSensor(event: event, reason: reason, sensor: sensor, to: &$0)
        }
        serving.transmitToAll(line, &out)
    }

    /// What the gyroscope's bias was is a good guess of what it will be.
    private mutating func keepBias(of sensor: SensorID, _ description: SensorDescription) {
        guard description.kind.isDevice, let bias = engine.gyroscopeBias else { return }
        out.append(.keepBias(sensor, bias))
    }

    // MARK: settings, signals and the end

    /// New settings: parameters change, state stays.
    private mutating func use(_ next: Settings?, at now: Int64) {
        // Not `next == nil`, by which all of the settings would be copied: three kilobytes.
        settingsAreRefused = true
        if let next {
            settingsAreRefused = false
            let old = settings
            settings = next
            // Counted from when the last one left.
            if let until = holdUntil { holdUntil = until - old.holdNanoseconds + next.holdNanoseconds }
            out.level = next.log.level
            out.append(.useSettings)
            engine.use(next.engineParameters)
            missOverdue(at: now)
            serving.use(next.servingDefaults)
            if next.sensorOptions != old.sensorOptions { keeper.useOptions(at: now, &out) }
            out.info("settings read again")
        }
        told = stage()
        out.notify(.ready, status())
    }

    private mutating func take(_ signal: Signal) {
        switch signal {
        case .terminate, .interrupt, .quit: stop(because: "the daemon was stopped", isFailure: false)
        case .hangUp:
            guard rereadsSettings else { return stop(because: "its terminal was closed", isFailure: false) }
            out.notify(.reloading)
            out.append(.readSettings)
        }
    }

    private mutating func stop(because reason: String, isFailure: Bool) {
        if isFailure { out.error(reason) }
        out.notify(.stopping)
        serving.transmitToAll(out.write { ServerMessage.appendGoodbye(reason: reason, to: &$0) }, &out)
        serving.endPages(&out)
        keeper.close(&out)
        while let news = keeper.takeNews() {
            guard case .left(let sensor, let description, _) = news else { continue }
            keepBias(of: sensor, description)
            out.append(.closeSensor(sensor))
        }
        recording?.end(&out)
        out.append(.stop(isFailure: isFailure))
        isStopping = true
    }
}
