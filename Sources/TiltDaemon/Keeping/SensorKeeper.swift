import LinuxSystem
import TiltCore
import TiltSensors

/// Keeps one sensor open, the best there is: tries candidates in order, looks after the one in use, gets back what
/// failed.
///
/// Every candidate is in one ``CandidateState``; whatever leaves a state that has a sensor goes through ``leave(_:to:_:)``.
struct SensorKeeper {
    /// What the daemon is told of; ``takeNews()``.
    enum News {
        /// A sensor was opened, and why this one; its gyroscope's bias is known from before, in rad/s.
        case found(SensorID, SensorDescription, reason: String, bias: AngularRate<DeviceAxes>)
        /// The sensor in use is not any more, and waits to be closed; `nil` where nothing is wrong with it.
        case left(SensorID, SensorDescription, SensorError?)
    }

    /// The devices of the last look, and what each is at.
    private(set) var candidates = CandidateTable()
    /// What was lost and found, and why.
    private(set) var history = HealingHistory()

    private let hasHotplug: Bool
    private var isWanted = false
    private var news: [News] = []
    private var lastSensor: UInt32 = 0
    /// True while the answer to ``DaemonEffect/survey`` is still to come.
    private var isSurveying = false
    /// True where devices may have come or gone since the last look.
    private var isOutdated = true
    /// True where what failed is worth another try after the next look.
    private var forgives = false
    private var nextReview: Int64 = .max
    /// True where this step has changed what is best, or what is due.
    private var needsReview = false
    /// When readings ended, while there is no sensor because one was lost.
    private var lostAt: Int64?

    /// Silence after which a sensor is asked whether all is well, and the time to the next question, in nanoseconds.
    private static let probeInterval: Int64 = 500_000_000
    /// Silence of a sensor that should be sending, after which it is opened again, in nanoseconds.
    private static let longestSilence: Int64 = 1_000_000_000
    /// How long a sensor may be silent after the machine slept, in nanoseconds; longer, and sleep has unsettled it.
    private static let longestAwakening: Int64 = 300_000_000
    /// A sensor that worked for so long starts with a clean record, in nanoseconds.
    private static let provenAfter: Int64 = 10_000_000_000
    /// The pause between two looks where nothing says what comes and goes, in nanoseconds.
    private static let blindPause: Int64 = 1_000_000_000
    /// The pause where hotplug does: it tells of what comes, not of what a read that failed has hidden at the last look.
    private static let doubtfulPause: Int64 = 5_000_000_000

    init(hasHotplug: Bool) { self.hasHotplug = hasHotplug }

    // MARK: what there is

    /// The sensor in use; `nil` where there is none.
    var description: SensorDescription? { candidates.use?.description }

    /// True where a sensor is in use.
    var hasSensor: Bool { candidates.inUse != nil }

    /// True while devices are looked at, and for the first 2 s of an opening: there may be something to show soon.
    var isOpening: Bool { isSurveying || candidates.isOpeningInTime }

    /// True while something may turn up that only a look can tell.
    var isRecovering: Bool { candidates.isRecovering }

    /// The next thing to tell, oldest first.
    mutating func takeNews() -> News? { news.isEmpty ? nil : news.removeFirst() }

    // MARK: demand

    /// Somebody listens: opens the best sensor that works, and forgets what failed before.
    mutating func open(at now: Int64, _ out: inout Outbox) {
        isWanted = true
        guard candidates.inUse == nil else { return }
        candidates.forget()
        survey(&out)
    }

    /// New settings: every sensor is closed, and whatever is best by them is opened.
    mutating func useOptions(_ out: inout Outbox) {
        isOutdated = true
        guard isWanted else { return }
        for index in candidates.indices {
            let device = candidates[index].candidate.device
            leave(index, to: .idle, because: .released(path: device), &out)
            candidates[index].failures = nil
        }
        survey(&out)
    }

    /// Nobody listens: closes the device.
    mutating func close(_ out: inout Outbox) {
        isWanted = false
        lostAt = nil
        for index in candidates.indices {
            leave(index, to: candidates[index].failures == nil ? .idle : .failed, because: nil, &out)
        }
    }

    // MARK: devices that come and go

    /// Looks at the devices where nobody has since they may have changed; true where the answer is still to come.
    mutating func lookAgain(_ out: inout Outbox) -> Bool {
        if isOutdated, !isWanted { survey(&out) }
        return isSurveying
    }

    private mutating func survey(_ out: inout Outbox) {
        // The look that is under way may have been too early.
        isOutdated = isSurveying
        guard !isSurveying else { return }
        isSurveying = true
        out.append(.survey)
    }

