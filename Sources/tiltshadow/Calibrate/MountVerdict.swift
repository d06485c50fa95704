import TiltCore

/// What the poses say about the mounting in force.
enum MountVerdict: Equatable {
    /// It is right; there is nothing to change.
    case right
    /// It is to be this one: a rotation by the kernel's convention, and the raw sign.
    case change(rotation: Matrix3, rawSign: Double)
    /// The same, where the driver is wrong about the sign of what it reports, or we about the driver.
    case changeSign(rotation: Matrix3, rawSign: Double)
    /// The poses make a mirror image, and this one alone explains it: it was its opposite.
    case reversed(Pose)
    /// The same, where each of two opposite poses was the other.
    case swapped(Pose, Pose)
    /// The poses make a mirror image: one of them was its opposite, or the driver reports the other sign.
    case mirrored

    /// Mountings closer than this are the same, in degrees.
    private static let sameness = 10.0
    /// The cosine beyond which a pose reads what the mounting in force says, or, below its negative, the opposite: 26°.
    private static let agreement = 0.9

    /// Judges `solution`.
    ///
    /// A sensor cannot be mounted as its own mirror image. Where the determinant says so, either the driver reports
    /// gravity where it was thought to report the reaction (or the other way round), or a pose was taken for its
    /// opposite; gravity alone cannot tell one from the other, as both mirror the same three readings. The mounting in
    /// force can, where it is wrong in nothing else; so can six poses, which leave room for no single pose that was.
    ///
    /// `present` is P of up = P·raw by the mounting in force, `nil` where nobody knows; `rawSign` is what the driver is
    /// thought to report, and `isCertain` whether a person said so.
    init(_ solution: MountSolution, present: Matrix3?, rawSign: Double, isCertain: Bool) {
        let distances = present.map { present in
            zip(present.rows, solution.force.rows).map { $0.degrees(to: $1) }.max() ?? 180
        }
        if let distances, distances <= Self.sameness {
            self = .right
            return
        }
        guard solution.sign != rawSign else {
            self = .change(rotation: solution.rotation, rawSign: rawSign)
            return
        }
        let sign = MountVerdict.changeSign(rotation: solution.rotation, rawSign: solution.sign)
        let agreements = solution.readings.map { reading in
            present.map { $0(reading.force / reading.force.length).dot(reading.pose.up) } ?? 0
        }
        let opposed = solution.readings.indices.filter { agreements[$0] < -Self.agreement }
        let agreed = agreements.filter { $0 > Self.agreement }
        if opposed.count == 1, agreed.count == agreements.count - 1 {
            self = .reversed(solution.readings[opposed[0]].pose)
        } else if opposed.count == 2, agreed.count == agreements.count - 2 {
            // Two that are not opposite to each other make no mirror image.
            self = .swapped(solution.readings[opposed[0]].pose, solution.readings[opposed[1]].pose)
        } else if isCertain {
            self = .mirrored
        } else if opposed.count == agreements.count || solution.readings.count == Pose.allCases.count {
            self = sign
        } else {
            self = .mirrored
        }
    }
}
