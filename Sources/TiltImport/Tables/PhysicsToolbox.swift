import TiltCore

/// The CSV files of Physics Toolbox Sensor Suite: `time,gFx,gFy,gFz,TgF` in s and g, `wx,wy,wz` in rad/s beside.
///
/// Newer ones begin with remarks, `# sensor:…`, and name units: `ax (m/s^2)`. `ax,ay,az,aT` is without gravity. The time is
/// of the day, `13:05:10:681`, where that was asked for. Several sensors at once have a row each, the other fields empty.
enum PhysicsToolbox {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        guard header.hasPrefix("time") || header.hasPrefix("\"time") else { return nil }
        for delimiter in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
            let titles = NumberTable.names(in: header, delimiter: delimiter)
            let names = titles.map { name in name.split(separator: " ").first.map(String.init) ?? "" }
            let isOwn = names.contains("gFx") || names.contains("aT")
            guard names.first == "time", isOwn || names.contains("wx") else { continue }
            let roles = names.map(role)
            // Rates called wx, wy and wz stand beside accelerations of others, too.
            guard isOwn || !NumberTable.leaves(titles, roles, countsBare: true) else { continue }
            guard UnitName.agree(titles, roles, .seconds, .g, .radians) else { continue }
            return NumberTable(
                delimiter: delimiter, timeUnit: .seconds, roles: roles, names: names,
                accelerationUnit: .g, isLinear: names.contains("aT"))
        }
        return nil
    }

    private static func role(_ name: String) -> NumberTable.Role {
        switch name {
        case "time": .time
        case "gFx": .acceleration(0)
        case "gFy": .acceleration(1)
        case "gFz": .acceleration(2)
        case "wx": .rate(0)
        case "wy": .rate(1)
        case "wz": .rate(2)
        default: .other
        }
    }

    /// Whose signs they are; nothing in a file tells.
    static func phone(_ options: ImportOptions) -> Phone {
        guard let platform = options.platform else {
            return Phone(guesses: [
                "nothing tells the phone: signs are taken for Android's; --platform ios has the opposite"
            ])
        }
        return Phone(sign: platform.sign)
    }
}
