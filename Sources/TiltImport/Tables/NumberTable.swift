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

    /// What separates fields; a space stands for any run of spaces and tabs.
    let delimiter: UInt8
    var timeUnit: TimeUnit
    /// The names of the columns, for messages.
    let names: [String]
    let accelerationUnit: AccelerationUnit
    let rateUnit: RateUnit
    /// True where a column says that it is acceleration without gravity.
    let isLinear: Bool
    /// True where a row may have more fields than there are columns.
    let isOpenEnded: Bool

    /// True where all three axes of the specific force are there.
    let hasAcceleration: Bool
    /// True where all three axes of the angular rate are there.
    let hasRates: Bool
    /// The names of columns that are some axes of a sensor and not all: they are not read.
    let halves: [String]
    /// True where two columns are the same axis of the same sensor, or two are the time.
    let hasTwoOfOne: Bool
    /// Where the value of each column belongs: 0 to 2 the specific force, 3 to 5 the rate, else one of the below.
    let slots: [Int]

    /// What may part the fields of a table of no known format, in the order in which they are tried.
    static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, 0x20]

    static let timeSlot = 6
    /// The slot of a column that is not read.
    static let noSlot = 7

    init(
        delimiter: UInt8, timeUnit: TimeUnit, roles: [Role], names: [String],
        accelerationUnit: AccelerationUnit = .metres, rateUnit: RateUnit = .radians, isLinear: Bool = false,
        isOpenEnded: Bool = false
    ) {
        self.delimiter = delimiter
        self.timeUnit = timeUnit
        self.names = names
        self.accelerationUnit = accelerationUnit
        self.rateUnit = rateUnit
        self.isLinear = isLinear
        self.isOpenEnded = isOpenEnded
        let slots = roles.map { role in
            switch role {
            case .acceleration(let axis): axis
            case .rate(let axis): axis + 3
            case .time: Self.timeSlot
            case .other: Self.noSlot
            }
        }
        let used = slots.filter { $0 != Self.noSlot }
        hasTwoOfOne = Set(used).count < used.count
        hasAcceleration = (0..<3).allSatisfy(slots.contains)
        hasRates = (3..<6).allSatisfy(slots.contains)
        let unread = (hasAcceleration ? 0..<0 : 0..<3, hasRates ? 0..<0 : 3..<6)
        func isHalf(_ slot: Int) -> Bool { unread.0.contains(slot) || unread.1.contains(slot) }
        halves = zip(slots, names).filter { isHalf($0.0) }.map { $0.1 }
        self.slots = slots.map { isHalf($0) ? Self.noSlot : $0 }
    }

    /// True where a column is named for an axis of a motion sensor, or has a unit of one, and is none of this table:
    /// such a table is of another program, whatever else its header has.
    ///
    /// `passes` is true for names that a program has itself, and that are not read; with `countsBare` a
    /// name without a unit, as `x`, is one of a motion sensor.
    static func leaves(
        _ names: [String], _ roles: [Role], countsBare: Bool = false,
        passing passes: (String) -> Bool = { _ in false }
    ) -> Bool {
        zip(names, roles).contains { name, role in
            guard role == .other, !passes(name), let column = ColumnName(name), column.axis != nil else {
                return false
            }
            switch column.quantity {
            case .acceleration, .rate: return true
            case .linear: return column.unit.isMotion
            // Without such a unit it may be anything, as a velocity or a part of a quaternion; in brackets is another
            // unit, as of a magnetometer, or nothing.
            case .bare, .unknown:
                return column.unit.isMotion || countsBare && !name.contains { "([".contains($0) }
            case .time: return false
            }
        }
    }

    /// The fields of a header, without spaces and quotation marks at their ends.
    static func names(in line: String, delimiter: UInt8) -> [String] {
        // WISDM ends its rows with one.
        let isEnded = delimiter == UInt8(ascii: ",") && line.hasSuffix(";")
        let names =
            QuotedText.records(isEnded ? String(line.dropLast()) : line, delimiter: delimiter).first ?? []
        return delimiter == 0x20 ? names.filter { !$0.isEmpty } : names
    }
}
