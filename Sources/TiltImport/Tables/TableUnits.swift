import TiltCore

/// The unit of a table's specific force.
package enum AccelerationUnit: String, CaseIterable, Sendable {
    case metres = "m/s2"
    case g
    case thousandths = "mg"

    /// m/s² in one of it.
    var scale: Double {
        switch self {
        case .metres: 1
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
    case degrees = "deg/s"

    /// rad/s in one of it.
    var scale: Double { self == .radians ? 1 : .pi / 180 }
}

/// The unit of a table's times.
package enum TimeUnit: String, CaseIterable, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case microseconds = "us"
    case nanoseconds = "ns"

    /// The decimals of it that make a nanosecond.
    var nanosecondDecimals: Int {
        switch self {
        case .seconds: 9
        case .milliseconds: 6
        case .microseconds: 3
        case .nanoseconds: 0
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
