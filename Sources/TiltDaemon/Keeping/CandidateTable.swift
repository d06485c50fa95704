import LinuxSystem
import TiltCore
import TiltSensors

/// The devices of the last look, best first: what each is at, what went wrong with it, and what is to be told of it.
///
/// What a candidate is at changes here alone. Whatever leaves a state that has a sensor goes through
/// ``leave(_:to:because:_:)``, so that none stays open that nobody knows of.
struct CandidateTable {
    /// A candidate, what it is at, and what went wrong with it.
    struct Entry {
        var candidate: SensorCandidate
        fileprivate(set) var state = CandidateState.idle
        var failures: SensorFailures?
        /// The question, whether another program holds it, whose answer is still to come.
        var question: SensorID?
        /// What the looks said of it when it was opened; once they say what is open, or it is opened again, what they say now.
        fileprivate(set) var told = Told()

        /// Why it has its rank or was refused, and what it lacks as it is open.
        var reason: String {
            guard let fault = state.use?.description.gyroscopeFault else { return candidate.reason }
            return candidate.reason + "; its gyroscope is not read: " + fault
        }
    }

    /// What looks say of a device that only opening it again takes over.
    struct Told {
        fileprivate(set) var mounting: UInt64?
        fileprivate(set) var hasGyroscope = false
    }

    /// What the daemon is told of; ``takeNews()``.
    enum News {
        /// A sensor was opened, and why this one; its gyroscope's bias is known from before, in rad/s.
        case found(SensorID, SensorDescription, reason: String, bias: AngularRate<DeviceAxes>)
        /// The sensor in use is not any more, and waits to be closed; `nil` where nothing is wrong with it.
        case left(SensorID, SensorDescription, SensorError?)
    }

    /// What was lost and found, and why.
    var history = RecoveryHistory()
    private var entries: [Entry] = []
    private var news: [News] = []
    private var lastSensor: UInt32 = 0
    /// When readings ended, while there is no sensor because one was lost.
    private var lostAt: Int64?
    /// True from when all were closed since nobody listens until one is used again, and how often that is said.
    private var hasRested = false
    private var openings = RateLimited()

    var indices: Range<Int> { entries.indices }

    subscript(index: Int) -> Entry {
        get { entries[index] }
        _modify { yield &entries[index] }
    }

    /// The next thing to tell, oldest first.
    mutating func takeNews() -> News? { news.isEmpty ? nil : news.removeFirst() }

    // MARK: into a state

    /// A number that no opening and no question ever had.
    mutating func newSensor() -> SensorID {
        lastSensor &+= 1
        return SensorID(number: lastSensor)
    }

    /// Begins to open a candidate.
    mutating func open(_ index: Int, at now: Int64, _ out: inout Outbox) {
        let opening = CandidateState.Opening(sensor: newSensor(), since: now)
        entries[index].state = .opening(opening)
        entries[index].told = told(of: index)
        out.append(.openSensor(opening.sensor))
    }

    /// An opening takes so long that others are tried besides.
    mutating func giveUpWaiting(for index: Int, at now: Int64, _ out: inout Outbox) {
        guard var opening = entries[index].state.opening else { return }
        opening.isLate = true
        entries[index].state = .opening(opening)
        note(.slow(path: entries[index].candidate.device), of: index, at: now, &out)
    }

    /// An opening failed: there is nothing to close.
    mutating func refuse(_ index: Int, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        entries[index].state = .failed
        note(error, of: index, at: now, &out)
    }

    /// Only listens to what was opened.
    mutating func listen(to index: Int, _ probation: CandidateState.Probation) {
        entries[index].state = .onProbation(probation)
    }

    /// Takes what one on probation has sent; the newest reading where that proves that it sends.
    mutating func hear(
        _ readings: UnsafeBufferPointer<Reading>, of index: Int, at now: Int64
    ) -> Reading? {
        guard case .onProbation(var probation) = entries[index].state else { return nil }
        let newest = probation.hear(readings, at: now)
        entries[index].state = .onProbation(probation)
        return newest
    }

    /// Uses what was opened, in the place of the sensor in use.
    mutating func use(
        _ index: Int, _ sensor: SensorID, _ description: SensorDescription, bias: AngularRate<DeviceAxes>,
        at now: Int64, _ out: inout Outbox
    ) {
        if let former = inUse { leave(former, to: .idle, because: nil, &out) }
        entries[index].state = .inUse(
            CandidateState.Use(sensor: sensor, description: description, since: now))
        for other in indices where entries[other].state.probation != nil && !isBetter(other) {
            leave(other, to: .failed, because: nil, &out)
        }
        let reason = reason(for: index)
        history.note(
            RecoveryEvent(
                .found, at: now, device: description.device, name: description.name, reason: reason,
                took: lostAt.map { now - $0 }))
        lostAt = nil
        let text = "reading \(description.name) (\(reason))"
        // Subscribers come and go as they like.
        if let said = hasRested ? openings.text(text, now: now) : text { out.info(said, about: sensor) }
        hasRested = false
        news.append(.found(sensor, description, reason: reason, bias: bias))
        // A look may have been while it was being opened.
        releaseChanged(at: now, &out)
    }

    /// Changes what is known of the sensor in use.
    mutating func change(_ body: (inout CandidateState.Use) -> Void) {
        guard let index = inUse, case .inUse(var use) = entries[index].state else { return }
        body(&use)
        entries[index].state = .inUse(use)
    }

    // MARK: out of a state

