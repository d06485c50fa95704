import NIOCore

/// Holds a page to fewer requests than would make the daemon end its connection: 50 within a second.
struct RequestAllowance {
    /// Requests at once.
    static let burst = 20.0
    /// Requests a second in the long run; with the burst, never more than 45 within one.
    static let perSecond = 25.0

    private var left = RequestAllowance.burst
    private var last: NIODeadline?

    /// Takes one request at `now`; false where it is one too many.
    mutating func spend(at now: NIODeadline) -> Bool {
        if let last {
            left = min(Self.burst, left + Double((now - last).nanoseconds) / 1e9 * Self.perSecond)
        }
        last = now
        guard left >= 1 else { return false }
        left -= 1
        return true
    }
}
