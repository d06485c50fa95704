/// The `imu0/data.csv` of the EuRoC and TUM-VI data sets.
///
/// `#timestamp [ns],w_RS_S_x [rad s^-1],…,a_RS_S_x [m s^-2],…`: nanoseconds, the gyroscope *first*, and the reaction to
/// gravity in the sensor's own axes, which are as good as a device's.
enum Euroc {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        guard header.hasPrefix("#timestamp") else { return nil }
        let names = NumberTable.names(in: header, delimiter: UInt8(ascii: ","))
        // Others begin so, too: EuRoC's own trajectories, and tables of no known format.
        let roles = names.map(role)
        guard roles.contains(where: { $0 != .time && $0 != .other }),
            UnitName.agree(names, roles, .nanoseconds, .metres, .radians)
        else { return nil }
        return NumberTable(
            delimiter: UInt8(ascii: ","), timeUnit: .nanoseconds, roles: roles, names: names)
    }

    private static func role(_ name: String) -> NumberTable.Role {
        switch name.split(whereSeparator: { $0 == " " || $0 == "[" }).first {
        case "#timestamp": .time
        case "w_RS_S_x": .rate(0)
        case "w_RS_S_y": .rate(1)
        case "w_RS_S_z": .rate(2)
        case "a_RS_S_x": .acceleration(0)
        case "a_RS_S_y": .acceleration(1)
        case "a_RS_S_z": .acceleration(2)
        default: .other
        }
    }
}
