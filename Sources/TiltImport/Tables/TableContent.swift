/// What a table of a phone's export holds.
enum TableContent: Equatable {
    /// The specific force: acceleration with gravity in it; perhaps with rates beside it.
    case acceleration
    /// The specific force in a unit that depends on the phone's system.
    case uncalibrated
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
        guard let table = format.table(header) else {
            self = .other
            return
        }
        if table.hasAcceleration {
            switch format {
            case .sensorLogger: self = SensorLogger.content(named: stem) ?? .other
            case .phyphox: self = Phyphox.content(named: stem, table.names)
            case .physicsToolbox, .androSensor, .euroc, .tumRGBD, .columns: self = .acceleration
            }
        } else if table.hasRates {
            self = .rates
        } else {
            self = table.isLinear ? .linear : .other
        }
    }

    /// What it holds, in words.
    var words: String {
        switch self {
        case .acceleration, .uncalibrated: "acceleration"
        case .linear: "acceleration without gravity, and tilt is the direction of gravity"
        case .gravity: "gravity without acceleration"
        case .rates: "angular rates without acceleration"
        case .other: "no acceleration that this program knows of"
        }
    }

    /// What would be of use in its place.
    var cure: String {
        self == .linear
            ? "export the accelerometer with gravity in it"
            : "export the accelerometer; of another table, tell the columns: --columns t,ax,ay,az"
    }
}
