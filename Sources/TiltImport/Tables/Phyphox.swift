import TiltCore

/// The CSV files of phyphox (an export as one file, a folder or a zip).
///
/// `"Time (s)","Acceleration x (m/s^2)",…`: seconds from the start, m/s², rad/s; Android's signs on every phone (flat:
/// z = +9.8), which are ours. Five variants: comma, tab or semicolon between fields and a decimal point, tab or
/// semicolon and a decimal comma. `Linear Acceleration` is without gravity. "Absolute …" is a column too many. A header
/// that has an axis in another unit, or the same one twice, is another program's.
///
/// An experiment that its user put together has columns such as `"X (m/s^2)"`: the unit tells accelerations from rates,
/// and the name of the file, as `Accelerometer.csv` and `Linear Accelerometer.csv`, whether gravity is in them.
enum Phyphox {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        let bare = header.hasPrefix("\"") ? String(header.dropFirst()) : header
        guard bare.hasPrefix("Time (s)") else { return nil }
        let after = bare.utf8.dropFirst("Time (s)".utf8.count).first { $0 != UInt8(ascii: "\"") }
        let delimiter = after ?? UInt8(ascii: ",")
        guard ",;\t".utf8.contains(delimiter) else { return nil }
        let names = NumberTable.names(in: header, delimiter: delimiter)
        // Every column of phyphox has a name, and quantities their unit; other tables begin with "Time (s)", too.
        guard names.dropFirst().contains(where: { $0.hasSuffix(")") }), !names.contains("") else {
            return nil
        }
        let roles = names.map(role)
        guard !NumberTable.leaves(names, roles, passing: isLinear) else { return nil }
        return NumberTable(
            delimiter: delimiter, timeUnit: .seconds, roles: roles, names: names,
            isLinear: names.contains(where: isLinear))
    }

    /// What the file with this name, without its ending, holds, where its columns tell only that it is acceleration.
    static func content(named stem: String, _ names: [String]) -> TableContent {
        names.contains { $0.hasPrefix("Acceleration") } || !isLinear(stem) ? .acceleration : .linear
    }

    private static func isLinear(_ name: String) -> Bool { name.lowercased().hasPrefix("lin") }

    private static func role(_ name: String) -> NumberTable.Role {
        if name == "Time (s)" { return .time }
        guard !isLinear(name), let start = name.lastIndex(of: "("), name.last == ")" else { return .other }
        let words = name[..<start].split(separator: " ")
        guard let axis = ["x", "y", "z"].firstIndex(of: words.last?.lowercased() ?? "") else { return .other }
        switch name[start...].dropFirst().dropLast() {
        case "m/s^2", "m/s²": return .acceleration(axis)
        case "rad/s": return .rate(axis)
        default: return .other
        }
    }

    /// Reads `meta/device.csv`: a property and its value on each line.
    static func model(device: String) -> String? {
        let start = device.unicodeScalars.prefix(64)
        let delimiter = ";\t".utf8.first { mark in start.contains { $0.value == UInt32(mark) } }
        let records = QuotedText.records(device, delimiter: delimiter ?? UInt8(ascii: ","))
        let model = records.first { $0.first == "deviceModel" && $0.count > 1 }?[1]
        return model.flatMap { $0.isEmpty ? nil : $0.onOneLine(limit: 100) }
    }
}