    /// Takes a look at the devices: what has stayed goes on, what has gone is left.
    mutating func take(_ found: [SensorCandidate], at now: Int64, _ out: inout Outbox) {
        isSurveying = false
        for index in candidates.indices
        where !found.contains(where: { $0.isSame(as: candidates[index].candidate) }) {
            if candidates[index].state.use != nil {
                lose(index, .gone(path: candidates[index].candidate.device), at: now, &out)
            } else {
                leave(index, to: .idle, because: nil, &out)
            }
        }
        candidates.replace(with: found)
        if forgives { candidates.forgive(at: now) }
        forgives = false
        needsReview = true
        if isOutdated, isWanted { survey(&out) }
    }

    /// Devices came or went, or so many that the kernel lost count: what is there is looked at again.
    mutating func hotplug(_ news: HotplugNews, at now: Int64, _ out: inout Outbox) {
        guard news != .nothing else { return }
        if news == .overrun {
            history.note(HealingEvent(.overrun, at: now, reason: "hotplug events were lost"))
            out.info("hotplug events were lost: looking at every device again")
        }
        isOutdated = true
        guard isWanted else { return }
        forgives = true
        survey(&out)
    }

    /// The machine slept for `duration` nanoseconds: what was wrong may be right now, and the other way round.
    mutating func wokeUp(after duration: Int64, at now: Int64, _ out: inout Outbox) {
        history.note(HealingEvent(.resumed, at: now, reason: "the machine slept", took: duration))
        isOutdated = true
        guard isWanted else { return }
        // A device that sleep has unsettled is to be back within a second.
        candidates.change { use in
            use.lastReading = min(use.lastReading, now - Self.longestSilence + Self.longestAwakening)
            use.nextProbe = now
        }
        forgives = true
        survey(&out)
    }

    // MARK: choosing

    /// Ends a step, once its news were told and so what was left is closed: many devices open only once.
    mutating func settle(at now: Int64, _ out: inout Outbox) {
        // The answer to a look that is under way is waited for: it may be another one by then.
        guard needsReview, !isSurveying else { return }
        needsReview = false
        review(at: now, &out)
    }

    /// Opens the best candidate that is better than the sensor in use and not known to fail.
    private mutating func review(at now: Int64, _ out: inout Outbox) {
        nextReview = .max
        guard isWanted else { return }
        for index in candidates.indices where candidates.isBetter(index) {
            switch candidates[index].state {
            case .inUse, .onProbation: continue
            case .opening(let opening):
                if opening.isLate { continue }
                return
            case .idle, .failed:
                guard isDue(index, at: now, &out) else { continue }
                // Looked at again when that opening has ended or is late: one that hangs may hang for ever.
                if candidates.isOpeningInTime, candidates[index].candidate.opensOnThread { continue }
                return beginOpening(index, at: now, &out)
            }
        }
        if candidates.inUse == nil, nextReview == .max {
            isOutdated = true
            nextReview = now + (hasHotplug ? Self.doubtfulPause : Self.blindPause)
        }
    }

    /// Whether it is time for a candidate; where it is not, the next review is when it will be.
    private mutating func isDue(_ index: Int, at now: Int64, _ out: inout Outbox) -> Bool {
        if let failures = candidates[index].failures {
            if now >= failures.retryAt, failures.isHeld {
                // Tried when the answer says that it is free.
                candidates[index].failures?.retry(at: now + failures.pause)
                let question = newSensor()
                candidates[index].question = question
                out.append(.askHolder(question))
            }
            let retryAt = candidates[index].failures?.retryAt ?? now
            guard now >= retryAt else {
                nextReview = min(nextReview, retryAt)
                return false
            }
        }
        // The buffer of the same device is listened to, and has to make room.
        let candidate = candidates[index].candidate
        guard candidate.kind == .iioPoll,
            let other = candidates.indices.first(where: {
                candidates[$0].state.probation != nil
                    && candidates[$0].candidate.sysPath == candidate.sysPath
            }), let probation = candidates[other].state.probation
        else { return true }
        guard now >= probation.isAloneUntil else {
            nextReview = min(nextReview, probation.isAloneUntil)
            return false
        }
        end(other, at: now, &out)
        return true
    }

    /// The answer to whether another program holds a device.
    mutating func take(_ question: SensorID, isHeld: Bool, at now: Int64, _ out: inout Outbox) {
        guard let index = candidates.index(asking: question) else { return }
        candidates[index].question = nil
        guard !isHeld, isWanted, candidates[index].state.sensor == nil, candidates.isBetter(index),
            !candidates.isOpeningInTime
        else {
            return
        }
        beginOpening(index, at: now, &out)
    }

