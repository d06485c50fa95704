/// Why the recordings cannot be used.
enum MotionError: Error, Equatable, CustomStringConvertible {
    /// There is no `broad/*.imu.csv` or `synthetic/*.imu.csv`, compressed or not, in the directory.
    case noTrials(directory: String)
    /// A file cannot be read.
    case unreadable(path: String)
    /// A file holds something else than it should.
    case malformed(path: String, reason: String)

    var description: String {
        switch self {
        case .noTrials(let directory):
            "\(directory) holds no broad/*.imu.csv(.gz) and no synthetic/*.imu.csv(.gz)"
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let path, let reason): "\(path): \(reason)"
        }
    }
}
