import TiltSensors

/// What went wrong with one candidate, and when it is worth another try.
struct SensorTrouble {
    /// The last error.
    private(set) var error: SensorError
    /// The instant of the next try, in nanoseconds of CLOCK_MONOTONIC.
    private(set) var retryAt: Int64
    /// Tries that failed in a row.
    private(set) var failures = 0

    /// The longest pause between two tries, in seconds.
    private static let longestPause: Int64 = 30

    init(_ error: SensorError, at now: Int64) {
        self.error = error
        retryAt = now
        note(error, at: now)
    }

    /// Another failure: a sensor that fell silent is tried again at once, then after 1, 2, 4 … 30 s.
    mutating func note(_ error: SensorError, at now: Int64) {
        self.error = error
        failures += 1
        if case .log = error {
            retryAt = .max
            return
        }
        let first = isSilence ? 2 : 1
        let pause = failures < first ? 0 : min(Self.longestPause, 1 << Int64(min(failures - first, 5)))
        retryAt = now + pause * 1_000_000_000
    }

    /// True where the device opens and then sends nothing: worth no try while another sensor works.
    var isSilence: Bool { if case .silent = error { true } else { false } }
}
