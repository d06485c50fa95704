import TiltCore

/// The unit of a table's specific force.
package enum AccelerationUnit: String, CaseIterable, Sendable {
    case metres = "m/s2"
    case centimetres = "cm/s2"
    case millimetres = "mm/s2"
    case g
    case thousandths = "mg"

    /// m/s² in one of it.
    var scale: Double {
        switch self {
        case .metres: 1
        case .centimetres: 0.01
        case .millimetres: 0.001
        case .g: standardGravity
        case .thousandths: standardGravity / 1000
        }
    }

    /// What it is called in messages.
    var words: String { self == .metres ? "m/s²" : rawValue }
}

/// The unit of a table's angular rates.
package enum RateUnit: String, CaseIterable, Sendable {
    case radians = "rad/s"
    case milliradians = "mrad/s"
    case degrees = "deg/s"
    case millidegrees = "mdeg/s"
    /// Turns a minute.
    case perMinute = "rpm"
    /// Turns a second.
    case perSecond = "rev/s"

    /// rad/s in one of it.
    var scale: Double {
        switch self {
        case .radians: 1
        case .milliradians: 0.001
        case .degrees: .pi / 180
        case .millidegrees: .pi / 180_000
        case .perMinute: .pi / 30
        case .perSecond: 2 * .pi
        }
    }
}

/// The unit of a table's times.
package enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"
    case minutes = "min"
    case hours = "h"

    /// Nanoseconds in one of it.
    var nanoseconds: Int64 {
        switch self {
        case .seconds: 1_000_000_000
        case .milliseconds: 1_000_000
        case .microseconds: 1000
        case .nanoseconds: 1
        case .minutes: 60_000_000_000
        case .hours: 3_600_000_000_000
        }
    }
}

/// The system of the phone that a table comes from: each has its own signs of the specific force.
package enum Platform: String, CaseIterable, Sendable {
    /// The reaction to gravity: face up, z is +9.81 m/s².
    case android
    /// Gravity: face up, z is -1 g.
    case ios

    /// +1 for the reaction to gravity, -1 for gravity.
    var sign: Double { self == .ios ? -1 : 1 }
}
