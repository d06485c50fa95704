/// A warning that is given at once, and then at most once a minute with how often it came up meanwhile.
///
/// What a subscriber does may come up thousands of times; the journal must not fill with it.
package struct RateLimited {
    /// In nanoseconds.
    static let interval: Int64 = 60_000_000_000

    private var saidAt: Int64?
    private var unsaid = 0

    package init() {}

    /// The text to say at `now`, in nanoseconds; `nil` where it was said less than a minute ago.
    package mutating func text(_ message: @autoclosure () -> String, now: Int64) -> String? {
        if let saidAt, now - saidAt < Self.interval {
            unsaid += 1
            return nil
        }
        defer {
            saidAt = now
            unsaid = 0
        }
        return unsaid > 0 ? message() + " (and \(unsaid) times in the last minutes)" : message()
    }
}
