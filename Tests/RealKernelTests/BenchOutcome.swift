/// What one run of the bench printed, and its status.
struct BenchOutcome {
    let scenarios: [String]
    let status: Int32
    let output: String

    var failures: [Substring] { checks.filter { !$0.hasPrefix("PASS ") } }
    var lastLine: Substring { lines.last ?? "" }

    /// The guest's checks, one a line; everything the bench printed when not all is well.
    var report: String {
        (["real kernel, \(scenarios.joined(separator: ", ")):"] + (status == 0 ? checks : lines)).joined(
            separator: "\n  ")
    }

    /// The scenarios that came to their end, with a check that passed at least.
    var concluded: [String] {
        lines.compactMap { line in
            // == tracking: 8 passed, 0 failed
            guard line.hasPrefix("== "), line.hasSuffix(" failed"), !line.contains(": 0 passed") else {
                return nil
            }
            return line.dropFirst(3).split(separator: ":").first.map(String.init)
        }
    }

    /// "BROKEN" is a check that did not work itself.
    private var checks: [Substring] {
        lines.filter { line in ["PASS ", "FAIL ", "BROKEN "].contains { line.hasPrefix($0) } }
    }

    private var lines: [Substring] { output.split(separator: "\n") }
}
