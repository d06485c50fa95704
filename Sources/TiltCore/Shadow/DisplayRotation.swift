/// How far the picture is turned clockwise against the panel, or the panel against the device, in degrees, as
/// `screen.orientation.angle` has it: at 90 the picture's top is at the device's right edge.
public enum DisplayRotation: Int, CaseIterable, Sendable {
    /// The picture's top is the device's top edge.
    case none = 0
    /// The device's right edge is up and the picture upright: it was turned a quarter counterclockwise, the picture back.
    case quarter = 90
    /// Upside down.
    case half = 180
    /// The device's left edge is up and the picture upright: it was turned a quarter clockwise, the picture back.
    case threeQuarters = 270

    /// The turn that undoes this one.
    package var inverse: DisplayRotation {
        switch self {
        case .none, .half: self
        case .quarter: .threeQuarters
        case .threeQuarters: .quarter
        }
    }

    /// One turn on top of another.
    public static func + (first: DisplayRotation, second: DisplayRotation) -> DisplayRotation {
        DisplayRotation(rawValue: (first.rawValue + second.rawValue) % 360) ?? .none
    }

    /// Up as the picture's axes see it.
    public func callAsFunction(_ up: Up<DeviceAxes>) -> Up<ScreenAxes> {
        switch self {
        case .none: Up(x: up.x, y: up.y, z: up.z)
        case .quarter: Up(x: -up.y, y: up.x, z: up.z)
        case .half: Up(x: -up.x, y: -up.y, z: up.z)
        case .threeQuarters: Up(x: up.y, y: -up.x, z: up.z)
        }
    }
}
