import CLinux
import LinuxSystem

/// How long a test waits for something that must happen: far longer than it takes, since nobody asserts the time.
enum Timeout {
    /// In nanoseconds.
    static let limit: Int64 = 60_000_000_000

    /// What a test waited for in vain.
    struct Exhausted: Error, CustomStringConvertible {
        let description: String
    }

    /// Looks every few milliseconds until `condition` holds.
    static func wait(for what: String, until condition: () throws -> Bool) throws {
        let end = MonotonicClock.now() + limit
        while try !condition() {
            guard MonotonicClock.now() < end else {
                throw Exhausted(description: "waited in vain for \(what)")
            }
            _ = poll(nil, 0, 5)
        }
    }
}
