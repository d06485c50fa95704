import TiltCore
import TiltSensors

/// The devices of the last look, best first: what each is at, and what went wrong with it.
struct CandidateTable {
    /// A candidate, what it is at, and what went wrong with it.
    struct Entry {
        var candidate: SensorCandidate
        var state = CandidateState.idle
        var failures: SensorFailures?
        /// The question, whether another program holds it, whose answer is still to come.
        var question: SensorID?
    }

    private var entries: [Entry] = []

    var indices: Range<Int> { entries.indices }

    subscript(index: Int) -> Entry {
        get { entries[index] }
        _modify { yield &entries[index] }
    }

    // MARK: who is who

    /// The candidate whose sensor is in use; `nil` where there is none.
    var inUse: Int? {
        entries.firstIndex { if case .inUse = $0.state { true } else { false } }
    }

    /// The sensor in use; `nil` where there is none.
    var use: CandidateState.Use? { inUse.flatMap { entries[$0].state.use } }

    /// The candidate that this sensor was opened for, or is being opened for.
    func index(of sensor: SensorID) -> Int? { entries.firstIndex { $0.state.sensor == sensor } }

    /// The candidate that was asked about.
    func index(asking question: SensorID) -> Int? { entries.firstIndex { $0.question == question } }

    /// What is to be opened or asked about; `nil` where it is no more.
    func candidate(of sensor: SensorID) -> SensorCandidate? {
        guard let entry = entries.first(where: { $0.state.sensor == sensor || $0.question == sensor }) else {
            return nil
        }
        var candidate = entry.candidate
        candidate.fellSilent = entry.failures?.isSilence ?? false
        return candidate
    }

    /// All of them with what is known against them, best first.
    var reports: [CandidateReport] { entries.map { CandidateReport($0) } }

    /// One of them; `nil` beyond the last.
    func report(at index: Int) -> CandidateReport? {
        entries.indices.contains(index) ? CandidateReport(entries[index]) : nil
    }

    // MARK: how they compare

    /// True where it would be used rather than the sensor in use.
    func isBetter(_ index: Int) -> Bool {
        guard let rank = entries[index].candidate.rank else { return false }
        return rank > inUse.flatMap { entries[$0].candidate.rank } ?? .min
    }

    /// True where another candidate is the same device, read in another way.
    func isShared(_ index: Int) -> Bool {
        entries.indices.contains {
            $0 != index && entries[$0].candidate.rank != nil
                && entries[$0].candidate.sysPath == entries[index].candidate.sysPath
        }
    }

    /// True where this device fell silent, however it was read: it has to prove that it sends.
    ///
    /// Not so one that was taken away, which can be trusted: one at rest may have nothing to send.
    func isSuspect(_ index: Int) -> Bool {
        entries.contains { entry in
            entry.candidate.sysPath == entries[index].candidate.sysPath
                && entry.failures?.hasBeenSilent ?? false
        }
    }

    /// Why this one is used: what speaks for it, and what against the best.
    func reason(for index: Int) -> String {
        let reason = entries[index].candidate.reason
        guard index > 0, let failures = entries[0].failures else { return reason }
        return "\(reason); \(failures.error.description)"
    }

    /// True while something is being opened that is not late: what may take a thread is opened one at a time.
    var isOpeningInTime: Bool { entries.contains { $0.state.opening.map { !$0.isLate } ?? false } }

    /// True while something may turn up that only a look can tell.
    var isRecovering: Bool {
        entries.contains {
            switch $0.state {
            case .opening, .onProbation: true
            case .failed: $0.failures?.isHeld ?? false
            case .idle, .inUse: false
            }
        }
    }

    // MARK: changes

    /// Takes a new look: who has stayed keeps what is known of it.
    mutating func replace(with found: [SensorCandidate]) {
        let old = entries
        entries = found.map { candidate in
            guard var entry = old.first(where: { $0.candidate.isSame(as: candidate) }) else {
                return Entry(candidate: candidate)
            }
            entry.candidate = candidate
            return entry
        }
    }

    /// Forgets everything that went wrong.
    mutating func forget() {
        for index in entries.indices {
            entries[index].failures = nil
            if case .failed = entries[index].state { entries[index].state = .idle }
        }
    }

    /// Lets everything be tried again, and remembers only that some fell silent: those must prove themselves, however
    /// often others are plugged.
    mutating func forgive(at now: Int64) {
        for index in entries.indices {
            if let failures = entries[index].failures, failures.isSilence || failures.hasBeenSilent {
                entries[index].failures?.retry(at: now)
            } else {
                entries[index].failures = nil
                if case .failed = entries[index].state { entries[index].state = .idle }
            }
        }
    }

    /// Keeps what went wrong for the next try.
    mutating func note(_ error: SensorError, of index: Int, at now: Int64) {
        if entries[index].failures == nil {
            entries[index].failures = SensorFailures(error, at: now)
        } else {
            entries[index].failures?.note(error, at: now)
        }
    }

    /// Changes what is known of the sensor in use.
    mutating func change(_ body: (inout CandidateState.Use) -> Void) {
        guard let index = inUse, case .inUse(var use) = entries[index].state else { return }
        body(&use)
        entries[index].state = .inUse(use)
    }
}

extension SensorCandidate {
    /// One device can be a candidate twice, buffered and polled; plugged in again it is another.
    func isSame(as other: SensorCandidate) -> Bool {
        kind == other.kind && id == other.id && sysPath == other.sysPath && device == other.device
    }

    /// True where opening may block, and so takes place on a thread, one at a time.
    var opensOnThread: Bool { kind == .iioBuffer || kind == .iioPoll }
}
