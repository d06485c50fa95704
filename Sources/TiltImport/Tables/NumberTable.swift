import TiltCore

/// Which column of a table of numbers is what, and how numbers are written in it.
struct NumberTable {
    /// What a column is.
    enum Role: Equatable {
        case time
        /// An axis of the specific force, 0 to 2.
        case acceleration(Int)
        /// An axis of the angular rate, 0 to 2.
        case rate(Int)
        case other
    }

    /// The unit of the time column.
    enum TimeUnit {
        case nanoseconds, seconds
    }

    /// What separates fields; a space stands for any run of spaces and tabs.
    var delimiter: UInt8
    var timeUnit: TimeUnit
    /// One for each column.
    var roles: [Role]
    /// The names of the columns, for messages.
    var names: [String]

    /// True where all three axes of the specific force are there.
    var hasAcceleration: Bool { (0..<3).allSatisfy { roles.contains(.acceleration($0)) } }
    /// True where all three axes of the angular rate are there.
    var hasRates: Bool { (0..<3).allSatisfy { roles.contains(.rate($0)) } }

    /// The fields of a header, without spaces and quotation marks at their ends.
    static func names(in line: String, delimiter: UInt8) -> [String] {
        let separator = Character(Unicode.Scalar(delimiter))
        return line.split(separator: separator, omittingEmptySubsequences: delimiter == 0x20).map { field in
            let name = String(field).trimmingSpaces
            return name.hasPrefix("\"") && name.hasSuffix("\"") && name.utf8.count > 1
                ? String(name.dropFirst().dropLast()) : name
        }
    }
}
