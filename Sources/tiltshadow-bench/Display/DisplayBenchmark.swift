/// What a person sees, and how true a frame is at its own instant, over a directory of recordings with their truth.
///
/// The recordings are the `broad/` of ``MotionBenchmark``. A display that is not synchronised draws at each vsync what has
/// come by then, 0.5 ms after its tick; the picture lights up one refresh later.
enum DisplayBenchmark {
    /// Prints the table; false where a goal is not reached.
    static func run(_ directory: String) throws(MotionError) -> Bool {
        let trials = try Trial.all(in: directory + "/broad")
        guard !trials.isEmpty else { throw .noTrials(directory: directory) }
        print("display: \(trials.count) recorded trials, means; mapping tilt, gain 10, limit 16; motion only")
        var (asked, missed) = (0, 0)
        for finding in InstantFindings(trials: trials).all {
            print(finding.line)
            asked += 1
            missed += finding.isReached ? 0 : 1
        }
        print("\n" + DisplayRow.head)
        DisplayTable(trials: trials).forEachRow { row in
            print(row.line)
            asked += row.asked
            missed += row.missed
        }
        print("\(asked - missed) of \(asked) reached")
        return missed == 0
    }
}