    /// The one way out of a state that has a sensor: it is closed, or told of first where it was in use.
    mutating func leave(
        _ index: Int, to next: CandidateState, because error: SensorError?, _ out: inout Outbox
    ) {
        switch entries[index].state {
        case .idle, .failed: break
        case .opening(let opening): out.append(.closeSensor(opening.sensor))
        case .onProbation(let probation): out.append(.closeSensor(probation.sensor))
        case .inUse(let use): news.append(.left(use.sensor, use.description, error))
        }
        entries[index].state = next
        entries[index].question = nil
    }

    /// Leaves the sensor in use where the looks say something else of it than they did and than it was opened with: the matrix
    /// that only udev knows and tells a moment later, or a gyroscope of the same hub.
    ///
    /// What they said before is no reason: an opening takes a look of its own, and may be ahead of them, or lack a gyroscope
    /// that cannot be read.
    private mutating func releaseChanged(at now: Int64, _ out: inout Outbox) {
        guard let index = inUse, let use = entries[index].state.use else { return }
        let (before, told) = (entries[index].told, told(of: index))
        entries[index].told = told
        let reason: SensorError.Reopening
        if let mounting = told.mounting, mounting != before.mounting,
            mounting != use.description.mounting.mark
        {
            reason = .mounting
        } else if told.hasGyroscope, !before.hasGyroscope, !use.description.hasGyroscope {
            reason = .gyroscope
        } else {
            return
        }
        lose(index, .released(path: use.description.device, because: reason), at: now, &out)
    }

    private func told(of index: Int) -> Told {
        Told(
            mounting: entries[index].candidate.mounting, hasGyroscope: entries[index].candidate.hasGyroscope)
    }

    /// Leaves the sensor in use, with which something is wrong, or which is opened again.
    mutating func lose(_ index: Int, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        guard let use = entries[index].state.use else { return }
        if use.hasProvedItself(at: now) {
            entries[index].failures = nil
            // Its silence was the device's, however it was read then.
            for other in indices where areOneDevice(other, index) { entries[other].failures?.trust() }
        }
        lostAt = use.lastReading
        if case .released = error {
            out.info(error.description, about: use.sensor)
            leave(index, to: .idle, because: error, &out)
            if !isSuspect(index) { entries[index].failures = nil }
        } else {
            out.warning("lost \(use.description.name): \(error.description)", about: use.sensor)
            leave(index, to: .failed, because: error, &out)
            keep(error, of: index, at: now)
        }
        history.note(
            RecoveryEvent(
                error.historyKind, at: now, device: use.description.device, name: use.description.name,
                reason: error.description))
    }

    /// Leaves whatever is open: nobody listens.
    mutating func leaveAll(_ out: inout Outbox) {
        (lostAt, hasRested) = (nil, true)
        for index in indices {
            leave(index, to: entries[index].failures == nil ? .idle : .failed, because: nil, &out)
        }
    }

    // MARK: failures, and another look

    /// Keeps the failure of a candidate that is not in use, and tells of it where it is a new one.
    mutating func note(_ error: SensorError, of index: Int, at now: Int64, _ out: inout Outbox) {
        let candidate = entries[index].candidate
        let isNew = entries[index].failures?.error != error
        keep(error, of: index, at: now)
        guard isNew else { return }
        let hint = error.hint.map { "; \($0)" } ?? ""
        out.warning("cannot use \(candidate.name): \(error.description)\(hint)")
        history.note(
            RecoveryEvent(
                .refused, at: now, device: candidate.device, name: candidate.name, reason: error.description))
    }

    private mutating func keep(_ error: SensorError, of index: Int, at now: Int64) {
        if entries[index].failures == nil {
            entries[index].failures = SensorFailures(error, at: now)
        } else {
            entries[index].failures?.note(error, at: now)
        }
    }

    /// Forgets everything that went wrong.
    mutating func forget() {
        for index in indices {
            entries[index].failures = nil
            if case .failed = entries[index].state { entries[index].state = .idle }
        }
    }

    /// Lets everything be tried again, and remembers only that some fell silent: those must prove themselves, however
    /// often others are plugged.
    mutating func forgive(at now: Int64) {
        for index in indices {
            if let failures = entries[index].failures, failures.isSilence || failures.hasBeenSilent {
                entries[index].failures?.forgive(at: now)
            } else {
                entries[index].failures = nil
                if case .failed = entries[index].state { entries[index].state = .idle }
            }
        }
    }

    /// Takes a new look: who has stayed keeps what is known of it, who has gone is left.
    mutating func replace(with found: [SensorCandidate], at now: Int64, _ out: inout Outbox) {
        for index in indices where !found.contains(where: { $0.isSame(as: entries[index].candidate) }) {
            if entries[index].state.use != nil {
                let path = entries[index].candidate.device
                let isRemote = entries[index].candidate.kind == .remote
                lose(index, isRemote ? .unheard(path: path) : .gone(path: path), at: now, &out)
            } else {
                leave(index, to: .idle, because: nil, &out)
            }
        }
        let old = entries
        entries = found.map { candidate in
            guard var entry = old.first(where: { $0.candidate.isSame(as: candidate) }) else {
                return Entry(candidate: candidate)
            }
            entry.candidate = candidate
            return entry
        }
        releaseChanged(at: now, &out)
    }
}

extension SensorCandidate {
    /// One device can be a candidate twice, buffered and polled; plugged in again it is another.
    ///
    /// The id is only what it is called, and of equal devices depends on who else is there.
    fileprivate func isSame(as other: SensorCandidate) -> Bool {
        kind == other.kind && sysPath == other.sysPath && device == other.device
    }
}

extension SensorError {
    /// What to call the loss of the open sensor.
    fileprivate var historyKind: RecoveryEvent.Kind {
        switch self {
        case .silent, .zeros: .silent
        case .stolen: .stolen
        default: .lost
        }
    }
}
