/// The looks at all devices: asked for where something may have changed, and never two at a time.
///
/// A look reads attributes that may ask the hardware, and a driver that hangs answers after 5 s or never: for the first 2 s
/// of it the answer is waited for, and then what is known of the devices has to do.
struct Survey {
    /// True while the answer to ``DaemonEffect/survey(by:)`` is still to come.
    private(set) var isUnderWay = false
    /// True where devices may have come or gone since the last look began.
    private(set) var isOutdated = true
    /// True where another look is to follow that which is under way.
    private(set) var isAskedAgain = false
    /// True where what failed is worth another try after the next look.
    private var forgives = false
    /// Until when the answer is waited for, in nanoseconds of CLOCK_MONOTONIC, and whether that is over.
    private var deadline: Int64 = 0
    private var isLate = false

    /// How long nothing is decided before the answer has come, in nanoseconds.
    private static let timeout: Int64 = 2_000_000_000

    /// True while the answer is waited for: it may change what is best.
    var isAwaited: Bool { isUnderWay && !isLate }

    /// Asks for a look, or for another one behind that which is under way, and may have been too early.
    mutating func begin(at now: Int64, _ out: inout Outbox) {
        guard !isUnderWay else {
            (isOutdated, isAskedAgain) = (true, true)
            return
        }
        isLate = false
        deadline = now + Self.timeout
        start(&out)
    }

    /// Begins the look that was asked for behind the last one.
    ///
    /// It is waited for no longer than that would have been: where devices come and go all the time, one look follows the
    /// other without end.
    mutating func beginAgain(_ out: inout Outbox) {
        if isAskedAgain { start(&out) }
    }

    private mutating func start(_ out: inout Outbox) {
        isUnderWay = true
        (isOutdated, isAskedAgain) = (false, false)
        out.append(.survey(by: deadline))
    }

    /// True where the look has just taken too long to be waited for.
    mutating func giveUpWaiting() -> Bool {
        guard isAwaited else { return false }
        isLate = true
        return true
    }

    /// Devices may have come or gone.
    mutating func outdate() { isOutdated = true }

    /// Lets what failed be tried again after the next look.
    mutating func forgive() { forgives = true }

    /// The answer has come; true where what failed is to be tried again.
    mutating func end() -> Bool {
        isUnderWay = false
        defer { forgives = false }
        return forgives
    }
}
