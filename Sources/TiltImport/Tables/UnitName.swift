import TiltCore

/// A unit as the header of a table spells it: the `m/s²` of `Acc X (m/s²)`, the `mdps` of `G_X [mdps]`.
///
/// Each spelling stands here, and is held against the whole of the text: what is close to one is another unit. What is in
/// brackets and is no unit, as `(left)`, `[raw]`, `(x)` and `[LSB]`, is a remark. A text is taken for a unit that is
/// not read here where it says *per time*, as `deg/h` and `ft/s^2`, where it is one of the other sensor's, or of
/// ``strangers``; a single letter may as well be a side, an axis or a name, and `(min)` and `(second)` are more than times.
struct UnitName: Equatable {
    /// As it stands there; empty where nothing does.
    let text: String
    /// Without what is written in one way or another: in lower case, without spaces, brackets, dots and the signs of powers
    /// and products, with the digits of powers and the Latin u of micro.
    private let plain: String

    private static let accelerations: [String: AccelerationUnit] = spellings([
        (
            .metres,
            [
                "m/s2", "ms2", "ms-2", "m/s/s", "m/ss", "mps2", "mpss", "mss", "m/sec2", "m/sec/sec",
                "m/second2",
                "meter/s2", "meters/s2", "metre/s2", "metres/s2", "meters/second2", "metres/second2",
                "meterspersecondsquared", "metrespersecondsquared", "m/s\u{fffd}",
            ]
        ),
        (.centimetres, ["cm/s2", "cms2", "cms-2", "cm/s/s", "cmps2", "cm/sec2", "cm/s\u{fffd}", "gal"]),
        (.millimetres, ["mm/s2", "mms2", "mms-2", "mm/s/s", "mmps2", "mm/sec2", "mm/s\u{fffd}"]),
        (.g, ["g", "gs", "gn", "g0", "gforce", "g-force"]),
        (.thousandths, ["mg", "mgs", "millig", "milli-g", "mgn"]),
    ])

    private static let rates: [String: RateUnit] = spellings([
        (
            .radians,
            [
                "rad/s", "rads", "rad", "rads-1", "rad/sec", "rad/second", "radian/s", "radians/s",
                "radians/sec",
                "radian/second", "radians/second", "radians", "radps", "radpers", "radpersec",
                "radianspersecond",
            ]
        ),
        (
            .milliradians,
            ["mrad/s", "mrads", "mrad", "mrads-1", "mrad/sec", "mradps", "millirad/s", "milliradians/s"]
        ),
        (
            .degrees,
            [
                "deg/s", "degs", "deg", "degs-1", "deg/sec", "deg/second", "degree/s", "degrees/s",
                "degree/sec",
                "degrees/sec", "degree/second", "degrees/second", "degree", "degrees", "degps", "degpers",
                "degpersec",
                "degreespersecond", "dps", "d/s", "°/s", "°s", "°s-1", "°/sec", "°/second", "°", "\u{fffd}/s",
            ]
        ),
        (
            .millidegrees,
            [
                "mdps", "mdeg/s", "mdegs", "mdeg", "mdegs-1", "mdeg/sec", "m°/s", "millidps", "millideg/s",
                "millidegrees/s",
            ]
        ),
        (
            .perMinute,
            ["rpm", "rev/min", "revs/min", "r/min", "turns/min", "revolutions/min", "revolutions/minute"]
        ),
        (
            .perSecond,
            [
                "rev/s", "revs/s", "rev/sec", "turns/s", "revolutions/s", "revolutions/sec",
                "revolutions/second",
            ]
        ),
    ])

    private static let times: [String: TimeUnit] = spellings([
        (.seconds, ["s", "sec", "secs", "second", "seconds"]),
        (
            .milliseconds,
            ["ms", "msec", "msecs", "millis", "millisec", "millisecs", "millisecond", "milliseconds"]
        ),
        (
            .microseconds,
            [
                "us", "usec", "usecs", "micros", "microsec", "microsecs", "microsecond", "microseconds",
                "\u{fffd}s",
            ]
        ),
        (.nanoseconds, ["ns", "nsec", "nsecs", "nanos", "nanosec", "nanosecs", "nanosecond", "nanoseconds"]),
        (.minutes, ["min", "mins", "minute", "minutes"]),
        (.hours, ["h", "hr", "hrs", "hour", "hours"]),
    ])

