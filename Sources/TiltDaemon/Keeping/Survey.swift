/// The looks at all devices: asked for where something may have changed, and never two at a time.
struct Survey {
    /// True while the answer to ``DaemonEffect/survey`` is still to come.
    private(set) var isUnderWay = false
    /// True where devices may have come or gone since the last look.
    private(set) var isOutdated = true
    /// True where what failed is worth another try after the next look.
    private var forgives = false

    /// Asks for a look, or for another one behind that which is under way, and may have been too early.
    mutating func begin(_ out: inout Outbox) {
        isOutdated = isUnderWay
        guard !isUnderWay else { return }
        isUnderWay = true
        out.append(.survey)
    }

    /// Devices may have come or gone.
    mutating func outdate() { isOutdated = true }

    /// Lets what failed be tried again after the next look.
    mutating func forgive() { forgives = true }

    /// The answer has come; true where what failed is to be tried again.
    mutating func end() -> Bool {
        defer { forgives = false }
        isUnderWay = false
        return forgives
    }
}
