import TiltCore
import TiltSensors

/// Who is who among the candidates, and which is better.
extension CandidateTable {
    /// The candidate whose sensor is in use; `nil` where there is none.
    var inUse: Int? {
        indices.first { if case .inUse = self[$0].state { true } else { false } }
    }

    /// The sensor in use; `nil` where there is none.
    var use: CandidateState.Use? { inUse.flatMap { self[$0].state.use } }

    /// The candidate that this sensor was opened for, or is being opened for.
    func index(of sensor: SensorID) -> Int? { indices.first { self[$0].state.sensor == sensor } }

    /// The candidate that was asked about.
    func index(asking question: SensorID) -> Int? { indices.first { self[$0].question == question } }

    /// What is to be opened or asked about; `nil` where it is no more.
    func candidate(of sensor: SensorID) -> SensorCandidate? {
        guard let index = index(of: sensor) ?? index(asking: sensor) else { return nil }
        var candidate = self[index].candidate
        candidate.fellSilent = self[index].failures?.isSilence ?? false
        return candidate
    }

    /// All of them with what is known against them, best first.
    var reports: [CandidateReport] { indices.map { CandidateReport(self[$0]) } }

    /// One of them; `nil` beyond the last.
    func report(at index: Int) -> CandidateReport? {
        indices.contains(index) ? CandidateReport(self[index]) : nil
    }

    // MARK: how they compare

    /// True where it would be used rather than the sensor in use.
    func isBetter(_ index: Int) -> Bool {
        guard let rank = self[index].candidate.rank else { return false }
        return rank > inUse.flatMap { self[$0].candidate.rank } ?? .min
    }

    /// True where two candidates are one device, read in two ways.
    func areOneDevice(_ index: Int, _ other: Int) -> Bool {
        self[index].candidate.sysPath == self[other].candidate.sysPath
    }

    /// True where another candidate is the same device, read in another way.
    func isShared(_ index: Int) -> Bool {
        indices.contains { $0 != index && self[$0].candidate.rank != nil && areOneDevice($0, index) }
    }

    /// True where this device fell silent, however it was read: it has to prove that it sends.
    ///
    /// Not so one that was taken away, which can be trusted: one at rest may have nothing to send.
    func isSuspect(_ index: Int) -> Bool {
        indices.contains { areOneDevice($0, index) && self[$0].failures?.hasBeenSilent ?? false }
    }

    /// Why this one is used: what speaks for it, and what against the best.
    func reason(for index: Int) -> String {
        let reason = self[index].reason
        guard index > 0, let failures = self[0].failures else { return reason }
        return "\(reason); \(failures.error.description)"
    }

    /// True while something is being opened that is not late: what may take a thread is opened one at a time.
    var isOpeningInTime: Bool { indices.contains { self[$0].state.opening.map { !$0.isLate } ?? false } }

    /// True while something may turn up that only a look can tell.
    var isRecovering: Bool {
        indices.contains {
            switch self[$0].state {
            case .opening, .onProbation: true
            case .failed: self[$0].failures?.isHeld ?? false
            case .idle, .inUse: false
            }
        }
    }
}
