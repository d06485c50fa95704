import LinuxSystem
import TiltCore
import TiltSensors

/// Which candidate is tried when, and what becomes of it.
extension SensorKeeper {
    /// A sensor that worked for so long starts with a clean record, in nanoseconds.
    private static let provenAfter: Int64 = 10_000_000_000
    /// The pause between two looks where nothing says what comes and goes, in nanoseconds.
    private static let blindPause: Int64 = 1_000_000_000
    /// The pause where hotplug does: it tells of what comes, not of what a read that failed has hidden at the last look.
    private static let doubtfulPause: Int64 = 5_000_000_000

    func lose(_ error: SensorError, now: Int64) {
        guard let description = sensor?.description, let candidate else { return }
        release()
        if now - openedAt > Self.provenAfter, lastReading > openedAt { troubles[candidate.key] = nil }
        lostAt = lastReading
        keep(error, of: candidate, now: now)
        history.note(
            HealingEvent(
                error.healingKind, at: now, device: description.device, name: description.name,
                reason: error.description))
        journal.warning("lost \(description.name): \(error.description)", description.fields)
        events.lost(description, error)
        review(now: now)
    }

    /// Opens the best candidate that is better than the open sensor and not known to fail.
    func review(now: Int64) {
        nextAttempt = .max
        let candidates = candidates()
        if let candidate, !candidates.contains(where: { $0.key == candidate.key }) {
            return lose(.gone(path: candidate.device), now: now)
        }
        for next in candidates {
            guard isBetter(next), !trials.contains(where: { $0.candidate.key == next.key }) else { continue }
            if let pending, pending.candidate.key == next.key {
                if pending.isLate { continue }
                return
            }
            guard isDue(next, now: now) else { continue }
            // Looked at again when the thread is free.
            if pending != nil, next.kind == .iioBuffer || next.kind == .iioPoll { continue }
            if tryOpening(next, now: now) { return }
        }
        if sensor == nil, nextAttempt == .max {
            known = nil
            nextAttempt = now + (source.hotplugDescriptor == nil ? Self.blindPause : Self.doubtfulPause)
        }
    }

    private func isBetter(_ next: SensorCandidate) -> Bool {
        guard let rank = next.rank else { return false }
        return rank > candidate?.rank ?? .min
    }

    /// Whether it is time for a candidate; where it is not, the next review is when it will be.
    private func isDue(_ next: SensorCandidate, now: Int64) -> Bool {
        if let trouble = troubles[next.key] {
            if now >= trouble.retryAt, trouble.isHeld, source.isHeld(next) {
                troubles[next.key]?.retry(at: now + trouble.pause)
            }
            let retryAt = troubles[next.key]?.retryAt ?? now
            guard now >= retryAt else {
                nextAttempt = min(nextAttempt, retryAt)
                return false
            }
        }
        // The buffer of the same device is listened to, and has to make room.
        guard next.kind == .iioPoll,
            let index = trials.firstIndex(where: { $0.candidate.sysPath == next.sysPath })
        else { return true }
        guard now >= trials[index].isAloneUntil else {
            nextAttempt = min(nextAttempt, trials[index].isAloneUntil)
            return false
        }
        end(trials.remove(at: index), now: now)
        return true
    }

    /// True where this device fell silent, however it was read: it has to prove that it sends.
    ///
    /// Not so one that was taken away, which can be trusted: one at rest may have nothing to send.
    private func isSuspect(_ next: SensorCandidate) -> Bool {
        candidates().contains { entry in
            guard entry.sysPath == next.sysPath, case .silent = troubles[entry.key]?.error else {
                return false
            }
            return true
        }
    }

    /// True where the candidate is open, or will be.
    private func tryOpening(_ next: SensorCandidate, now: Int64) -> Bool {
        var next = next
        next.fellSilent = troubles[next.key]?.isSilence ?? false
        makeRoom(for: next, now: now)
        let opening = PendingOpening(
            candidate: next, opening: source.beginOpening(next, now: Timestamp(nanoseconds: now)), since: now,
            mustProve: isSuspect(next))
        guard let outcome = opening.opening.outcome(waiting: 0) else {
            pending = opening
            return true
        }
        return settle(outcome, of: opening, now: now)
    }

