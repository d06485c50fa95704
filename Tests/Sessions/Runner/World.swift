import LinuxSystem
import TiltCore
package import TiltDaemon
import TiltSensors

/// A daemon's core on a virtual clock, beside a virtual kernel with sockets, sensors and a disk.
///
/// It answers effects as the daemon's shell does, but at once and always in the same order.
package final class World {
    /// Where the session's time begins, in nanoseconds: a machine that has run for some minutes.
    package static let start: Int64 = 1_000_000_000_000

    private(set) var core: DaemonCore
    private var effects: [DaemonEffect] = []
    /// Connections to which nothing more can be sent within the step, and why.
    private var blocked: [Connection: SendFailure] = [:]

    /// In nanoseconds of the virtual CLOCK_MONOTONIC.
    package private(set) var now = World.start
    /// What was heard since it was last taken, in order.
    package private(set) var heard: [Heard] = []
    /// What no session allows.
    package private(set) var faults: [String] = []

    var subscribers: [VirtualSubscriber] = []
    var sensors: [VirtualSensor]
    var recording: VirtualRecording?
    var pages = VirtualPages()
    /// How long a look at the devices takes, in nanoseconds; 0 for at once.
    ///
    /// It sees them as they are at its end.
    var lookTakes: Int64 = 0
    private var lookEndsAt: Int64?
    /// When the daemon is told that it takes too long, where that was not said.
    private var lookIsLateAt: Int64?
    /// What the settings file has; `nil` where it cannot be used, which the journal says.
    var settingsFile: Settings?

    let carriage: Carriage?
    private var listeners: [String: Listener] = [:]
    private var generation: UInt32 = 0
    private var period: Int64 = 0
    /// The one deadline that the timer waits for.
    private var single: Int64?
    private var isPlanned = false
    private var previousDeadline: Int64 = 0
    private var level: LogLevel
    private var wantsSettings = false
    /// Told once the step is over: the recording is written beside the daemon.
    private var recordingError: SystemError?
    private var hasSent = false
    private(set) var hasEnded = false

    init(
        _ setup: DaemonCore.Setup, sensors: [VirtualSensor], recording: VirtualRecording?,
        carriage: Carriage? = nil
    ) {
        self.carriage = carriage
        self.sensors = sensors
        self.recording = recording
        settingsFile = setup.settings
        level = setup.settings.log.level
        core = DaemonCore(setup, at: now)
        core.start(at: now, &effects)
        carryOutAll()
        settle()
    }

    func takeHeard() -> [Heard] {
        defer { heard = [] }
        return heard
    }

    func hear(_ who: String, _ text: String, _ json: JSONValue? = nil) {
        heard.append(Heard(who: who, text: text, json: json))
    }

    // MARK: time

    /// Lets everything happen that is due up to an instant, that included.
    package func run(until end: Int64) {
        while let next = nextInstant, next <= end, !hasEnded {
            now = max(now, next)
            finishOpenings()
            if let end = lookEndsAt, now >= end {
                (lookEndsAt, lookIsLateAt) = (nil, nil)
                happen(.surveyed(candidates))
            }
            if let late = lookIsLateAt, now >= late {
                lookIsLateAt = nil
                happen(.surveyIsLate)
            }
            if let deadline = timerDeadline, now >= deadline { tick(deadline) }
            settle()
        }
        now = max(now, end)
    }

    /// The daemon gets no processor for so many nanoseconds; what happens until then comes to it before the ticks behind it.
    func stall(_ duration: Int64) { now += duration }

    private var nextInstant: Int64? {
        let openings = sensors.lazy.flatMap(\.openings).filter { !$0.isOpen }.compactMap(\.completesAt)
        return [openings.min(), lookEndsAt, lookIsLateAt, timerDeadline].compactMap { $0 }.min()
    }

    private var timerDeadline: Int64? { single ?? (period > 0 ? previousDeadline + period : nil) }

    private func tick(_ deadline: Int64) {
        let missed = single == nil ? (now - deadline) / period : 0
        let deadline = deadline + missed * period
        if single == nil { previousDeadline = deadline } else { single = nil }
        for sensor in sensors.indices {
            for id in sensors[sensor].openings.filter(\.isOpen).map(\.id) { drain(sensor, id) }
        }
        guard !hasEnded else { return }
        hasSent = false
        happen(.tick(deadline: deadline, missed: Int(missed)))
        if hasSent, !hasEnded { happen(.published(first: now, last: now)) }
    }

    // MARK: steps

    /// Tells the core one thing from outside, and carries out what it wants.
    package func happen(_ event: DaemonEvent) {
        guard !hasEnded else { return }
        effects.removeAll(keepingCapacity: true)
        blocked.removeAll()
        core.handle(event, at: now, &effects)
        carryOutAll()
    }

    /// Answers within the step.
    func answer(_ event: DaemonEvent) { core.handle(event, at: now, &effects) }

    private func carryOutAll() {
        var index = 0
        while index < effects.count {
            carryOut(effects[index])
            index += 1
            guard index < 100_000 else { return fault("a step has no end") }
        }
    }

    /// Lets the daemon serve whatever is ready, until nothing is.
    func settle() {
        for _ in 0..<10_000 {
            guard !hasEnded, serveOne() else { return }
        }
        fault("the daemon spins: it waits for what it does not serve")
    }

    private func serveOne() -> Bool {
        if wantsSettings {
            wantsSettings = false
            happen(.settings(settingsFile))
            return true
        }
        if let error = recordingError {
            recordingError = nil
            happen(.recordingFailed(error))
            return true
        }
        for index in subscribers.indices where !subscribers[index].isClosed {
            guard subscribers[index].wantsService else { continue }
            let subscriber = subscribers[index]
            if subscriber.interest.contains(.writable), subscriber.isWritable, !subscriber.hasLeft {
                happen(.writable(subscriber.connection))
                return true
            }
            if subscriber.interest.contains(.readable), !subscriber.sent.isEmpty {
                let bytes = subscribers[index].give(Connection.mostRead)
                bytes.withUnsafeBytes { happen(.received(subscriber.connection, $0)) }
                return true
            }
            if subscriber.interest.contains(.readable), subscriber.hasSaidAll, !subscriber.hasLeft {
                happen(.saidAll(subscriber.connection))
                return true
            }
            if subscriber.hasLeft {
                happen(.hungUp(subscriber.connection))
                if subscribers[index].isClosed { return true }
                fault("\(subscriber.name) has left, and its connection was not closed")
                subscribers[index].isClosed = true
                return true
            }
        }
        return false
    }

    func fault(_ text: String) { faults.append("at \(Double(now - Self.start) / 1e9): \(text)") }

    // MARK: subscribers

    func connect(_ name: String, _ peer: Peer, isReading: Bool) {
        let taken = Set(subscribers.filter { !$0.isClosed }.map(\.connection.index))
        let index = (0...).first { !taken.contains($0) } ?? 0
        generation += 1
        let connection = Connection(index: index, generation: generation)
        subscribers.removeAll { $0.name == name && $0.isClosed }
        var subscriber = VirtualSubscriber(name: name, connection: connection)
        subscriber.isReading = isReading
        subscribers.append(subscriber)
        listeners[name] = Listener()
        happen(.accepted(connection, peer))
    }

    /// Lets a subscriber read what is there.
    func read(_ index: Int) {
        let name = subscribers[index].name
        for line in subscribers[index].read() {
            let (heard, problem) = listeners[name, default: Listener()].take(line)
            self.heard.append(Heard(who: name, text: heard.text, json: heard.json))
            if let problem { fault("\(name): \(problem)") }
        }
        if subscribers[index].isClosed, subscribers[index].hears, !subscribers[index].hasLeft {
            subscribers[index].hears = false
            hear(name, "closed")
        }
    }

    func index(of connection: Connection, to what: String) -> Int? {
        let index = subscribers.firstIndex { $0.connection == connection && !$0.isClosed }
        if index == nil { fault("\(what) connection \(connection.index), which is closed") }
        return index
    }

    func send(_ connection: Connection, _ bytes: OutputBytes, onlyIfRead: Bool) {
        guard let index = index(of: connection, to: "the daemon sends to") else { return }
        if let failure = blocked[connection] {
            return answer(.unsent(connection, bytes, sent: 0, failure))
        }
        hasSent = true
        if onlyIfRead, subscribers[index].unread > 0 {
            blocked[connection] = .unread
            return answer(.unsent(connection, bytes, sent: 0, .unread))
        }
        let (sent, failure) = subscribers[index].take(self.bytes(bytes))
        if subscribers[index].isReading { read(index) }
        guard let failure else { return }
        blocked[connection] = failure
        answer(.unsent(connection, bytes, sent: sent, failure))
    }

    /// Nothing more goes out to a connection within the step, nor do these bytes.
    func block(_ connection: Connection, _ bytes: OutputBytes, _ failure: SendFailure) {
        blocked[connection] = failure
        answer(.unsent(connection, bytes, sent: 0, failure))
    }

    func bytes(_ bytes: OutputBytes) -> ArraySlice<UInt8> {
        core.output.bytes[Int(bytes.start)..<Int(bytes.start + bytes.count)]
    }

    private func text(_ bytes: OutputBytes) -> String { String(decoding: self.bytes(bytes), as: UTF8.self) }

    // MARK: effects

    private func carryOut(_ effect: DaemonEffect) {
        switch effect {
        case .send(let connection, let bytes): send(connection, bytes, onlyIfRead: false)
        case .sendIfRead(let connection, let bytes): send(connection, bytes, onlyIfRead: true)
        case .watch(let connection, let interest):
            guard let index = index(of: connection, to: "the daemon watches") else { return }
            subscribers[index].interest = interest
        case .close(let connection):
            guard let index = index(of: connection, to: "the daemon closes") else { return }
            close(index)
        case .weigh(let other, for: let asker):
            guard let index = index(of: other, to: "the daemon weighs") else { return }
            answer(.weighed(other, for: asker, unread: subscribers[index].unread))
        case .openPage, .writePage, .closePage, .sendPage: carryOutForPages(effect)
        case .survey(let deadline):
            if lookEndsAt != nil { fault("the daemon looks at the devices while it does so") }
            guard lookTakes > 0 else { return answer(.surveyed(candidates)) }
            (lookEndsAt, lookIsLateAt) = (now + lookTakes, deadline)
        case .askHolder(let id):
            guard let sensor = sensor(id, to: "asks for") else { return }
            hear(sensors[sensor].name, "is asked for")
            answer(.held(id, sensors[sensor].isHeld))
        case .openSensor(let id): open(id)
        case .pause(let id, let until):
            guard let (sensor, opening) = opening(id, to: "pauses") else { return }
            sensors[sensor].openings[opening].pausedUntil = until
            hear(sensors[sensor].name, "is paused for \(Double(until - now) / 1e9)")
        case .probe(let id):
            guard let (sensor, _) = opening(id, to: "probes") else { return }
            hear(sensors[sensor].name, "is probed")
            answer(.probed(id, sensors[sensor].probeError))
        case .closeSensor(let id):
            guard let (sensor, opening) = opening(id, to: "closes") else { return }
            sensors[sensor].openings.remove(at: opening)
            hear(sensors[sensor].name, "is closed")
        case .keepBias(let id, let bias):
            guard let (sensor, _) = opening(id, to: "keeps the bias of") else { return }
            sensors[sensor].bias = bias
            hear(sensors[sensor].name, "bias is kept")
        case .tick(let period, let start):
            self.period = period
            (single, isPlanned) = (nil, false)
            previousDeadline = start
            let rate = (1e12 / Double(period)).rounded() / 1e3
            hear("timer", rate == rate.rounded() ? "ticks at \(Int(rate)) Hz" : "ticks at \(rate) Hz")
        case .tickOnce(let deadline):
            // One for each wake-up: no session wants to hear them all.
            if !isPlanned { hear("timer", "ticks once at a time") }
            (single, period, isPlanned) = (deadline, 0, true)
        case .stopTicking:
            (single, period, isPlanned) = (nil, 0, false)
            hear("timer", "stops")
        case .readSettings: wantsSettings = true
        case .useSettings: level = core.settings.log.level
        case .say(let level, let bytes, about: _):
            guard level <= self.level else { return }
            hear("journal", "\(level.rawValue): \(text(bytes))")
        case .notify(let notice, let bytes):
            hear("manager", bytes.count > 0 ? "\(notice): \(text(bytes))" : "\(notice)")
        case .openLog, .rotateLog, .writeLog, .endLog, .closeLog: record(effect)
        case .stop(let isFailure):
            hasEnded = true
            (single, period) = (nil, 0)
            hear("daemon", isFailure ? "ends failing" : "ends well")
            for index in subscribers.indices where !subscribers[index].isClosed { close(index) }
        }
    }

    private func close(_ index: Int) {
        subscribers[index].isClosed = true
        if subscribers[index].isReading { read(index) }
    }

    // MARK: the recording

    private func write(_ bytes: ArraySlice<UInt8>) {
        for line in recording?.write(bytes) ?? [] { hear("recording", line) }
    }

    private func record(_ effect: DaemonEffect) {
        guard let recording else { return fault("the daemon records though it was not told to") }
        switch recording.trouble {
        case .none: break
        case .isBehind:
            if case .writeLog(let bytes) = effect { return answer(.recordingBehind(bytes)) }
        case .exists:
            if case .openLog = effect {
                recordingError = SystemError("open", recording.path, errno: 17)
                return
            }
            if case .rotateLog = effect, recording.isOpen {
                recordingError = SystemError("rename", recording.path + ".1", errno: 17)
                self.recording?.close()
                return
            }
        case .fails(let number):
            if case .closeLog = effect { break }
            recordingError = SystemError("write", recording.path, errno: number)
            return
        }
        switch effect {
        case .openLog(let suffix, let header):
            self.recording?.open()
            hear("recording", "begins at \(recording.path)\(text(suffix))")
            write(self.bytes(header))
        case .rotateLog(let count, let header):
            self.recording?.open()
            hear("recording", "begins at \(recording.path), \(count) are kept")
            write(self.bytes(header))
        case .endLog(let log):
            var line = ByteBuffer(capacity: 64)
            core.appendEnd(of: log, to: &line)
            if recording.isOpen { write(line.bytes[...]) }
        case .writeLog(let bytes):
            guard recording.isOpen || recordingError != nil else {
                return fault("rows are written to a log that is not open")
            }
            guard recording.isOpen else { return }
            write(self.bytes(bytes))
        case .closeLog:
            self.recording?.close()
            hear("recording", "ends")
        default: break
        }
    }
}
