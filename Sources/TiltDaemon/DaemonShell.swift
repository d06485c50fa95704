import CLinux
package import LinuxSystem
package import TiltCore
package import TiltSensors

/// Owns every descriptor of the daemon: feeds its core with what they bring, and carries out what it wants.
///
/// One thread, one loop, one wake-up a tick. What may block for longer than a moment is done on other threads: looking at,
/// opening and closing devices, reading settings, writing a recording and biases, closing what a stranger has left in a socket.
///
/// An effect that fails or asks something is answered at once, in the midst of the walk over the effects; the answer's own
/// effects come behind those that are there. An event of the outside begins only when the walk is over.
package final class DaemonShell {
    let loop: EventLoop
    let journal: Journal
    let acceptor: Acceptor
    let closer: DescriptorCloser
    let biases: BiasKeeper
    private let manager: ServiceManager
    private(set) var core: DaemonCore
    private(set) var effects: [DaemonEffect] = []
    /// What the walk over the effects has met with, for when it is over.
    private var unheard: [DaemonEvent] = []
    /// Tells this step from others.
    private(set) var stepNumber: UInt64 = 0

    var connections = Connections()
    var pages = OpenPages()
    var rawAccess = RawAccess()
    private(set) var socketAccess: SocketAccess
    /// What the socket's file was made by.
    let socketFile: Settings.Socket
    /// What it is to be made by at the next start.
    var wantedSocketFile: Settings.Socket
    private(set) var presenceWatch: PresenceWatch?
    var unwatched = RateLimited()
    /// The group of the socket's file.
    private let socketGroup: gid_t?
    /// What a connection gave, for the time of one step.
    let input = UnsafeMutableRawBufferPointer.allocate(byteCount: Connection.mostRead, alignment: 1)
    private(set) var sensors: OpenSensors?
    private var survey: DeviceSurvey?
    /// What a sensor gave, for the time of one step.
    var readings: [Reading] = []

    /// Descriptors that were open before anybody connected.
    private(set) var ownDescriptors = 0
    private var ticker: Ticker
    private var watchdog: Ticker
    private var signals: SignalWatch
    private var sleepWatch = SleepWatch()
    var recording: RowWriter?
    private var settingsReading: SettingsReading?
    private let settingsSource: SettingsSource?
    private let hotplug: CInt?
    private let source: any SensorSource

    private var tickerWatch: Watch?
    private var watchdogWatch: Watch?
    private var signalWatch: Watch?
    private var hotplugWatch: Watch?
    var recordingWatch: Watch?
    private var closerWatch: Watch?

    /// When the first frame of the present tick was tried, in nanoseconds: 0 where none was yet, `nil` between ticks.
    private var firstSendAt: Int64?
    private var hasFailed = false

    /// The longest wait for a disk and for devices at the end, in nanoseconds: 0.5 s, half of what stopping may take.
    private static let timeoutAtEnd: Int64 = 500_000_000

    /// Puts the parts together; nothing is served before ``run()``.
    ///
    /// `recording` is where to write what the sensor gives, and how large that may grow. Without a
    /// `settingsSource` SIGHUP ends the daemon.
    package init(
        listener: consuming UnixListener, source: any SensorSource, settings: Settings, journal: Journal,
        manager: consuming ServiceManager, recording: (path: String, limits: RecordLimits)? = nil,
        biases: BiasStore = BiasStore(directory: nil), settingsSource: SettingsSource?
    ) throws(SystemError) {
        loop = try EventLoop()
        self.journal = journal
        self.manager = manager
        self.biases = BiasKeeper(on: loop, biases, journal)
        self.settingsSource = settingsSource
        self.source = source
        closer = try DescriptorCloser()
        socketGroup = listener.fileGroup
        (socketFile, wantedSocketFile) = (settings.socket, settings.socket)
        socketAccess = SocketAccess(settings, socketGroup: socketGroup)
        acceptor = try Acceptor(on: loop, listener: listener, journal: journal)
        ticker = try Ticker.open()
        watchdog = try Ticker.open()
        signals = try SignalWatch.open()
        hotplug = source.hotplugDescriptor
        if let recording {
            self.recording = try RowWriter(path: recording.path, startingWith: LogHeader.start)
        }
        core = DaemonCore(
            DaemonCore.Setup(
                settings: settings, userID: geteuid(), recording: recording,
                rereadsSettings: settingsSource != nil, hasHotplug: hotplug != nil),
            at: MonotonicClock.now())
    }

    deinit { input.deallocate() }

    /// Serves until SIGTERM or SIGINT; false where something failed for good.
    package func run() throws(SystemError) -> Bool {
        do throws(SystemError) { try watchDescriptors() } catch {
            acceptor.close()
            throw error
        }
        core.start(at: MonotonicClock.now(), &effects)
        carryOutAll()
        do throws(SystemError) { try loop.run() } catch {
            // Not thrown: subscribers hear why, and the recording gets its end.
            step(.broken(error))
        }
        finish()
        return !hasFailed
    }

    private func watchDescriptors() throws(SystemError) {
        let watch = try loop.watch(ticker.descriptor, for: .readable) { [self] _ in tick() }
        loop.prioritise(watch)
        tickerWatch = consume watch
        signalWatch = try loop.watch(signals.descriptor, for: .readable) { [self] _ in
            while let signal = signals.read() { step(.signal(signal)) }
        }
        closerWatch = try loop.watch(closer.descriptor, for: .readable) { [self] _ in closer.startWaiting() }
        sensors = OpenSensors(on: loop, source) { [self] entry, outcome in
            if let event = event(of: outcome, entry) { step(event) }
        }
        survey = try DeviceSurvey(
            on: loop, source, late: { [self] in step(.surveyIsLate) },
            done: { [self] found in step(.surveyed(found)) })
        if let hotplug {
            hotplugWatch = try loop.watch(hotplug, for: .readable) { [self] _ in
                let news = source.drainHotplug()
                if news != .nothing { step(.hotplug(news)) }
                #if !hasFeature(Embedded)
                    if let link = source.takeLink() { step(.linked(link)) }
                    if let arrival = source.takeArrival() { publish(at: .arrived(arrival)) }
                #endif
            }
        }
        if let recording {
            recordingWatch = try loop.watch(recording.descriptor, for: .readable) { [self] _ in
                takeReports()
            }
        }
        presenceWatch = PresenceWatch(on: loop, directories: socketAccess.directories) { [self] isSeen in
            reportPresence(isSeen: isSeen)
        }
        if let settingsSource {
            settingsReading = try SettingsReading(on: loop, settingsSource) { [self] in take($0) }
        }
        // Last: whoever connects meanwhile waits in the listener's queue; where there is room for nobody, it would for good.
        ownDescriptors = DescriptorTable.lowestFree(probing: closer.descriptor)
        guard makeRoom() > 0 else { throw SystemError("accept4", errno: DescriptorTable.full) }
        try acceptor.open(inUse: { [self] in descriptorsInUse }) { [self] stream in admit(stream) }
        guard let period = manager.watchdogPeriod else { return }
        watchdogWatch = try loop.watch(watchdog.descriptor, for: .readable) { [self] _ in
            _ = watchdog.read()
            manager.keepAlive()
        }
        try watchdog.start(period: period, from: MonotonicClock.now())
    }

    // MARK: steps

    /// Tells the core of something outside, and does what it wants.
    ///
    /// That the machine slept comes before anything else: whoever connects or goes on after it has missed nothing, and a
    /// device that is opened after it was not silent.
    func step(_ event: DaemonEvent) {
        let now = MonotonicClock.now()
        if let slept = sleepWatch.sleep(until: now) { begin(.wokeUp(after: slept), at: now) }
        begin(event, at: now)
    }

    private func begin(_ event: DaemonEvent, at now: Int64) {
        stepNumber &+= 1
        core.handle(event, at: now, &effects)
        carryOutAll()
    }

    /// Carries effects out in order, those that answers add included, and then those of what was met with meanwhile.
    private func carryOutAll() {
        while true {
            var next = 0
            while next < effects.count {
                next = sendRun(from: next)
                guard next < effects.count else { continue }
                carryOut(effects[next])
                next += 1
            }
            effects.removeAll(keepingCapacity: true)
            guard !unheard.isEmpty else { return }
            stepNumber &+= 1
            core.handle(unheard.removeFirst(), at: MonotonicClock.now(), &effects)
        }
    }

    /// Tells the core what came of an effect, in the midst of its step.
    func answer(_ event: DaemonEvent) { core.handle(event, at: MonotonicClock.now(), &effects) }

    /// Tells the core of something that is none of this step's answers, as soon as the step is over.
    func tellLater(_ event: DaemonEvent) { unheard.append(event) }

    private func carryOut(_ effect: DaemonEffect) {
        switch effect {
        case .send(let connection, let bytes): send(bytes, to: connection, onlyIfRead: false)
        case .sendIfRead(let connection, let bytes): send(bytes, to: connection, onlyIfRead: true)
        case .watch(let connection, let interest): wait(for: interest, of: connection)
        case .close(let connection): connections.close(connection, closer)
        case .weigh(let connection, let asker):
            let unread = connections[connection]?.unread ?? 0
            answer(.weighed(connection, for: asker, unread: unread))
        case .openPage, .writePage, .closePage, .sendPage: carryOutForPages(effect)

        case .survey(let deadline): if let found = survey?.begin(by: deadline) { answer(.surveyed(found)) }
        case .askHolder(let sensor):
            answer(.held(sensor, core.candidate(of: sensor).map { source.isHeld($0) } ?? false))
        case .openSensor(let sensor): open(sensor)
        case .pause(let sensor, let instant): sensors?[sensor]?.sensor?.pause(until: instant)
        case .probe(let sensor): probe(sensor)
        case .closeSensor(let sensor): sensors?.close(sensor)
        case .keepBias(let sensor, let bias): keep(bias, of: sensor)

        case .tick(let period, let start): startTicking(period, from: start)
        case .tickOnce(let deadline): tickOnce(at: deadline)
        case .stopTicking: ticker.stop()
        case .readSettings: beginReadingSettings()
        case .useSettings:
            journal.level = core.settings.log.level.journalLevel
            source.use(core.settings.sensorOptions)
            rawAccess = RawAccess()
            socketAccess = SocketAccess(core.settings, socketGroup: socketGroup)
            reconsiderSubscribers()
            sayWhatWaits()
            makeRoom()
        case .say(let level, let text, let sensor):
            let about = sensor.flatMap { sensors?[$0]?.sensor?.description }
            journal.log(level.journalLevel, self.text(text), about?.fields ?? [:])
        case .notify(let notice, let text): notify(notice, self.text(text))
        case .openLog, .rotateLog, .writeLog, .endLog, .closeLog: record(effect)
        case .stop(let isFailure):
            hasFailed = isFailure
            loop.stop()
        }
    }

    /// Lends bytes of this step's output.
    func withOutput<Result, Failure: Error>(
        _ bytes: OutputBytes, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try core.output.bytes.withUnsafeBufferPointer { all throws(Failure) in
            let part = all[Int(bytes.start)..<Int(bytes.start + bytes.count)]
            return try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
        }
    }

    func text(_ bytes: OutputBytes) -> String {
        withOutput(bytes) { String(decoding: $0, as: UTF8.self) }
    }

    private func notify(_ notice: DaemonEffect.Notice, _ text: @autoclosure () -> String) {
        switch notice {
        case .ready: manager.ready(status: trouble ?? text())
        case .status: manager.status(trouble ?? text())
        case .reloading: manager.reloading(at: MonotonicClock.now())
        case .stopping: manager.stopping()
        }
    }

    /// What stands in the way of any sensor, whatever the core is told of.
    private var trouble: String? {
        #if hasFeature(Embedded)
            nil
        #else
            source.trouble
        #endif
    }

    // MARK: the tick

    /// Everything that a deadline of the timer asks for: the sensors first, then the frames.
    private func tick() {
        if let tick = ticker.read() { publish(at: .tick(deadline: tick.deadline, missed: tick.missed)) }
    }

    private func publish(at event: DaemonEvent) {
        presenceWatch?.catchUp()
        drainSensors()
        firstSendAt = 0
        step(event)
        let first = firstSendAt ?? 0
        firstSendAt = nil
        if first > 0 { answer(.published(first: first, last: MonotonicClock.now())) }
    }

    /// Notes when the first frame of a tick is tried.
    func noteSend() {
        if firstSendAt == 0 { firstSendAt = MonotonicClock.now() }
    }

    private func startTicking(_ period: Int64, from start: Int64) {
        do throws(SystemError) { try ticker.start(period: period, from: start) } catch {
            tellLater(.broken(error))
        }
    }

    private func tickOnce(at deadline: Int64) {
        do throws(SystemError) { try ticker.start(onceAt: deadline) } catch { tellLater(.broken(error)) }
    }

    // MARK: settings

    private func beginReadingSettings() {
        do throws(SystemError) { try settingsReading?.begin() } catch {
            journal.error("cannot read the settings: \(error.description)")
            tellLater(.settings(nil))
        }
    }

    private func take(_ answer: SettingsAnswer) {
        switch answer {
        case .settings(let settings, _, let passedOver, let warnings):
            for message in passedOver + warnings { journal.warning(message) }
            step(.settings(settings))
        case .refused(let messages):
            for message in messages { journal.error(message) }
            step(.settings(nil))
        }
    }

    // MARK: the end

    /// Lets go of everything, and waits a moment for the disk and the devices.
    private func finish() {
        acceptor.close()
        connections.closeAll(closer)
        settingsReading?.close()
        presenceWatch?.end()
        survey?.close()
        let deadline = MonotonicClock.now() + Self.timeoutAtEnd
        sensors?.closeAll(until: deadline)
        biases.close(until: deadline)
        tickerWatch = nil
        signalWatch = nil
        hotplugWatch = nil
        closerWatch = nil
        watchdogWatch = nil
        recordingWatch = nil
        let isWritten = recording?.wait(until: deadline) { [journal] report in
            guard case .failed(let error) = report else { return }
            journal.error("the end of the recording is not on the disk: \(error.description)")
        }
        if isWritten == false { journal.error("the end of the recording is not written: it took too long") }
        settingsReading = nil
        survey = nil
        sensors = nil
    }
}
