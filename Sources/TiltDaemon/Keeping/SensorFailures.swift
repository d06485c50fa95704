import TiltSensors

/// What went wrong with one candidate lately, and when it is worth another try.
struct SensorFailures {
    /// The last error.
    private(set) var error: SensorError
    /// The instant of the next try, in nanoseconds of CLOCK_MONOTONIC; never where only a person can end it.
    private(set) var retryAt: Int64
    /// Tries that failed in a row.
    private(set) var count = 0
    /// The pause before the next try, in nanoseconds.
    private(set) var pause: Int64 = 0
    /// True where silence was one of them, whatever came after it: it has to prove itself before it is used again.
    private(set) var hasBeenSilent = false
    /// True where another program held it, and does not any more.
    private var isFree = false

    /// What the last try that failed has failed by.
    private var kind = Kind.other

    /// Failures of which one does not count as another of the other.
    private enum Kind {
        case silence, held, gone, other

        init(_ error: SensorError) {
            switch error {
            case .silent, .zeros, .stolen: self = .silence
            case .busy: self = .held
            // What was wrong with the device as it was says nothing of the one that is plugged in next.
            case .gone, .unheard: self = .gone
            default: self = .other
            }
        }
    }

    /// The longest pause between two tries, in seconds.
    private static let longestPause: Int64 = 30
    /// The same for one that fell silent, in seconds: opening a device that is stuck may disturb another reader of it,
    /// and one that was silent for so long is waited for as long again.
    private static let longestSilence: Int64 = 600
    /// The pause where another program holds the device, in nanoseconds: to ask costs next to nothing.
    private static let heldPause: Int64 = 500_000_000

    init(_ error: SensorError, at now: Int64) {
        self.error = error
        retryAt = now
        note(error, at: now)
    }

    /// Another failure: a sensor that fell silent is tried again at once, then after 1, 2, 4 … s.
    mutating func note(_ error: SensorError, at now: Int64) {
        self.error = error
        // That try is not over, and has failed only when it says so.
        if case .slow = error { return }
        isFree = false
        // Another kind of failure is a new one.
        if Kind(error) != kind { count = 0 }
        kind = Kind(error)
        count += 1
        switch error {
        case .silent, .zeros: hasBeenSilent = true
        default: break
        }
        switch error {
        case .log:
            retryAt = .max
            return
        case .busy:
            pause = Self.heldPause
        default:
            let first = isSilence ? 2 : 1
            let longest = isSilence ? Self.longestSilence : Self.longestPause
            let seconds = count < first ? 0 : min(longest, 1 << Int64(min(count - first, 10)))
            pause = seconds * 1_000_000_000
        }
        retryAt = now + pause
    }

    /// Something changed that may have ended it: the next try is at `instant`, in nanoseconds.
    mutating func retry(at instant: Int64) { if retryAt != .max { retryAt = instant } }

    /// Everything is tried again at `instant`, in nanoseconds: what fails then fails for the first time.
    ///
    /// Only one that sends nothing has not begun anew, or it would be opened ever so often where devices come and go.
    mutating func forgive(at instant: Int64) {
        if !isSilence { count = 0 }
        retry(at: instant)
    }

    /// The device has sent for long, read in another way: it has nothing to prove any more.
    mutating func trust() { hasBeenSilent = false }

    /// True where the device opens and then sends nothing: it has to prove itself before it is used again.
    var isSilence: Bool { kind == .silence }

    /// No other program holds it any more: it is tried in its turn, from `instant` on, in nanoseconds.
    mutating func free(at instant: Int64) {
        isFree = true
        retry(at: instant)
    }

    /// True where another program holds the device.
    var isHeld: Bool { kind == .held && !isFree }
}
