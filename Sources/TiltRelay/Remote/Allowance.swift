/// How often something may happen that whoever may write the topic can bring about: so often at once, and once in a time after.
package struct Allowance: Equatable, Sendable {
    private let most: Double
    private let period: Int64
    private var left: Double
    private var at: Int64?

    /// `period` is in nanoseconds.
    package init(atOnce most: Int, thenEvery period: Int64) {
        (self.most, self.period, left) = (Double(most), period, Double(most))
    }

    /// Spends one; false where there is none left.
    package mutating func spend(at now: Int64) -> Bool {
        let passed = at.map { max(0, Double(now - $0)) } ?? 0
        (left, at) = (min(most, left + passed / Double(period)), now)
        guard left >= 1 else { return false }
        left -= 1
        return true
    }

    /// When there is one again, by what was known at the last look; `nil` where there is one, or nobody has looked.
    package var dueAt: Int64? {
        guard let at, left < 1 else { return nil }
        return at + Int64(((1 - left) * Double(period)).rounded(.up))
    }
}
