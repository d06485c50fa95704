/// The whole yardstick of motion: every goal beside what is reached, over a directory of recordings.
///
/// The directory holds `broad/` (recordings with optical truth) and `synthetic/` (exact motions), each trial as
/// `NAME.imu.csv` and `NAME.gt.csv`, compressed with gzip or not.
enum MotionBenchmark {
    /// Prints everything; false where a goal is not reached.
    static func run(_ directory: String) throws(MotionError) -> Bool {
        let recorded = RecordedFindings(trials: try Trial.all(in: directory + "/broad"))
        let synthetic = SyntheticFindings(trials: try Trial.all(in: directory + "/synthetic"))
        guard !recorded.trials.isEmpty || !synthetic.trials.isEmpty else {
            throw .noTrials(directory: directory)
        }
        print("motion: \(recorded.trials.count) recorded and \(synthetic.trials.count) synthetic trials")
        let findings = goals(recorded, synthetic)
        for finding in findings { print(finding.line) }
        let missed = findings.count { !$0.isReached }
        print("\(findings.count - missed) of \(findings.count) reached")
        guard !recorded.trials.isEmpty else { return missed == 0 }
        PredictionTable(trials: recorded.trials).print()
        ReferenceContest(trials: recorded.trials).print()
        return missed == 0
    }

    private static func goals(_ recorded: RecordedFindings, _ synthetic: SyntheticFindings) -> [Finding] {
        let mapping = MappingFindings.all()
        let (fusedRest, aloneRest) = (recorded.restStep(.fused), recorded.restStep(.alone))
        func note(_ tracker: Tracker) -> String {
            "median of trials; of the estimator alone"
                + Finding.number(recorded.restStepOfEstimator(tracker), 10) + "; trials"
                + recorded.restSteps(tracker).map { Finding.number($0, 10) }.joined()
        }
        return mapping.filter { $0.id == "M1" } + synthetic.steps + [recorded.jumps] + recorded.inclination
            + recorded.slower + recorded.frames + [
                recorded.slowRotations,
                Finding("M8", "lag at 1 Hz ± 15°, gyro", synthetic.lag(.fused), atMost: 1, "ms"),
                Finding("M8", "lag at 1 Hz ± 15°, no gyro", synthetic.lag(.alone), atMost: 15, "ms"),
                Finding(
                    "M8", "  with this step at rest", aloneRest, atMost: 0.0066, "pt", note: note(.alone)),
                Finding("M9", "step at rest, gyro", fusedRest, atMost: 0.00022, "pt", note: note(.fused)),
                Finding("M9", "step at rest, no gyro", aloneRest, atMost: 0.0067, "pt"),
            ] + synthetic.flick + mapping.filter { $0.id == "M11" }
    }
}
