import LinuxSystem
import TiltCore
import TiltSensors

/// Keeps one sensor open, the best there is: tries candidates in order, looks after the one in use, gets back what
/// failed.
///
/// Decides what is looked at, opened and given up, and when. What every candidate is at, one ``CandidateState`` each,
/// changes in the ``CandidateTable`` alone.
struct SensorKeeper {
    /// The devices of the last look, and what each is at.
    private(set) var candidates = CandidateTable()

    /// What is wrong with the name of a sensor in the settings, by the last look; `nil` where nothing is.
    private(set) var namesNothing: String?

    /// True while it is known, and has been said, that there is no sensor.
    private var hasSaidNone = false

    private let hasHotplug: Bool
    private var isWanted = false
    private var survey = Survey()
    /// When what is best is looked for again, in nanoseconds of CLOCK_MONOTONIC.
    private var nextReview: Int64 = .max
    /// True where this step has changed what is best, or what is due.
    private var needsReview = false

    /// The pause between two looks where nothing says what comes and goes, in nanoseconds.
    private static let blindPause: Int64 = 1_000_000_000
    /// The pause where hotplug does: it tells of what comes, not of what a read that failed has hidden at the last look.
    private static let doubtfulPause: Int64 = 5_000_000_000

    init(hasHotplug: Bool) { self.hasHotplug = hasHotplug }

    // MARK: what there is

    /// The sensor in use; `nil` where there is none.
    var description: SensorDescription? { candidates.use?.description }

    /// How its readings reach us; `nil` where there is none.
    var kind: SensorDescription.Kind? { candidates.use?.kind }

    /// True where a sensor is in use.
    var hasSensor: Bool { candidates.inUse != nil }

    /// True while the answer to a look at the devices is waited for.
    var awaitsLook: Bool { survey.isAwaited }

    /// True for the first 2 s of a look at the devices, and of an opening: there may be something to show soon.
    var isOpening: Bool { awaitsLook || candidates.isOpeningInTime }

    /// True where the sensor in use was opened just now, and its first reading is still to come.
    func isAboutToSpeak(at now: Int64) -> Bool { candidates.use?.isAboutToSpeak(at: now) ?? false }

    /// The next thing to tell, oldest first.
    mutating func takeNews() -> CandidateTable.News? { candidates.takeNews() }

    // MARK: demand

    /// Somebody listens: opens the best sensor that works, and forgets what failed before.
    mutating func open(at now: Int64, _ out: inout Outbox) {
        isWanted = true
        guard candidates.inUse == nil else { return }
        candidates.forget()
        look(at: now, &out)
    }

    /// New settings: every sensor is closed, and whatever is best by them is opened.
    mutating func useOptions(at now: Int64, _ out: inout Outbox) {
        survey.outdate()
        guard isWanted else { return }
        for index in candidates.indices {
            let device = candidates[index].candidate.device
            candidates.leave(index, to: .idle, because: .released(path: device, because: .settings), &out)
            candidates[index].failures = nil
        }
        look(at: now, &out)
    }

    /// Nobody listens: closes the device.
    mutating func close(_ out: inout Outbox) {
        isWanted = false
        candidates.leaveAll(&out)
    }

    // MARK: devices that come and go

    /// Looks at the devices where nobody has since they may have changed; true where the answer is still to come.
    ///
    /// Of a look that takes too long nobody waits for the answer: what is known is told.
    mutating func lookAgain(at now: Int64, _ out: inout Outbox) -> Bool {
        if survey.isOutdated, !isWanted { survey.begin(at: now, &out) }
        return survey.isAwaited
    }

    /// Takes a look at the devices: what has stayed goes on, what has gone is left.
    mutating func take(_ found: [SensorCandidate], at now: Int64, _ out: inout Outbox) {
        candidates.replace(with: found, at: now, &out)
        let wrongName = found.first?.namesNothing
        if let wrongName, wrongName != namesNothing { out.warning(wrongName) }
        namesNothing = wrongName
        let hasNone = !found.contains { $0.rank != nil }
        if hasNone, !hasSaidNone {
            out.info("no motion sensor found: waiting for one; `tiltshadow doctor` tells more")
        }
        hasSaidNone = hasNone
        if survey.end() { candidates.forgive(at: now) }
        needsReview = true
        survey.beginAgain(&out)
    }

