import TiltCore
import TiltSensors

/// What a review of the candidates comes to: which one is opened, who is asked about, and when to review again.
struct CandidateReview {
    /// The best candidate that is better than the sensor in use and not known to fail.
    private(set) var opens: Int?
    /// The one whose probation ends for it: the buffer of the same device is listened to, and has to make room.
    private(set) var ends: Int?
    /// Those of which to ask whether another program still holds them.
    private(set) var asks: [Int] = []
    /// When the next one is due, in nanoseconds of CLOCK_MONOTONIC; never where nothing is waited for.
    private(set) var next = Int64.max
    /// True while an opening is under way whose end is waited for.
    private(set) var isOpening = false

    /// Reviews the candidates of a table at `now`, in nanoseconds of CLOCK_MONOTONIC.
    init(of candidates: CandidateTable, at now: Int64) {
        for index in candidates.indices where candidates.isBetter(index) {
            switch candidates[index].state {
            case .inUse, .onProbation: continue
            case .opening(let opening):
                if opening.isLate { continue }
                isOpening = true
                return
            case .idle, .failed:
                guard isDue(index, of: candidates, at: now) else { continue }
                // Looked at again when that opening has ended or is late: one that hangs may hang for ever.
                if candidates.isOpeningInTime, candidates[index].candidate.opensOnThread { continue }
                if let untried = untried(instead: index, of: candidates) {
                    opens = untried
                    return
                }
                guard makesRoom(for: index, of: candidates, at: now) else { continue }
                opens = index
                return
            }
        }
    }

    /// Whether it is time for a candidate; where it is not, the next review is when it will be.
    private mutating func isDue(
        _ index: Int, of candidates: CandidateTable, at now: Int64
    ) -> Bool {
        guard let failures = candidates[index].failures else { return true }
        if now >= failures.retryAt, failures.isHeld {
            // Tried when the answer says that it is free.
            asks.append(index)
            next = min(next, now + failures.pause)
            return false
        }
        if now >= failures.retryAt { return true }
        next = min(next, failures.retryAt)
        return false
    }

    /// One that has not failed, where the better candidate could not be opened before; `nil` where that goes first.
    ///
    /// Two that take long to fail would have each other's turn for ever, and nobody would see a sensor that works. Silence is
    /// no such failure: that device opens at once.
    private func untried(instead better: Int, of candidates: CandidateTable) -> Int? {
        guard let failures = candidates[better].failures, !failures.isSilence else { return nil }
        return candidates.indices.first { index in
            guard index > better, candidates.isBetter(index), candidates[index].failures == nil,
                case .idle = candidates[index].state
            else { return false }
            if candidates[index].candidate.opensOnThread, candidates.isOpeningInTime { return false }
            return candidates[index].candidate.kind != .iioPoll || !isListenedTo(index, of: candidates)
        }
    }

    /// True where the same device, read in another way, is on probation.
    private func isListenedTo(_ index: Int, of candidates: CandidateTable) -> Bool {
        candidates.indices.contains {
            candidates.areOneDevice($0, index) && candidates[$0].state.probation != nil
        }
    }

    /// Whether a device can be polled: many drivers refuse that while their buffer is on.
    private mutating func makesRoom(
        for index: Int, of candidates: CandidateTable, at now: Int64
    ) -> Bool {
        guard candidates[index].candidate.kind == .iioPoll else { return true }
        for other in candidates.indices where candidates.areOneDevice(other, index) {
            guard let probation = candidates[other].state.probation else { continue }
            guard now >= probation.isAloneUntil else {
                next = min(next, probation.isAloneUntil)
                return false
            }
            ends = other
            return true
        }
        return true
    }
}

extension SensorCandidate {
    /// True where opening may block, and so takes place on a thread, one at a time.
    fileprivate var opensOnThread: Bool { kind == .iioBuffer || kind == .iioPoll }
}