    /// Units that are met, and are not read: some of them are two things, as rps, turns or radians.
    private static let strangers: Set = [
        "rps", "rph", "dpm", "dph", "cps", "hz", "khz", "ug", "microg", "kg", "mgal", "ps", "cs", "ds", "day",
        "days",
        "tick", "ticks", "jiffies",
    ]

    private static func spellings<Unit>(_ all: [(Unit, [String])]) -> [String: Unit] {
        var units: [String: Unit] = [:]
        for (unit, texts) in all { for text in texts { units[text] = unit } }
        return units
    }

    /// Nothing.
    static let none = UnitName("")

    init(_ text: String) {
        self.text = text.trimmingSpaces
        plain = String(text.lowercased().compactMap(Self.plain))
    }

    /// A character in the one way that it is written in here; `nil` where it makes no difference.
    private static func plain(_ character: Character) -> Character? {
        switch character {
        case "^", "*", "·", "⋅", ".", "_", "(", ")", "[", "]": nil
        // What is left of a ² or ° in UTF-8 that was read as Latin-1: Â².
        case "â": nil
        case "²": "2"
        case "¹": "1"
        case "⁻", "−", "–": "-"
        case "\u{b5}", "\u{3bc}": "u"
        // The masculine ordinal, and the ring, of keyboards without a degree sign.
        case "\u{ba}", "\u{2da}": "°"
        default: character.isWhitespace ? nil : character
        }
    }

    /// The unit of a specific force; `nil` where it is none that is read here.
    var acceleration: AccelerationUnit? { Self.accelerations[plain] }
    /// The unit of a rate; `nil` where it is none that is read here.
    var rate: RateUnit? { Self.rates[plain] }
    /// The unit of a time; `nil` where it is none that is read here.
    var time: TimeUnit? { Self.times[plain] }

    /// True where it is a unit of a motion sensor that is read here.
    var isMotion: Bool { acceleration != nil || rate != nil }

    /// True where it is a unit, and to be refused where it is none of the column's: it cannot be passed over.
    var isUnit: Bool {
        guard plain.count > 1 else { return false }
        if isMotion || Self.strangers.contains(plain) { return true }
        guard let stroke = plain.lastIndex(of: "/"), stroke > plain.startIndex else { return false }
        return Self.times[plain[stroke...].filter { $0.isLetter }] != nil
    }

    /// True where names tell no other units than these for what they are read as: those of another unit are no table of
    /// a program that has these only.
    static func agree(
        _ names: [String], _ roles: [NumberTable.Role], _ time: TimeUnit, _ acceleration: AccelerationUnit,
        _ rate: RateUnit
    ) -> Bool {
        zip(names, roles).allSatisfy { name, role in
            let unit = ColumnName.unit(in: name)
            switch role {
            case .time: return unit.time.map { $0 == time } ?? !unit.isUnit
            case .acceleration: return unit.acceleration.map { $0 == acceleration } ?? !unit.isUnit
            case .rate: return unit.rate.map { $0 == rate } ?? !unit.isUnit
            case .other: return true
            }
        }
    }
}

extension TimeUnit {
    /// The unit that the name of a column tells, behind it or as a word of it; `nil` where it tells none.
    init?(named column: ColumnName?) {
        guard let column else { return nil }
        if let unit = column.unit.time {
            self = unit
            return
        }
        let words = Set(column.group.split(separator: " ").map { UnitName(String($0)).time })
        // `ms since seconds began`: the smaller one.
        let order: [TimeUnit] = [.milliseconds, .microseconds, .nanoseconds, .seconds, .minutes, .hours]
        guard let unit = order.first(where: words.contains) else { return nil }
        self = unit
    }
}
