import TiltCore

/// A program or data set whose recordings are tables of numbers.
enum TableFormat: Equatable {
    case sensorLogger
    case phyphox
    case euroc
    case tumRGBD

    /// The table under a header line; `nil` where this line is none.
    func table(_ header: String) -> NumberTable? {
        switch self {
        case .sensorLogger: SensorLogger.table(header)
        case .phyphox: Phyphox.table(header)
        case .euroc: Euroc.table(header)
        case .tumRGBD: TumRGBD.table(header)
        }
    }

    /// What the sensor is called where the recording does not tell.
    var sensorName: String {
        switch self {
        case .sensorLogger: "Sensor Logger"
        case .phyphox: "phyphox"
        case .euroc: "EuRoC IMU"
        case .tumRGBD: "TUM RGB-D accelerometer"
        }
    }

    /// The clock of its times, by its IIO name; `log` where nobody knows.
    var clock: String {
        switch self {
        case .sensorLogger, .tumRGBD: "realtime"
        case .phyphox, .euroc: "log"
        }
    }
}