    /// Looks whether the pending opening has an outcome; waits for it for so many milliseconds.
    func finishOpening(now: Int64, waiting: CInt) {
        guard let pending else { return }
        if let outcome = pending.opening.outcome(waiting: waiting) {
            self.pending = nil
            _ = settle(outcome, of: pending, now: now)
            review(now: now)
        } else if !pending.isLate, now - pending.since > PendingOpening.patience {
            self.pending?.isLate = true
            note(
                .silent(path: pending.candidate.device, reason: "opening it takes more than 2 s"),
                of: pending.candidate, now: now)
            review(now: now)
        }
    }

    /// Takes the sensor into use; false where there is none, or none yet.
    private func settle(_ outcome: SensorOpening.Outcome, of opening: PendingOpening, now: Int64) -> Bool {
        let next = opening.candidate
        switch outcome {
        case .opened(let opened):
            // While this one was late a better one may have come.
            guard isBetter(next) else { return true }
            guard opening.mustProve else {
                use(opened, of: next, now: now)
                return true
            }
            let isShared = makeRoom(for: next, now: now)
            trials.append(
                SensorTrial(
                    opened, of: next, now: now, pause: isShared ? nil : troubles[next.key]?.pause ?? 0))
            return false
        case .failed(let error):
            note(error, of: next, now: now)
            nextAttempt = min(nextAttempt, troubles[next.key]?.retryAt ?? now)
            return false
        }
    }

    func use(_ opened: any Sensor, of next: SensorCandidate, now: Int64) {
        let (description, reason) = (opened.description, reason(for: next))
        sensor = opened
        candidate = next
        (openedAt, lastReading, nextProbe) = (now, now, 0)
        trials.removeAll { !isBetter($0.candidate) }
        history.note(
            HealingEvent(
                .found, at: now, device: description.device, name: description.name, reason: reason,
                took: lostAt.map { now - $0 }))
        lostAt = nil
        journal.info("reading \(description.name) (\(reason))", description.fields)
        events.found(description, reason)
    }

    /// Lets the sensor in use wait where it is of the same device; true where it is.
    @discardableResult
    private func makeRoom(for next: SensorCandidate, now: Int64) -> Bool {
        guard candidate?.sysPath == next.sysPath else { return false }
        sensor?.pause(until: now + SensorTrial.interlude)
        return true
    }

    /// Why this one is used: what speaks for it, and what against the best.
    private func reason(for next: SensorCandidate) -> String {
        guard let best = candidates().first, best.key != next.key, let trouble = troubles[best.key] else {
            return next.reason
        }
        return "\(next.reason); \(trouble.error.description)"
    }

    /// Keeps the trouble for the next try.
    private func keep(_ error: SensorError, of candidate: SensorCandidate, now: Int64) {
        if troubles[candidate.key] == nil {
            troubles[candidate.key] = SensorTrouble(error, at: now)
        } else {
            troubles[candidate.key]?.note(error, at: now)
        }
    }

    /// Keeps the trouble of a candidate that is not in use, and tells of it where it is a new one.
    func note(_ error: SensorError, of candidate: SensorCandidate, now: Int64) {
        let isNew = troubles[candidate.key]?.error != error
        keep(error, of: candidate, now: now)
        guard isNew else { return }
        let hint = error.hint.map { "; \($0)" } ?? ""
        journal.warning("cannot use \(candidate.name): \(error.description)\(hint)")
        history.note(
            HealingEvent(
                .refused, at: now, device: candidate.device, name: candidate.name, reason: error.description))
    }
}

extension SensorError {
    /// What to call the loss of the open sensor.
    fileprivate var healingKind: HealingEvent.Kind {
        switch self {
        case .silent: .silent
        case .stolen: .stolen
        default: .lost
        }
    }
}
