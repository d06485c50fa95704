/// The `accelerometer.txt` of the TUM RGB-D data set.
///
/// `# timestamp ax ay az` after two remarks, then four numbers with spaces between: seconds since 1970 and m/s², the
/// reaction to gravity.
enum TumRGBD {
    /// The table under a header line; `nil` where it is none.
    static func table(_ header: String) -> NumberTable? {
        guard header.hasPrefix("#") else { return nil }
        let names = NumberTable.names(in: String(header.dropFirst()), delimiter: UInt8(ascii: " "))
        guard names == ["timestamp", "ax", "ay", "az"] else { return nil }
        return NumberTable(
            delimiter: UInt8(ascii: " "), timeUnit: .seconds,
            roles: [.time, .acceleration(0), .acceleration(1), .acceleration(2)], names: names)
    }
}