    private mutating func beginOpening(_ index: Int, at now: Int64, _ out: inout Outbox) {
        makeRoom(for: index, at: now, &out)
        let opening = CandidateState.Opening(
            sensor: newSensor(), since: now, mustProve: candidates.isSuspect(index))
        candidates[index].state = .opening(opening)
        out.append(.openSensor(opening.sensor))
    }

    private mutating func newSensor() -> SensorID {
        lastSensor &+= 1
        return SensorID(number: lastSensor)
    }

    /// Lets the sensor in use wait where it is of the same device; true where it is.
    @discardableResult
    private func makeRoom(for index: Int, at now: Int64, _ out: inout Outbox) -> Bool {
        guard let other = candidates.inUse, let use = candidates[other].state.use,
            candidates[other].candidate.sysPath == candidates[index].candidate.sysPath
        else { return false }
        out.append(.pause(use.sensor, until: now + CandidateState.Probation.interlude))
        return true
    }

    // MARK: what became of an opening

    mutating func opened(
        _ sensor: SensorID, _ description: SensorDescription, bias: AngularRate<DeviceAxes>, at now: Int64,
        _ out: inout Outbox
    ) {
        guard let index = candidates.index(of: sensor),
            let opening = candidates[index].state.opening
        else { return out.append(.closeSensor(sensor)) }
        if !candidates.isBetter(index) {
            // While this one was late a better one has come.
            leave(index, to: .idle, because: nil, &out)
        } else if opening.mustProve {
            let isShared = makeRoom(for: index, at: now, &out)
            candidates[index].state = .onProbation(
                CandidateState.Probation(
                    sensor, description, bias: bias, at: now,
                    pause: isShared ? nil : candidates[index].failures?.pause ?? 0))
        } else {
            use(index, sensor, description, bias: bias, at: now, &out)
        }
        needsReview = true
    }

    mutating func refused(_ sensor: SensorID, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        guard let index = candidates.index(of: sensor), candidates[index].state.opening != nil else { return }
        // There is nothing to close.
        candidates[index].state = .failed
        note(error, of: index, at: now, &out)
        needsReview = true
    }

    private mutating func use(
        _ index: Int, _ sensor: SensorID, _ description: SensorDescription, bias: AngularRate<DeviceAxes>,
        at now: Int64, _ out: inout Outbox
    ) {
        if let former = candidates.inUse { leave(former, to: .idle, because: nil, &out) }
        candidates[index].state = .inUse(
            CandidateState.Use(sensor: sensor, description: description, since: now, lastReading: now))
        for other in candidates.indices
        where candidates[other].state.probation != nil && !candidates.isBetter(other) {
            leave(other, to: .failed, because: nil, &out)
        }
        let reason = candidates.reason(for: index)
        history.note(
            HealingEvent(
                .found, at: now, device: description.device, name: description.name, reason: reason,
                took: lostAt.map { now - $0 }))
        lostAt = nil
        out.info("reading \(description.name) (\(reason))", about: sensor)
        news.append(.found(sensor, description, reason: reason, bias: bias))
    }

    // MARK: looking after

    /// What came of a sensor means.
    enum Heard {
        /// It is in use, and these are its readings.
        case inUse
        /// It has just proved that it sends, by this reading, and is in use from now on.
        case proved(Reading)
        /// It is not in use.
        case other
    }

    /// Takes what a sensor has sent.
    mutating func take(
        _ readings: UnsafeBufferPointer<Reading>, from sensor: SensorID, at now: Int64, _ out: inout Outbox
    ) -> Heard {
        guard let index = candidates.index(of: sensor) else { return .other }
        switch candidates[index].state {
        case .inUse(var use):
            // A gyroscope that goes on alone says nothing of where up is.
            guard readings.contains(where: { $0.accelerometer != nil }) else { return .inUse }
            use.lastReading = now
            candidates[index].state = .inUse(use)
            return .inUse
        case .onProbation(var probation):
            let newest = probation.hear(readings, at: now)
            candidates[index].state = .onProbation(probation)
            guard let newest, candidates.isBetter(index) else { return .other }
            use(index, sensor, probation.description, bias: probation.bias, at: now, &out)
            // The device answers again, so another way to read it may work again, too.
            for other in candidates.indices
            where candidates[other].candidate.sysPath == candidates[index].candidate.sysPath {
                candidates[other].failures?.retry(at: now + CandidateState.Probation.alone)
            }
            needsReview = true
            return .proved(newest)
        case .idle, .opening, .failed: return .other
        }
    }

