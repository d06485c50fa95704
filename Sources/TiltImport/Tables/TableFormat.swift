import TiltCore

/// A program or data set whose recordings are tables of numbers.
enum TableFormat: Equatable {
    case sensorLogger
    case phyphox
    case physicsToolbox
    case androSensor
    case euroc
    case tumRGBD
    /// Whatever has these columns.
    case columns(ColumnList)

    /// Those that are told by their header.
    static let named: [TableFormat] = [
        .sensorLogger, .phyphox, .physicsToolbox, .androSensor, .euroc, .tumRGBD,
    ]

    /// The table under a header line, or from its first row where columns are told; `nil` where this line is neither,
    /// or where two of its columns would be the same: no program writes that, and one would take the other's place.
    func table(_ line: String) -> NumberTable? {
        guard let table = found(in: line), !table.hasTwoOfOne else { return nil }
        return table
    }

    private func found(in line: String) -> NumberTable? {
        switch self {
        case .sensorLogger: SensorLogger.table(line)
        case .phyphox: Phyphox.table(line)
        case .physicsToolbox: PhysicsToolbox.table(line)
        case .androSensor: AndroSensor.table(line)
        case .euroc: Euroc.table(line)
        case .tumRGBD: TumRGBD.table(line)
        case .columns(let list): list.table(firstRow: line)
        }
    }

    /// What the sensor is called where the recording does not tell.
    var sensorName: String {
        switch self {
        case .sensorLogger: "Sensor Logger"
        case .phyphox: "phyphox"
        case .physicsToolbox: "Physics Toolbox"
        case .androSensor: "AndroSensor"
        case .euroc: "EuRoC IMU"
        case .tumRGBD: "TUM RGB-D accelerometer"
        case .columns: LogHeader.neutralCSV.sensor.name
        }
    }

    /// The clock of its times, by its IIO name; `log` where nobody knows.
    var clock: String {
        switch self {
        case .sensorLogger, .tumRGBD: "realtime"
        case .phyphox, .physicsToolbox, .androSensor, .euroc, .columns: "log"
        }
    }

    /// True for a table whose header is no row of it.
    var hasHeader: Bool {
        if case .columns = self { return false }
        return true
    }

    /// Why the system of the phone makes no difference to the signs in it; `nil` where it does.
    var signsAreKnown: String? {
        switch self {
        case .sensorLogger, .physicsToolbox, .columns: nil
        case .phyphox: "phyphox writes the same signs on every phone"
        case .androSensor: "AndroSensor is for Android only"
        case .euroc, .tumRGBD: "the data set is of no phone"
        }
    }
}
