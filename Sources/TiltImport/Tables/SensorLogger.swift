import TiltCore

/// The CSV files of Sensor Logger (iOS and Android), one for each sensor, all with the columns
/// `time,seconds_elapsed,z,y,x`: only the name of a file tells what is in it.
///
/// Nanoseconds since 1970, m/s², rad/s, and the axes *backwards*. `Accelerometer.csv` is without gravity: with
/// `Gravity.csv` added it is a specific force. `TotalAcceleration.csv` has both, and only Android has it. On iOS all
/// three axes have the opposite sign, rates excepted, unless "Standardise Units & Frames" was on, which `Metadata.csv`
/// tells. `AccelerometerUncalibrated.csv` has both, too, in g on iOS.
enum SensorLogger {
    /// The table under a header line, its axes taken for those of a specific force; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        let names = NumberTable.names(in: header, delimiter: UInt8(ascii: ","))
        guard names.contains("time"), names.contains("seconds_elapsed") else { return nil }
        let roles = names.map { name -> NumberTable.Role in
            switch name {
            case "time": .time
            case "x": .acceleration(0)
            case "y": .acceleration(1)
            case "z": .acceleration(2)
            default: .other
            }
        }
        return NumberTable(delimiter: UInt8(ascii: ","), timeUnit: .nanoseconds, roles: roles, names: names)
    }

    /// The name that Sensor Logger gave a file, and what a person put around it.
    struct Name: Equatable {
        /// As `TotalAcceleration`.
        let sensor: String
        /// As `Standing_`, of `Standing_TotalAcceleration`; files of one recording have the same.
        let before: String
        /// As ` (2)`.
        let after: String

        /// What is not Sensor Logger's, to tell files of one recording by.
        var rest: String { before + "*" + after }
    }

    private static let sensors: Set = [
        "TotalAcceleration", "Accelerometer", "AccelerometerUncalibrated", "WatchAccelerometerUncalibrated",
        "Gravity", "Gyroscope", "GyroscopeUncalibrated",
    ]

    /// Finds the sensor in a file's name without its ending, as one of its words; of any other name, all of it.
    static func name(_ stem: String) -> Name {
        let words = stem.split { !$0.isLetter }.filter { sensors.contains(String($0)) }
        guard let word = words.first, words.count == 1 else {
            return Name(sensor: stem, before: "", after: "")
        }
        return Name(
            sensor: String(word), before: String(stem[..<word.startIndex]),
            after: String(stem[word.endIndex...]))
    }

    /// What the file with this name, without its ending, holds; `nil` for the many others.
    static func content(named stem: String) -> TableContent? {
        switch name(stem).sensor {
        case "TotalAcceleration": .acceleration
        case "Accelerometer": .linear
        case "AccelerometerUncalibrated", "WatchAccelerometerUncalibrated": .uncalibrated
        case "Gravity": .gravity
        case "Gyroscope", "GyroscopeUncalibrated": .rates
        default: nil
        }
    }

    /// What `Metadata.csv` says.
    struct Metadata: Equatable {
        /// The phone's name.
        var name: String?
        var platform: Platform?
        /// True where all phones' signs and units are Android's.
        var isStandardised = false
    }

    /// Reads `Metadata.csv`: a line of names and one of values.
    static func metadata(_ text: String) -> Metadata {
        var metadata = Metadata()
        let text = text.hasPrefix("\u{feff}") ? String(text.unicodeScalars.dropFirst()) : text
        let records = QuotedText.records(text, delimiter: UInt8(ascii: ","))
        guard records.count >= 2 else { return metadata }
        let (names, values) = (records[0], records[1])
        func value(_ name: String) -> String? {
            names.firstIndex(of: name).flatMap { $0 < values.count ? values[$0] : nil }
        }
        if let name = value("device name"), !name.isEmpty { metadata.name = name.onOneLine(limit: 100) }
        metadata.isStandardised = value("standardisation")?.lowercased() == "true"
        metadata.platform = value("platform").flatMap { Platform(rawValue: $0.lowercased()) }
        return metadata
    }
}
