/// What of the last delays 95 of 100 do not exceed, in nanoseconds.
struct UsualDelay: Equatable, Sendable {
    /// 0 before the first.
    private(set) var value: Int64 = 0
    private var delays: [Int64] = []
    private var next = 0

    /// So many delays are remembered, and after so many they are looked at anew.
    private static let (most, few) = (128, 8)

    /// True once there were enough to tell.
    var isKnown: Bool { delays.count >= Self.few }

    mutating func take(_ delay: Int64) {
        if delays.count < Self.most {
            delays.append(delay)
        } else {
            delays[next % Self.most] = delay
        }
        next += 1
        guard delays.count < Self.few || next % Self.few == 0 else { return }
        let sorted = delays.sorted()
        value = sorted[(sorted.count - 1) * 95 / 100]
    }
}