    /// An open sensor cannot be read any more, or says that something is wrong with it.
    mutating func failed(_ sensor: SensorID, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        guard let index = candidates.index(of: sensor) else { return }
        if candidates[index].state.use != nil {
            lose(index, error, at: now, &out)
            needsReview = true
        } else if candidates[index].state.probation != nil {
            leave(index, to: .failed, because: nil, &out)
            note(error, of: index, at: now, &out)
            nextReview = now
        }
    }

    /// Looks after what takes too long; called once a tick, behind its readings.
    mutating func tick(at now: Int64, _ out: inout Outbox) {
        checkOpenings(at: now, &out)
        checkSilence(at: now, &out)
        for index in candidates.indices {
            guard let probation = candidates[index].state.probation, now >= probation.endsAt else { continue }
            end(index, at: now, &out)
            nextReview = now
        }
        guard now >= nextReview, !isSurveying else { return }
        if isOutdated || !hasHotplug { survey(&out) } else { needsReview = true }
    }

    private mutating func checkOpenings(at now: Int64, _ out: inout Outbox) {
        for index in candidates.indices {
            guard var opening = candidates[index].state.opening, !opening.isLate,
                now - opening.since > CandidateState.Opening.timeout
            else { continue }
            opening.isLate = true
            candidates[index].state = .opening(opening)
            let device = candidates[index].candidate.device
            note(.silent(path: device, reason: "opening it takes more than 2 s"), of: index, at: now, &out)
            needsReview = true
        }
    }

    private mutating func checkSilence(at now: Int64, _ out: inout Outbox) {
        guard let index = candidates.inUse, let use = candidates.use else { return }
        let silence = now - use.lastReading
        guard silence > Self.probeInterval, use.description.kind != .log else { return }
        if now >= use.nextProbe {
            candidates.change { $0.nextProbe = now + Self.probeInterval }
            // Silence is judged when the answer has come, which may know more.
            return out.append(.probe(use.sensor))
        }
        guard silence > Self.longestSilence, !use.description.reportsOnlyChanges else { return }
        lose(index, .silent(path: use.description.device, reason: "no sample for a second"), at: now, &out)
        needsReview = true
    }

    /// Closes a sensor that stayed silent; it is opened again at once, or later where its device can be read in another
    /// way.
    private mutating func end(_ index: Int, at now: Int64, _ out: inout Outbox) {
        leave(index, to: .failed, because: nil, &out)
        let device = candidates[index].candidate.device
        note(.silent(path: device, reason: "no sample"), of: index, at: now, &out)
        if !candidates.isShared(index) { candidates[index].failures?.retry(at: now) }
    }

    private mutating func lose(_ index: Int, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        guard let use = candidates[index].state.use else { return }
        if now - use.since > Self.provenAfter, use.lastReading > use.since {
            candidates[index].failures = nil
        }
        lostAt = use.lastReading
        out.warning("lost \(use.description.name): \(error.description)", about: use.sensor)
        leave(index, to: .failed, because: error, &out)
        candidates.note(error, of: index, at: now)
        history.note(
            HealingEvent(
                error.historyKind, at: now, device: use.description.device, name: use.description.name,
                reason: error.description))
    }

    /// The one way out of a state that has a sensor: it is closed, or told of first where it was in use.
    private mutating func leave(
        _ index: Int, to next: CandidateState, because error: SensorError?, _ out: inout Outbox
    ) {
        switch candidates[index].state {
        case .idle, .failed: break
        case .opening(let opening): out.append(.closeSensor(opening.sensor))
        case .onProbation(let probation): out.append(.closeSensor(probation.sensor))
        case .inUse(let use): news.append(.left(use.sensor, use.description, error))
        }
        candidates[index].state = next
        candidates[index].question = nil
    }

    // MARK: failures

    /// Keeps the failure of a candidate that is not in use, and tells of it where it is a new one.
    private mutating func note(_ error: SensorError, of index: Int, at now: Int64, _ out: inout Outbox) {
        let candidate = candidates[index].candidate
        let isNew = candidates[index].failures?.error != error
        candidates.note(error, of: index, at: now)
        nextReview = min(nextReview, candidates[index].failures?.retryAt ?? now)
        guard isNew else { return }
        let hint = error.hint.map { "; \($0)" } ?? ""
        out.warning("cannot use \(candidate.name): \(error.description)\(hint)")
        history.note(
            HealingEvent(
                .refused, at: now, device: candidate.device, name: candidate.name, reason: error.description))
    }
}

extension SensorError {
    /// What to call the loss of the open sensor.
    fileprivate var historyKind: HealingEvent.Kind {
        switch self {
        case .silent: .silent
        case .stolen: .stolen
        default: .lost
        }
    }
}
