import TiltSensors

/// An opening whose outcome is still to come.
struct PendingOpening {
    let candidate: SensorCandidate
    let opening: SensorOpening
    /// When it began, in nanoseconds of CLOCK_MONOTONIC.
    let since: Int64
    /// True where its device fell silent before.
    let mustProve: Bool
    /// True once ``patience`` is over and others are tried meanwhile.
    var isLate = false

    /// After how long other sensors are tried besides the one that is being opened, in nanoseconds.
    static let patience: Int64 = 2_000_000_000
}
