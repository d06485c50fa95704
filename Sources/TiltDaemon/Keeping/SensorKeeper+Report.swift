import TiltSensors

/// The candidates as the keeper sees them.
extension SensorKeeper {
    /// All candidates with what is known against them, best first.
    package func report() -> [CandidateReport] { seen.map { report(of: $0) } }

    /// One of them; `nil` beyond the last.
    package func report(at index: Int) -> CandidateReport? {
        seen.indices.contains(index) ? report(of: seen[index]) : nil
    }

    /// What the keeper acts by: where there is no hotplug, ``candidates()`` would look at every device for each line.
    private var seen: [SensorCandidate] { known ?? candidates() }

    private func report(of next: SensorCandidate) -> CandidateReport {
        CandidateReport(candidate: next, isOpen: next.key == candidate?.key, trouble: troubles[next.key])
    }
}
