/// What a table of a phone's export holds.
enum TableContent: Equatable {
    /// The specific force: acceleration with gravity in it; perhaps with rates beside it.
    case acceleration
    /// Acceleration without gravity, from which no tilt can be told.
    case linear
    /// Gravity alone.
    case gravity
    /// Angular rates alone.
    case rates
    /// Anything else.
    case other

    /// What a file of a format holds, by its header and, where that does not tell, by its name without its ending.
    init(_ format: TableFormat, header: String, stem: String) {
        let table = format.table(header)
        if format == .sensorLogger {
            self = table?.hasAcceleration == true ? SensorLogger.content(named: stem) ?? .other : .other
        } else if table?.hasAcceleration == true {
            self = .acceleration
        } else if table?.hasRates == true {
            self = .rates
        } else {
            self = table?.names.contains { $0.hasPrefix("Linear Acceleration") } == true ? .linear : .other
        }
    }

    /// What it holds, in words.
    var words: String {
        switch self {
        case .acceleration: "acceleration"
        case .linear: "acceleration without gravity, and tilt is the direction of gravity"
        case .gravity: "gravity without acceleration"
        case .rates: "angular rates without acceleration"
        case .other: "no acceleration that this program knows of"
        }
    }
}
