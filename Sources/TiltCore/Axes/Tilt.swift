/// The two independent tilt angles of a direction, in radians, each from -π/2 to π/2.
///
/// Source: Analog Devices AN-1057, equations 11 and 12.
///
///     pitch = atan2( uy, hypot(ux, uz))      positive when the top edge is up
///     roll  = atan2(-ux, hypot(uy, uz))      positive when the right edge is down
///
/// Both are continuous over the whole sphere, unlike the Euler roll atan2(-ux, uz), which is the angle of a vanishing
/// vector when the device stands upright.
public struct Tilt: Equatable, Sendable {
    /// Rotation about x, in radians; positive when the top edge is up.
    public var pitch: Double
    /// Rotation about y, in radians; positive when the right edge is down.
    public var roll: Double

    /// Creates a tilt from angles in radians.
    public init(pitch: Double, roll: Double) {
        self.pitch = pitch
        self.roll = roll
    }

    /// The tilt of a device whose up is `up`.
    public init<Axes>(of up: Up<Axes>) {
        pitch = .atan2(up.y, (up.x * up.x + up.z * up.z).squareRoot())
        roll = .atan2(-up.x, (up.y * up.y + up.z * up.z).squareRoot())
    }
}
