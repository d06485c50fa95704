/// The CSV files of phyphox (an export as one file, a folder or a zip).
///
/// `"Time (s)","Acceleration x (m/s^2)",…`: seconds from the start, m/s², rad/s; Android's signs on every phone (flat:
/// z = +9.8), which are ours. Five variants: comma, tab or semicolon between fields and a decimal point, tab or
/// semicolon and a decimal comma. `Linear Acceleration` is without gravity. "Absolute …" is a column too many.
enum Phyphox {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        let bare = header.hasPrefix("\"") ? String(header.dropFirst()) : header
        guard bare.hasPrefix("Time (s)") else { return nil }
        let after = bare.utf8.dropFirst("Time (s)".utf8.count).first { $0 != UInt8(ascii: "\"") }
        let delimiter = after ?? UInt8(ascii: ",")
        guard ",;\t".utf8.contains(delimiter) else { return nil }
        let names = NumberTable.names(in: header, delimiter: delimiter)
        return NumberTable(
            delimiter: delimiter, timeUnit: .seconds, roles: names.map(role), names: names)
    }

    private static func role(_ name: String) -> NumberTable.Role {
        switch name {
        case "Time (s)": .time
        case "Acceleration x (m/s^2)": .acceleration(0)
        case "Acceleration y (m/s^2)": .acceleration(1)
        case "Acceleration z (m/s^2)": .acceleration(2)
        case "Gyroscope x (rad/s)": .rate(0)
        case "Gyroscope y (rad/s)": .rate(1)
        case "Gyroscope z (rad/s)": .rate(2)
        default: .other
        }
    }
}
