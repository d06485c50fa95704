import TiltDaemon

/// Who listens, as far as the people themselves know it.
struct Demand {
    /// Something changed since this was counted.
    var isDirty = true
    /// Those that certainly listen, and those that may.
    var sure = 0
    var possible = 0
    /// The shortest period that one of them asked for, in nanoseconds.
    var surePeriod: Int64 = .max
    var possiblePeriod: Int64 = .max
    /// True where all of those that certainly listen may want to know of changes alone.
    var mayRest = false
    /// Since when somebody listens, and since when nobody does; `nil` where it is the other way round.
    var since: Int64?
    var endedAt: Int64?
    var startedAt: Int64 = .never
    var stoppedAt: Int64 = .never
}

/// The sensor in use, as the daemon says it.
enum Claim: Equatable {
    /// Nobody was there to be told.
    case unknown
    case none
    /// A candidate: twice the device's number, and one more where it is polled.
    case sensor(Int)

    var candidate: Int? { if case .sensor(let candidate) = self { candidate } else { nil } }
}

/// What became of the attempts to open a candidate.
struct Attempts {
    /// Failures in a row since the last time when everything is tried again.
    var failures = 0 {
        didSet { if failures == 0 { wasLeftInDoubt = false } }
    }
    var lastFailure: Int64 = .never
    /// True for a device that fell silent: it has to send before it is used again.
    var owesProof = false {
        didSet { if owesProof { isDoubted = true } }
    }
    /// True since then, until it has been used for ten seconds: where it is lost before, it has to send again.
    var isDoubted = false
    /// When it was last said to be lost, however it was read.
    var lostAt: Int64 = .never
    /// True where a better one took its place while it was doubted: what it had failed before still counts, and when it is tried
    /// again nobody is told.
    var wasLeftInDoubt = false

    /// Another one has failed.
    mutating func fail(at now: Int64) {
        failures += 1
        lastFailure = now
    }

    /// How long the next attempt may take after the last one, in nanoseconds.
    var pause: Int64 {
        failures == 0 ? 0 : min(30, 1 << Int64(min(failures - 1, 10))) * 1_000_000_000
    }
}
