import TiltCore

/// The way that a remote device's up has taken lately, between the instants that were told and a little beyond.
///
/// Instants are those of the publishing machine's clock, in nanoseconds. Between two poses it is a cubic whose speeds are those
/// of the poses around (Catmull and Rom). The speed that lookahead takes is not that of the cubic, which is restless in the
/// middle between two poses, but on the way from the one's to the other's.
struct RemoteTrack: Equatable, Sendable {
    /// A pose that was told.
    struct Knot: Equatable, Sendable {
        var time: Int64
        var up: Up<DeviceAxes>
    }

    private(set) var knots: [Knot] = []

    /// So many poses are remembered.
    private static let most = 24
    /// With which time the speed of the last pose dies away behind it, in seconds.
    private static let fading = 0.1
    /// Poses no farther apart than that are of a device that rests, in radians.
    private static let rest = 0.002

    /// The newest instant that was told.
    var end: Int64? { knots.last?.time }

    /// Takes a pose; one that is not newer than the last is left out.
    ///
    /// `period` is from one frame to the next, in nanoseconds.
    /// Where frames are left out while nothing changes, the way begins a period before the first that comes again.
    mutating func add(_ up: Up<DeviceAxes>, at time: Int64, period: Int64) {
        if let last = knots.last {
            guard time > last.time else { return }
            let before = knots.count > 1 ? knots[knots.count - 2].up : last.up
            if time - last.time > 5 * period / 2, before.angle(to: last.up) < Self.rest {
                knots.append(Knot(time: time - period, up: last.up))
            }
        }
        knots.append(Knot(time: time, up: up))
        if knots.count > Self.most { knots.removeFirst(knots.count - Self.most) }
    }

    /// Where up is at an instant, and how the device turns then; `nil` before the first pose.
    func pose(at time: Int64) -> GravityEstimate? {
        guard let first = knots.first, let last = knots.last else { return nil }
        if time <= first.time { return GravityEstimate(up: first.up) }
        guard time < last.time, let next = knots.firstIndex(where: { $0.time > time }) else {
            return beyond(last, by: Double(time - last.time) * 1e-9)
        }
        let (from, to) = (knots[next - 1], knots[next])
        let span = Double(to.time - from.time) * 1e-9
        let s = Double(time - from.time) * 1e-9 / span
        let (v, w) = (speed(at: next - 1), speed(at: next))
        // Hermite's cubic.
        let (s2, s3) = (s * s, s * s * s)
        let place =
            (2 * s3 - 3 * s2 + 1) * from.up + (s3 - 2 * s2 + s) * span * v + (3 * s2 - 2 * s3) * to.up
            + (s3 - s2) * span * w
        return Self.estimate(place, (1 - s) * v + s * w)
    }

    private func beyond(_ last: Knot, by seconds: Double) -> GravityEstimate? {
        let v = speed(at: knots.count - 1)
        let left = Self.decay(seconds / Self.fading)
        return Self.estimate(last.up + Self.fading * (1 - left) * v, left * v)
    }

    /// How up moves at a pose, per second: the slope of the parabola through it and its two neighbours; of the last, that from
    /// the one before, as a slope beyond what is known is more noise than news.
    private func speed(at index: Int) -> Up<DeviceAxes> {
        guard knots.count > 1 else { return .zero }
        guard index > 0 else { return slope(0) }
        guard index < knots.count - 1 else { return slope(index - 1) }
        let (h, g) = (length(index), length(index - 1))
        return (g / (h + g)) * slope(index) + (h / (h + g)) * slope(index - 1)
    }

    private func length(_ index: Int) -> Double { Double(knots[index + 1].time - knots[index].time) * 1e-9 }

    private func slope(_ index: Int) -> Up<DeviceAxes> {
        (knots[index + 1].up - knots[index].up) / length(index)
    }

    /// ω = u̇ × u, the turn that moves up so and nothing about it.
    private static func estimate(_ place: Up<DeviceAxes>, _ moving: Up<DeviceAxes>) -> GravityEstimate? {
        guard let up = Up<DeviceAxes>(of: place) else { return nil }
        let rate = AngularRate<DeviceAxes>(
            x: moving.y * up.z - moving.z * up.y, y: moving.z * up.x - moving.x * up.z,
            z: moving.x * up.y - moving.y * up.x)
        return GravityEstimate(up: up, rate: rate.shortened(to: fastest))
    }

    /// The fastest turn that is believed, in rad/s.
    private static let fastest = 20.0

    /// (1 - x/8)⁸, and 0 from 8 on: e⁻ˣ near enough.
    static func decay(_ x: Double) -> Double {
        guard x < 8 else { return 0 }
        let base = 1 - max(0, x) / 8
        let squared = base * base
        return squared * squared * squared * squared
    }
}
