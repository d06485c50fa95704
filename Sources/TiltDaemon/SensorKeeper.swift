package import LinuxSystem
package import TiltCore
package import TiltSensors

/// Keeps one sensor open, the best there is: tries candidates in order, drains the open one, heals what fails.
///
/// It has no clock and no timer of its own: every call says what time it is.
package final class SensorKeeper {
    /// What the daemon wants to hear.
    package struct Events {
        /// A sensor was opened.
        package var found: (SensorDescription) -> Void
        /// The open sensor is gone; the next candidate is tried right after.
        package var lost: (SensorDescription, SensorError) -> Void

        package init(
            found: @escaping (SensorDescription) -> Void,
            lost: @escaping (SensorDescription, SensorError) -> Void
        ) {
            self.found = found
            self.lost = lost
        }
    }

    private let source: any SensorSource
    private let journal: Journal
    private let events: Events
    private var sensor: (any Sensor)?
    private var candidate: SensorCandidate?
    private var troubles: [String: SensorTrouble] = [:]
    private var openedAt: Int64 = 0
    private var lastReading: Int64 = 0
    private var nextProbe: Int64 = 0
    private var nextAttempt: Int64 = 0
    private var isWanted = false

    /// One at a time, since each may keep a thread for long.
    private var pending: PendingOpening?

    /// How long the first subscriber's greeting waits for the sensor, in milliseconds.
    private static let firstPatience: CInt = 300
    /// Silence of a sensor that should be sending, after which it is opened again, in nanoseconds.
    private static let longestSilence: Int64 = 1_000_000_000
    /// A sensor that worked for so long starts with a clean record, in nanoseconds.
    private static let provenAfter: Int64 = 10_000_000_000

    package init(source: any SensorSource, journal: Journal, events: Events) {
        self.source = source
        self.journal = journal
        self.events = events
    }

    /// What is open, or `nil`.
    package var description: SensorDescription? { sensor?.description }

    /// True for the first 2 s of an opening: there may be something to show soon.
    package var isOpening: Bool { pending.map { !$0.isLate } ?? false }

    /// A descriptor of the open sensor that must be watched besides the tick.
    package var urgentDescriptor: CInt? { sensor?.urgentDescriptor }

    /// A descriptor that becomes readable on hotplug.
    package var hotplugDescriptor: CInt? { source.hotplugDescriptor }

    /// All candidates with what is known against them, best first.
    package func report() -> [(candidate: SensorCandidate, isOpen: Bool, trouble: String?)] {
        source.candidates().map { ($0, $0.key == candidate?.key, troubles[$0.key]?.error.description) }
    }

    /// Somebody listens: opens the best sensor that works, and forgets old troubles.
    package func open(now: Int64) {
        isWanted = true
        guard sensor == nil else { return }
        troubles.removeAll()
        review(now: now)
        finishOpening(now: now, waiting: Self.firstPatience)
    }

    /// New settings: the sensor is closed and whatever is best by them is opened.
    package func use(_ options: SensorOptions, now: Int64) {
        source.use(options)
        guard isWanted else { return }
        release()
        pending = nil
        troubles.removeAll()
        review(now: now)
    }

    /// Nobody listens: closes the device.
    package func close() {
        isWanted = false
        pending = nil
        release()
    }

    private func release() {
        sensor = nil
        candidate = nil
    }

    /// Devices came or went: all troubles are forgotten, since the cause may be gone.
    package func hotplug(now: Int64) {
        guard source.drainHotplug(), isWanted else { return }
        troubles.removeAll()
        review(now: now)
    }

    /// Hands every new reading and the sensor it is of to `body`, and looks after a sensor that failed or fell silent;
    /// called once a tick.
    package func drain(now: Int64, _ body: (Reading, SensorDescription) -> Void) {
        finishOpening(now: now, waiting: 0)
        if let error = drainSensor(now: now, body) { lose(error, now: now) }
        if now >= nextAttempt { review(now: now) }
    }

    /// A function of its own, so that nothing holds the sensor any more when the next one is opened: a buffer opens once.
    private func drainSensor(now: Int64, _ body: (Reading, SensorDescription) -> Void) -> SensorError? {
        guard let sensor else { return nil }
        let description = sensor.description
        do throws(SensorError) {
            try sensor.drain { reading in
                lastReading = now
                body(reading, description)
            }
            try checkSilence(of: sensor, now: now)
            return nil
        } catch {
            return error
        }
    }

    private func checkSilence(of sensor: any Sensor, now: Int64) throws(SensorError) {
        guard now - lastReading > Self.longestSilence else { return }
        guard sensor.description.reportsOnlyChanges || sensor.description.kind == .log else {
            throw .silent(path: sensor.description.device, reason: "no sample for a second")
        }
        guard now >= nextProbe else { return }
        nextProbe = now + Self.longestSilence
        try sensor.probe()
    }

    private func lose(_ error: SensorError, now: Int64) {
        guard let description = sensor?.description, let candidate else { return }
        release()
        if now - openedAt > Self.provenAfter, lastReading > openedAt { troubles[candidate.key] = nil }
        note(error, of: candidate, now: now)
        journal.warning("lost \(description.name): \(error.description)", description.fields)
        events.lost(description, error)
        review(now: now)
    }

    /// Opens the best candidate that is better than the open sensor and not known to fail.
    private func review(now: Int64) {
        nextAttempt = .max
        let candidates = source.candidates()
        if let candidate, !candidates.contains(where: { $0.key == candidate.key }) {
            return lose(.gone(path: candidate.device), now: now)
        }
        for next in candidates {
            guard isBetter(next) else { continue }
            if let pending, pending.candidate.key == next.key {
                if pending.isLate { continue }
                return
            }
            if let trouble = troubles[next.key] {
                if trouble.isSilence, sensor != nil { continue }
                guard now >= trouble.retryAt else {
                    nextAttempt = min(nextAttempt, trouble.retryAt)
                    continue
                }
            }
            // Looked at again when the thread is free.
            if pending != nil, next.kind == .iioBuffer || next.kind == .iioPoll { continue }
            if tryOpening(next, now: now) { return }
        }
        if sensor == nil, nextAttempt == .max, source.hotplugDescriptor == nil {
            nextAttempt = now + 1_000_000_000
        }
    }

    private func isBetter(_ next: SensorCandidate) -> Bool {
        guard let rank = next.rank else { return false }
        return rank > candidate?.rank ?? .min
    }

    /// True where the candidate is open, or will be.
    private func tryOpening(_ next: SensorCandidate, now: Int64) -> Bool {
        let opening = source.beginOpening(next, now: Timestamp(nanoseconds: now))
        guard let outcome = opening.outcome(waiting: 0) else {
            pending = PendingOpening(candidate: next, opening: opening, since: now)
            return true
        }
        return settle(outcome, of: next, now: now)
    }

    /// Looks whether the pending opening has an outcome; waits for it for so many milliseconds.
    private func finishOpening(now: Int64, waiting: CInt) {
        guard let pending else { return }
        if let outcome = pending.opening.outcome(waiting: waiting) {
            self.pending = nil
            _ = settle(outcome, of: pending.candidate, now: now)
            review(now: now)
        } else if !pending.isLate, now - pending.since > PendingOpening.patience {
            self.pending?.isLate = true
            note(
                .silent(path: pending.candidate.device, reason: "opening it takes more than 2 s"),
                of: pending.candidate, now: now)
            review(now: now)
        }
    }

    /// Takes the sensor into use; false where there is none.
    private func settle(_ outcome: SensorOpening.Outcome, of next: SensorCandidate, now: Int64) -> Bool {
        switch outcome {
        case .opened(let opened):
            // While this one was late a better one may have come.
            guard isBetter(next) else { return true }
            sensor = opened
            candidate = next
            (openedAt, lastReading, nextProbe) = (now, now, 0)
            let description = opened.description
            journal.info("reading \(description.name) (\(next.reason))", description.fields)
            events.found(description)
            return true
        case .failed(let error):
            note(error, of: next, now: now)
            nextAttempt = min(nextAttempt, troubles[next.key]?.retryAt ?? now)
            return false
        }
    }

    /// Keeps the trouble, and says so in the log where it is a new one.
    private func note(_ error: SensorError, of candidate: SensorCandidate, now: Int64) {
        let isNew = troubles[candidate.key]?.error != error
        if troubles[candidate.key] == nil {
            troubles[candidate.key] = SensorTrouble(error, at: now)
        } else {
            troubles[candidate.key]?.note(error, at: now)
        }
        guard isNew, sensor == nil || candidate.key != self.candidate?.key else { return }
        let hint = error.hint.map { "; \($0)" } ?? ""
        journal.warning("cannot use \(candidate.name): \(error.description)\(hint)")
    }
}

extension SensorCandidate {
    /// One device can be a candidate twice, buffered and polled.
    var key: String { "\(kind.rawValue) \(id)" }
}
