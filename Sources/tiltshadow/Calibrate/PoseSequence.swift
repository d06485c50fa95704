import TiltCore

/// The poses of a calibration in their order, and those that were taken.
struct PoseSequence: Equatable {
    /// What a rest is, beside the poses taken so far.
    enum Judgement: Equatable {
        /// The pose that is due.
        case fits
        /// A pose that was taken already: the device has not been moved.
        case same(as: Pose)
        /// Neither; the angle to that pose should be another, in degrees.
        case wrongAngle(found: Double, expected: Double, to: Pose)
        /// None at all: the sensor reads no force.
        case nothing
        /// Nothing more is due.
        case done
    }

    /// How far from the right angle a pose may be, in degrees: a book that leans on a shelf is 15° off upright.
    static let tolerance = 20.0
    /// Closer than this, two readings are of one pose, in degrees.
    private static let sameness = 30.0
    /// Less than this is no gravity, whatever the scale, in m/s².
    private static let leastForce = 0.01

    let poses: [Pose]
    private(set) var taken: [PoseReading] = []

    init(_ poses: [Pose]) { self.poses = poses }

    /// The pose that is due; `nil` at the end.
    var next: Pose? { taken.count < poses.count ? poses[taken.count] : nil }

    /// What a rest at `force` is.
    func judge(_ force: MatrixRow) -> Judgement {
        guard let next else { return .done }
        guard force.length >= Self.leastForce else { return .nothing }
        let angles = taken.map { reading in
            (
                reading.pose, found: force.degrees(to: reading.force),
                expected: next.up.degrees(to: reading.pose.up)
            )
        }
        if let same = angles.first(where: { $0.found < Self.sameness }) { return .same(as: same.0) }
        let worst = angles.max { ($0.found - $0.expected).magnitude < ($1.found - $1.expected).magnitude }
        if let worst, (worst.found - worst.expected).magnitude > Self.tolerance {
            return .wrongAngle(found: worst.found, expected: worst.expected, to: worst.0)
        }
        return .fits
    }

    /// Takes a rest as the pose that is due, where it is one.
    mutating func offer(_ window: RestWindow, up: MatrixRow?) -> Judgement {
        let judgement = judge(window.mean)
        guard judgement == .fits, let next else { return judgement }
        taken.append(
            PoseReading(
                pose: next, force: window.mean, deviation: window.deviation, seconds: window.seconds, up: up))
        return judgement
    }
}

extension PoseSequence.Judgement {
    /// What to tell the person; `nil` where there is nothing to say.
    var words: String? {
        switch self {
        case .fits, .done: nil
        case .nothing: "The sensor reads 0, and no gravity."
        case .same(let pose): "This is still the pose \(pose.shortName)."
        case .wrongAngle(let found, let expected, let pose):
            "This is \(DeviceDirection.degrees(found)) from \(pose.shortName), and "
                + "\(DeviceDirection.degrees(expected)) is needed."
        }
    }
}
