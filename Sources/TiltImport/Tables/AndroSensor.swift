import TiltCore

/// The CSV files of AndroSensor (Android): everything in one table, as `ACCELEROMETER X (m/s²);…;GYROSCOPE X (rad/s);…`.
///
/// Parted by semicolons, commas or tabs; the time is `Time since start in ms ` or `TIME SINCE START (ms)`; Android's
/// signs. The ² may be in Latin-1, or read as it and written again.
enum AndroSensor {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        guard header.contains("ACCELEROMETER X (") else { return nil }
        for delimiter in [UInt8(ascii: ";"), UInt8(ascii: ","), 0x09] {
            let names = NumberTable.names(in: header, delimiter: delimiter)
            let roles = names.map(role)
            guard roles.contains(.time), roles.contains(.acceleration(0)) else { continue }
            func unit(_ role: NumberTable.Role) -> UnitName? {
                roles.firstIndex(of: role).map { ColumnName.unit(in: names[$0]) }
            }
            let force = unit(.acceleration(0))?.acceleration ?? .metres
            let rate = unit(.rate(0))?.rate ?? .radians
            // Of units that it has not, it is a table of another program.
            guard UnitName.agree(names, roles, .milliseconds, force, rate) else { continue }
            return NumberTable(
                delimiter: delimiter, timeUnit: .milliseconds, roles: roles, names: names,
                accelerationUnit: force, rateUnit: rate)
        }
        return nil
    }

    private static func role(_ name: String) -> NumberTable.Role {
        if name.lowercased().hasPrefix("time since start"), name.contains("ms") { return .time }
        for (axis, letter) in ["X", "Y", "Z"].enumerated() {
            if name.hasPrefix("ACCELEROMETER \(letter) (") { return .acceleration(axis) }
            if name.hasPrefix("GYROSCOPE \(letter) (") { return .rate(axis) }
        }
        return .other
    }
}