    /// The answer to a look does not come in time: what is known of the devices has to do.
    mutating func giveUpLooking(_ out: inout Outbox) {
        guard survey.giveUpWaiting() else { return }
        out.warning("looking at every device takes long: going on with those that are known")
        needsReview = true
    }

    /// Devices came or went, or so many that the kernel lost count: what is there is looked at again.
    mutating func hotplug(_ news: HotplugNews, at now: Int64, _ out: inout Outbox) {
        guard news != .nothing else { return }
        if news == .overrun {
            candidates.history.note(RecoveryEvent(.overrun, at: now, reason: "hotplug events were lost"))
            out.info("hotplug events were lost: looking at every device again")
        }
        lookForBetter(at: now, &out)
    }

    /// The machine slept for `duration` nanoseconds: what was wrong may be right now, and the other way round.
    mutating func wokeUp(after duration: Int64, at now: Int64, _ out: inout Outbox) {
        candidates.history.note(
            RecoveryEvent(.resumed, at: now, reason: "the machine slept", took: duration))
        if isWanted { candidates.change { $0.wakeUp(at: now) } }
        lookForBetter(at: now, &out)
    }

    private mutating func lookForBetter(at now: Int64, _ out: inout Outbox) {
        survey.outdate()
        guard isWanted else { return }
        survey.forgive()
        look(at: now, &out)
    }

    /// Looks at the devices, and chooses again behind that: at once where a look is under way that nobody waits for.
    private mutating func look(at now: Int64, _ out: inout Outbox) {
        survey.begin(at: now, &out)
        needsReview = true
    }

    // MARK: choosing

    /// Ends a step, once its news were told and so what was left is closed: many devices open only once.
    mutating func settle(at now: Int64, _ out: inout Outbox) {
        // The answer to a look that is under way is waited for: it may be another one by then.
        guard needsReview, !survey.isAwaited else { return }
        needsReview = false
        nextReview = .max
        if isWanted { follow(CandidateReview(of: candidates, at: now), at: now, &out) }
    }

    private mutating func follow(_ review: CandidateReview, at now: Int64, _ out: inout Outbox) {
        nextReview = review.next
        for index in review.asks {
            let pause = candidates[index].failures?.pause ?? 0
            candidates[index].failures?.retry(at: now + pause)
            let question = candidates.newSensor()
            candidates[index].question = question
            out.append(.askHolder(question))
        }
        if let other = review.ends { end(other, at: now, &out) }
        if let index = review.opens {
            beginOpening(index, at: now, &out)
        } else if !review.isOpening, candidates.inUse == nil, nextReview == .max || !hasHotplug {
            survey.outdate()
            nextReview = min(nextReview, now + (hasHotplug ? Self.doubtfulPause : Self.blindPause))
        }
    }

    /// The answer to whether another program holds a device.
    ///
    /// One that is free is tried in its turn. Opened at once, the first of several that are free would be tried each time
    /// they are asked about, and where that one cannot be opened for another reason, the others never.
    mutating func take(_ question: SensorID, isHeld: Bool, at now: Int64) {
        guard let index = candidates.index(asking: question) else { return }
        candidates[index].question = nil
        guard !isHeld else { return }
        candidates[index].failures?.free(at: now)
        needsReview = true
    }

    private mutating func beginOpening(_ index: Int, at now: Int64, _ out: inout Outbox) {
        makeRoom(for: index, at: now, &out)
        candidates.open(index, at: now, &out)
    }

    /// Lets the sensor in use wait where it is of the same device; true where it is.
    @discardableResult
    private func makeRoom(for index: Int, at now: Int64, _ out: inout Outbox) -> Bool {
        guard let other = candidates.inUse, let use = candidates[other].state.use,
            candidates.areOneDevice(other, index)
        else { return false }
        out.append(.pause(use.sensor, until: now + CandidateState.Probation.interlude))
        return true
    }

