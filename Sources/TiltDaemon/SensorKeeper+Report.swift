import TiltSensors

/// The candidates as the keeper sees them.
extension SensorKeeper {
    /// All candidates with what is known against them, best first.
    package func report() -> [CandidateReport] { candidates().map { report(of: $0) } }

    /// One of them; `nil` beyond the last.
    package func report(at index: Int) -> CandidateReport? {
        let known = candidates()
        return known.indices.contains(index) ? report(of: known[index]) : nil
    }

    private func report(of next: SensorCandidate) -> CandidateReport {
        CandidateReport(candidate: next, isOpen: next.key == candidate?.key, trouble: troubles[next.key])
    }
}
