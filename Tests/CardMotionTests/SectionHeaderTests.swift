import CardMotion
import Foundation
import Testing

@Suite struct `Section headers` {
    @Test func `go from today back, with the picture on top only`() {
        let headers = SectionHeader.newest(4, on: CalendarDay(year: 2024, month: 3, day: 1))
        #expect(headers.map(\.day.iso) == ["2024-03-01", "2024-02-29", "2024-02-28", "2024-02-27"])
        #expect(headers.map(\.title) == [.today, .yesterday, .weekday(.wednesday), .weekday(.tuesday)])
        #expect(headers.map(\.showsPicture) == [true, false, false, false])
        #expect(SectionHeader.newest(-1, on: CalendarDay(number: 0)).isEmpty)
    }

    @Test func `move on by one day at midnight, and not before`() {
        let midnight: Int64 = 1_763_769_600  // 2025-11-22 00:00 UTC
        for offset in [-36_000, -1800, 0, 3600, 20_700, 50_400] {
            func headers(_ seconds: Int64) -> [SectionHeader] {
                .init(
                    SectionHeader.newest(
                        3, on: CalendarDay(secondsSince1970: seconds - Int64(offset), offset: offset)))
            }
            #expect(headers(midnight - 1) == headers(midnight - 86_400))
            #expect(headers(midnight) != headers(midnight - 1))
            #expect(headers(midnight)[1].day == headers(midnight - 1)[0].day)
            #expect(headers(midnight)[1].title == .yesterday)
        }
    }

    @Test(arguments: ["Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe"])
    func `name the days that Foundation's calendar counts back, over changes of summer time`(zone: String)
        throws
    {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let first = try #require(calendar.date(from: DateComponents(year: 2010, month: 1, day: 1, hour: 12)))
        for later in 0..<800 {
            let now = try #require(calendar.date(byAdding: .day, value: later, to: first))
            let today = CalendarDay(
                secondsSince1970: Int64(now.timeIntervalSince1970),
                offset: calendar.timeZone.secondsFromGMT(for: now))
            for (back, header) in SectionHeader.newest(7, on: today).enumerated() {
                let then = try #require(calendar.date(byAdding: .day, value: -back, to: now))
                let parts = calendar.dateComponents([.year, .month, .day], from: then)
                #expect(header.day.components.day == parts.day && header.day.components.month == parts.month)
                if case .weekday(let weekday) = header.title {
                    #expect(weekday.rawValue % 7 + 1 == calendar.component(.weekday, from: then))
                }
            }
        }
    }

    @Test(arguments: [
        ("en_US", "Saturday, June 17", "Saturday"), ("de_DE", "Samstag, 17. Juni", "Samstag"),
        ("fr_FR", "samedi 17 juin", "samedi"), ("ja_JP", "6月17日土曜日", "土曜日"),
    ])
    func `are put into words by a shell in its language`(locale: String, date: String, title: String) throws {
        let header = try #require(
            SectionHeader.newest(3, on: CalendarDay(year: 2017, month: 6, day: 19)).last)
        // Noon in UTC, so that no time zone of the formatter moves it.
        let noon = Date(timeIntervalSince1970: (Double(header.day.number) + 0.5) * 86_400)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: locale)
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.setLocalizedDateFormatFromTemplate("EEEEMMMMd")
        // Versions of ICU do not agree on the spaces.
        let words = formatter.string(from: noon).filter { !$0.isWhitespace }
        #expect(words == date.filter { !$0.isWhitespace })
        guard case .weekday(let weekday) = header.title else {
            Issue.record("\(header.title)")
            return
        }
        #expect(formatter.weekdaySymbols[weekday.rawValue % 7] == title)
    }
}
