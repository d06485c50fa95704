import TiltCore

/// One line of the table: what was measured of a way to draw, beside what it must be.
struct DisplayRow {
    /// The most that each figure may be; `nil` where nothing is asked of it.
    struct Goals {
        var error: Double?
        var judder: Double?
        /// In percent.
        var repeats: Double?
        var restStep: Double?
    }

    /// The way to draw.
    let strategy: String
    let sensorHz: Double
    /// Frames a second; `nil` where they come as the display's pictures do.
    let frameHz: Double?
    let display: Display
    /// Means over the trials.
    let measures: DisplayMeasures
    let goals: Goals
    /// How often the daemon was woken up for it, a second; `nil` where that is not counted.
    var wakeUps: Double?

    /// The head of the table.
    static let head =
        Finding.padded("draws", 26) + "sensor  frames display " + Finding.padded("  error pt", 17)
        + Finding.padded("  judder", 17) + Finding.padded("residual pt", 13)
        + Finding.padded("  repeated %", 17) + Finding.padded("  rest step pt", 17) + "wake-ups/s"

    private var figures: [(value: Double?, goal: Double?)] {
        [
            (measures.error, goals.error), (measures.judder, goals.judder), (measures.repeats, goals.repeats),
            (measures.restStep, goals.restStep),
        ]
    }

    /// How many goals there are here.
    var asked: Int { figures.count { $0.goal != nil } }

    /// How many of them are not reached; a figure that could not be measured reaches none.
    var missed: Int {
        figures.count { value, goal in goal.map { goal in !(value.map { $0 <= goal } ?? false) } ?? false }
    }

    /// One line of the table.
    var line: String {
        let rates = [sensorHz, frameHz ?? display.refreshHz, display.refreshHz]
        let numbers = rates.map { Self.right(Contest.fixed($0, 0), 6) + "  " }.joined()
        return Finding.padded(strategy, 26) + numbers + Self.cell(measures.error, goals.error, 3)
            + Self.cell(measures.judder, goals.judder, 2) + Self.cell(measures.residual, nil, 3, 13)
            + Self.cell(measures.repeats, goals.repeats, 1) + Self.cell(measures.restStep, goals.restStep, 4)
            + Self.cell(wakeUps, nil, 1, 13)
            + (missed > 0 ? "MISS" : asked > 0 ? "pass" : "")
    }

    private static func cell(_ value: Double?, _ goal: Double?, _ decimals: Int, _ width: Int = 17) -> String
    {
        let number = right(value.map { Contest.fixed($0, decimals) } ?? "-", 7)
        return Finding.padded(number + (goal.map { " ≤ " + Contest.fixed($0, decimals) } ?? ""), width)
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
