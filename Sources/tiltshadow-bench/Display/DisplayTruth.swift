import TiltCore
import TiltScore

/// Where the shadow would have to be at the instants at which pictures light up.
struct DisplayTruth {
    /// One picture.
    struct Picture {
        /// The true offset, in points.
        var offset: ShadowOffset
        /// True in motion, where the truth is known.
        var isMoving: Bool
        /// True at rest, where the truth is known.
        var isAtRest: Bool
    }

    /// What is shown of an exact truth, as subscribers have it by default.
    private static let shadow = ShadowMapper.Options()
    /// Between rows that are farther apart the truth is not known, in seconds.
    private static let longestGap = 0.02
    /// Motion and rest of the first seconds are not judged: filters begin.
    private static let (firstMotion, firstRest) = (2.0, 5.0)

    let pictures: [Picture]

    /// The truth at `instants`, in seconds, ascending.
    init(_ truth: Truth, at instants: [Double]) {
        let rows = truth.ups.indices.filter { truth.ups[$0] != nil }
        var next = 1
        pictures = instants.map { instant in
            while next < rows.count - 1, truth.times[rows[next]] < instant { next += 1 }
            let (before, after) = (rows[next - 1], rows[next])
            let (start, end) = (truth.times[before], truth.times[after])
            let share = min(1, max(0, (instant - start) / (end - start)))
            let isKnown = end - start < Self.longestGap && instant < truth.end && instant > Self.firstMotion
            let motion =
                (1 - share) * (truth.isMoving[before] ? 1 : 0) + share * (truth.isMoving[after] ? 1 : 0)
            return Picture(
                offset: Self.offset(of: truth.ups[before], truth.ups[after], share),
                isMoving: isKnown && motion > 0.99,
                isAtRest: isKnown && motion <= 0.99 && instant > Self.firstRest)
        }
    }

    private static func offset(
        of before: Up<DeviceAxes>?, _ after: Up<DeviceAxes>?, _ share: Double
    ) -> ShadowOffset {
        guard let before, let after, let up = Up<DeviceAxes>(of: (1 - share) * before + share * after) else {
            return .zero
        }
        return shadow.mapping(DisplayRotation.none(up), gain: shadow.gain).clamped(to: shadow.limit)
    }
}