    // MARK: what became of an opening

    mutating func opened(
        _ sensor: SensorID, _ description: SensorDescription, bias: AngularRate<DeviceAxes>, at now: Int64,
        _ out: inout Outbox
    ) {
        guard let index = candidates.index(of: sensor), candidates[index].state.opening != nil
        else { return out.append(.closeSensor(sensor)) }
        if !candidates.isBetter(index) {
            // While this one was late a better one has come.
            candidates.leave(index, to: .idle, because: nil, &out)
        } else if candidates.isSuspect(index) {
            // The same device, read in another way, may have fallen silent meanwhile.
            let isShared = makeRoom(for: index, at: now, &out)
            candidates.listen(
                to: index,
                CandidateState.Probation(
                    sensor, description, bias: bias, at: now,
                    pause: isShared ? nil : candidates[index].failures?.pause ?? 0))
        } else {
            candidates.use(index, sensor, description, bias: bias, at: now, &out)
        }
        needsReview = true
    }

    mutating func refused(_ sensor: SensorID, _ error: SensorError, at now: Int64, _ out: inout Outbox) {
        guard let index = candidates.index(of: sensor), candidates[index].state.opening != nil else { return }
        candidates.refuse(index, error, at: now, &out)
        needsReview = true
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
        case .inUse:
            candidates.change { $0.hear(readings, at: now) }
            return .inUse
        case .onProbation(let probation):
            guard let newest = candidates.hear(readings, of: index, at: now), candidates.isBetter(index)
            else { return .other }
            candidates.use(index, sensor, probation.description, bias: probation.bias, at: now, &out)
            // The device answers again, so another way to read it may work again, too.
            for other in candidates.indices where candidates.areOneDevice(other, index) {
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
            candidates.lose(index, error, at: now, &out)
            needsReview = true
        } else if candidates[index].state.probation != nil {
            candidates.leave(index, to: .failed, because: nil, &out)
            if case .released = error {
                candidates[index].failures?.retry(at: now)
            } else {
                candidates.note(error, of: index, at: now, &out)
            }
            nextReview = now
        }
    }

    /// Looks after what takes too long; called once a tick, behind its readings.
    mutating func tick(at now: Int64, _ out: inout Outbox) {
        for index in candidates.indices
        where candidates[index].state.opening?.isOverdue(at: now) ?? false {
            candidates.giveUpWaiting(for: index, at: now, &out)
            needsReview = true
        }
        checkSilence(at: now, &out)
        for index in candidates.indices {
            guard let probation = candidates[index].state.probation, now >= probation.endsAt else { continue }
            end(index, at: now, &out)
            nextReview = now
        }
        guard now >= nextReview, !survey.isAwaited else { return }
        guard !survey.isUnderWay, survey.isOutdated || !hasHotplug else { return needsReview = true }
        look(at: now, &out)
    }

    private mutating func checkSilence(at now: Int64, _ out: inout Outbox) {
        var silence = CandidateState.Use.Silence.nothing
        candidates.change { silence = $0.silence(at: now) }
        guard silence != .nothing, let index = candidates.inUse, let use = candidates.use else { return }
        switch silence {
        case .nothing: return
        case .question: out.append(.probe(use.sensor))
        case .another:
            let device = use.description.device
            candidates.lose(
                index,
                use.readsZeros
                    ? .zeros(path: device) : .silent(path: device, reason: "no sample for a second"),
                at: now, &out)
            needsReview = true
        }
    }

    /// Closes a sensor that stayed silent; it is opened again at once, or later where its device can be read in another
    /// way.
    private mutating func end(_ index: Int, at now: Int64, _ out: inout Outbox) {
        let readsZeros = candidates[index].state.probation?.readsZeros ?? false
        candidates.leave(index, to: .failed, because: nil, &out)
        let device = candidates[index].candidate.device
        candidates.note(
            readsZeros ? .zeros(path: device) : .silent(path: device, reason: "no sample"), of: index,
            at: now, &out)
        if !candidates.isShared(index) { candidates[index].failures?.retry(at: now) }
    }
}
