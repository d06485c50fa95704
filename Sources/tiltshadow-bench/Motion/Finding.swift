import TiltCore

/// One number of the yardstick beside its goal.
struct Finding {
    /// The goal's number, such as M5.
    let id: String
    /// What was measured.
    let what: String
    /// The measured value; `nil` where the recordings it needs are not there.
    let value: Double?
    /// The most it may be.
    let goal: Double
    let unit: String
    /// Single trials or circumstances.
    let note: String

    init(
        _ id: String, _ what: String, _ value: Double?, atMost goal: Double, _ unit: String, note: String = ""
    ) {
        self.id = id
        self.what = what
        self.value = value
        self.goal = goal
        self.unit = unit
        self.note = note
    }

    /// False also where nothing could be measured.
    var isReached: Bool { value.map { $0 <= goal } ?? false }

    /// One line of the table.
    var line: String {
        let verdict = value == nil ? "no data" : isReached ? "pass" : "MISS"
        return Self.padded(id, 4) + Self.padded(what, 50) + Self.number(value, 11) + "  ≤ "
            + Self.padded(Self.number(goal, 0), 8) + Self.padded(unit, 7) + Self.padded(verdict, 8) + note
    }

    /// The value with four significant digits, right-aligned in `width` columns.
    static func number(_ value: Double?, _ width: Int) -> String {
        guard let value else { return String(repeating: " ", count: max(0, width - 1)) + "-" }
        let magnitude = value.magnitude
        let decimals =
            magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : magnitude >= 0.1 || magnitude == 0 ? 4 : 6
        let text = Contest.fixed(value, decimals)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}
