import CardMotion
import Foundation
import Testing

@Suite struct `Calendar day` {
    private func calendar(_ zone: String) throws -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return calendar
    }

    @Test func `agrees with Foundation's calendar on every day of three centuries`() throws {
        let calendar = try calendar("UTC")
        for number in stride(from: -36_600, through: 73_200, by: 1) {
            let day = CalendarDay(number: number)
            let date = Date(timeIntervalSince1970: Double(number) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
            #expect(day.components.year == parts.year && day.components.month == parts.month)
            #expect(day.components.day == parts.day && day.weekday.rawValue % 7 + 1 == parts.weekday)
            #expect(
                CalendarDay(year: day.components.year, month: day.components.month, day: day.components.day)
                    == day)
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "two changes a year"), ("America/Sao_Paulo", "midnight did not exist"),
        ("Australia/Lord_Howe", "half an hour"), ("Asia/Kathmandu", "a quarter of an hour off"),
        ("Pacific/Apia", "a day left out"), ("America/New_York", "behind UTC"),
    ])
    func `is the local one at every hour, changes of summer time included`(zone: String, why: String) throws {
        let calendar = try calendar(zone)
        // 2010 to 2012 has them all; Apia had no 30 December 2011.
        for seconds in stride(from: Int64(1_262_304_000), to: 1_356_998_400, by: 1800) {
            let date = Date(timeIntervalSince1970: Double(seconds))
            let offset = calendar.timeZone.secondsFromGMT(for: date)
            let parts = calendar.dateComponents([.year, .month, .day], from: date)
            let day = CalendarDay(secondsSince1970: seconds, offset: offset)
            let same =
                day.components.year == parts.year && day.components.month == parts.month
                && day.components.day == parts.day
            #expect(same, "\(date) \(day.iso)")
        }
    }

    @Test(arguments: [
        (86_399, 0, "1970-01-01"), (86_400, 0, "1970-01-02"), (-1, 0, "1969-12-31"),
        (86_399, 1, "1970-01-02"),
        (0, -1, "1969-12-31"), (1_763_769_599, 0, "2025-11-21"), (1_763_769_600, 0, "2025-11-22"),
    ])
    func `begins at midnight`(seconds: Int64, offset: Int, iso: String) {
        #expect(CalendarDay(secondsSince1970: seconds, offset: offset).iso == iso)
    }

    @Test(arguments: [
        (2024, 2, 30, "2024-03-01"), (2023, 13, 1, "2024-01-01"), (2024, 0, 1, "2023-12-01"),
        (1, 1, 1, "0001-01-01"),
        (0, 12, 31, "0000-12-31"), (-1, 1, 1, "-0001-01-01"), (12_345, 6, 7, "12345-06-07"),
    ])
    func `carries over what a month does not have, and is written as ISO 8601 has it`(
        year: Int, month: Int, day: Int, iso: String
    ) {
        #expect(CalendarDay(year: year, month: month, day: day).iso == iso)
    }

    @Test func `stays within its range whatever it is given`() {
        let extremes = [Int.min, Int.max]
        for value in extremes {
            _ = CalendarDay(year: value, month: value, day: value).iso
            _ = CalendarDay(number: value).advanced(by: value).iso
            let day = CalendarDay(secondsSince1970: Int64(value), offset: 0)
            #expect(abs(day.number) == 365_250_000 && !day.iso.isEmpty)
            #expect(CalendarDay(secondsSince1970: Int64(value), offset: value) == day)
        }
        #expect(CalendarDay(secondsSince1970: 0, offset: .max).iso == "1970-01-08")
        #expect(CalendarDay(secondsSince1970: 0, offset: .min).iso == "1969-12-25")
        #expect(CalendarDay(secondsSince1970: 0, offset: -167 * 3600).iso == "1969-12-25")
    }
}
