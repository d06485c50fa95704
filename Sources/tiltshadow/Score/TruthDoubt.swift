import TiltCore
import TiltScore

/// What a score tells of a truth that is none of its log: times in another unit, or quaternions the other way round.
enum TruthDoubt: Equatable {
    /// It lasts about a thousand times as long as the log, in seconds, and too few rows have an estimate.
    case milliseconds(truth: Double, log: Double)
    /// Conjugated quaternions fit far better; RMS angles as they are and conjugated, in degrees.
    case conjugate(error: Double, conjugated: Double)

    /// The share by which a truth may be longer than its log, or shorter, and still be told to be in milliseconds.
    private static let spread = 0.5
    /// Below this, in degrees, an error may be the estimate's.
    static let leastError = 10.0
    /// How many times the error must be that of the conjugates.
    private static let clearLead = 4.0

    /// Judges by how long truth and log are, in seconds, and by the share of the truth's rows with an estimate.
    init?(truth: Double, log: Double, coverage: Double, least: Double) {
        guard coverage < least, log > 0, (truth / log / 1000 - 1).magnitude < Self.spread else { return nil }
        self = .milliseconds(truth: truth, log: log)
    }

    /// Judges by the RMS angles, in degrees.
    init?(error: Double, conjugated: Double?) {
        guard error > Self.leastError, let conjugated, error > Self.clearLead * conjugated else { return nil }
        self = .conjugate(error: error, conjugated: conjugated)
    }
}

extension TruthDoubt: CustomStringConvertible {
    /// What is wrong, and what to try.
    var description: String {
        switch self {
        case .milliseconds(let truth, let log):
            "its times cover \(truth.rounded().shortText) s and the log \(log.rounded().shortText) s: they look like "
                + "milliseconds; divide them by 1000"
        case .conjugate(let error, let conjugated):
            "its quaternions fit far better the other way round, by \(DeviceDirection.degrees(conjugated)) instead of "
                + "\(DeviceDirection.degrees(error)): they look like earth axes → sensor axes; negate qx, qy and qz"
        }
    }
}
