/// A day of the Gregorian calendar, without a time of day, a time zone or a language.
///
/// Its arithmetic counts days, so changes of summer time do not exist for it. Source of both conversions: Howard
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil` and `civil_from_days`.
public struct CalendarDay: Equatable, Hashable, Sendable {
    /// Days since Thursday, 1970-01-01; negative before.
    public let number: Int

    /// The day that many days after 1970-01-01, within a million years of it.
    public init(number: Int) { self.number = number.limited(to: -365_250_000...365_250_000) }

    /// Creates a day from what a calendar of this country says it is.
    ///
    /// - Parameters:
    ///   - year: 1 BC is 0.
    ///   - month: 1 to 12; 13 is January of the next year.
    ///   - day: 1 to 31; one behind the month's last is the first of the next.
    public init(year: Int, month: Int, day: Int) {
        let year = year.limited(to: -1_000_000...1_000_000)
        let (month, day) = (month.limited(to: -12_000...12_000), day.limited(to: -365_250...365_250))
        // The year begins with March, so that the leap day is its last.
        let months = year * 12 + month - 3
        let (marchYear, marchMonth) = (Self.quotient(months, 12), months - 12 * Self.quotient(months, 12))
        let leapDays =
            Self.quotient(marchYear, 4) - Self.quotient(marchYear, 100) + Self.quotient(marchYear, 400)
        self.init(number: 365 * marchYear + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468)
    }

    /// The day at an instant, where local time is ahead of UTC by an offset.
    ///
    /// - Parameters:
    ///   - seconds: since 1970-01-01 00:00 UTC, as `time(2)` has it.
    ///   - offset: of local time at that very instant, in seconds, summer time included: `tm_gmtoff` of `localtime_r(3)`.
    ///     Within a week, which is more than TZ of `tzset(3)` can say (167 h); what is beyond is taken for a week.
    public init(secondsSince1970 seconds: Int64, offset: Int) {
        // The bounds, a million years and a week, keep the sum from overflowing.
        let local =
            seconds.limited(to: -31_557_600_000_000...31_557_600_000_000)
            + Int64(offset.limited(to: -604_800...604_800))
        self.init(number: Int(Self.quotient(local, 86_400)))
    }

    /// Year, month 1 to 12 and day 1 to 31.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = Self.quotient(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    /// Which day of the week it is.
    public var weekday: Weekday {
        // 1970-01-01 was a Thursday, the fourth.
        let index = (number % 7 + 7 + 3) % 7
        return Weekday(rawValue: index + 1) ?? .monday
    }

    /// `2026-11-21`, as `<time datetime>` and `date -I` have it.
    public var iso: String {
        let (year, month, day) = components
        let digits = String(year.magnitude)
        let padding = String(repeating: "0", count: max(0, 4 - digits.count))
        return (year < 0 ? "-" : "") + padding + digits + "-" + Self.two(month) + "-" + Self.two(day)
    }

    /// The day that many days later, earlier where negative.
    public func advanced(by days: Int) -> CalendarDay {
        CalendarDay(number: number + days.limited(to: -730_500_000...730_500_000))
    }

    private static func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }

    /// ⌊a/b⌋, also for a negative a, where `/` rounds toward 0.
    private static func quotient<Number: SignedInteger>(_ a: Number, _ b: Number) -> Number {
        a >= 0 ? a / b : -1 - (-1 - a) / b
    }
}
