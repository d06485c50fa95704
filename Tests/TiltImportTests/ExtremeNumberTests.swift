import Testing
import TiltCore
import TiltImport

@Suite struct `Extreme numbers in a table` {
    private static let rest = ",0.1,0.2,9.8"

    private static func table(_ header: String, _ times: [String], _ rest: String = rest) -> String {
        header + "\n" + times.map { $0 + rest + "\n" }.joined()
    }

    private static let steps = (0..<120).map { "\($0 * 20_000_000)" }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "-9223372036854775807"])
    func `at any place of its times end nothing`(number: String) {
        for place in [0, 7, 119] {
            var times = Self.steps
            times[place] = number
            for (header, rest) in [
                ("timestamp_ns,ax,ay,az", Self.rest),
                ("timestamp_ns,ax,ay,az,gx,gy,gz", Self.rest + ",10,20,30"),
            ] {
                let log = ImportSession(Self.table(header, times, rest))
                #expect(log.failure == nil && log.readings.count >= 1, "\(place): \(log.failure as Any)")
            }
            // Without names, and with a decimal comma.
            let bare = times.map { $0 + ";0.1;0.2;9.8\n" }.joined()
            #expect(ImportSession(bare).readings.count >= 1 || ImportSession(bare).failure != nil)
        }
    }

    @Test func `that swing from end to end are no times`() throws {
        let ends = (0..<40).map { ["9223372036854775807", "-9223372036854775808", "0"][$0 % 3] }
        let failure = try #require(ImportSession(Self.table("timestamp_ns,ax,ay,az", ends)).failure)
        #expect(failure.description.contains("no times that rise"), "\(failure)")
    }

    @Test(arguments: ["2262-04-12", "2300-01-01", "2999-12-31", "9999-12-31"])
    func `such as a date beyond 64 bits leave its row out, with the reason`(date: String) throws {
        var times = (0..<20).map { "2261-03-01 10:11:12.\(100 + 20 * $0)" }
        times[9] = "\(date) 10:11:12.280"
        let log = ImportSession(Self.table("time,ax,ay,az", times))
        try #require(log.failure == nil, "\(log.failure as Any)")
        #expect(log.readings.count == 19 && log.skipped.count == 1)
        #expect(
            log.skipped.first?.description
                == "line 11, column 1: expected a time of day, or a date before 2262 with one, for t, got "
                + "\"\(date) 10:11:12.280\"", "\(log.skipped)")
    }

    @Test func `that are all such dates are told of`() throws {
        let times = (0..<20).map { "2999-12-31 10:11:12.\(100 + 20 * $0)" }
        let failure = try #require(ImportSession(Self.table("time,ax,ay,az", times)).failure)
        #expect(failure.description.contains("no times that rise"), "\(failure)")
    }

    @Test(arguments: [
        ("123456789000000", "ns"), ("1754272117000", "ms"), ("1754272117000000", "us"),
    ])
    func `of a unit that nobody told name the option that tells it`(first: String, unit: String) throws {
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "t,ax,ay,az")
        let start = try #require(Int(first))
        let times = (0..<20).map { "\(start + $0)" }
        // By columns that are told, and by the header of a neutral log.
        for (header, told) in [("timestamp,x,y,z", options), ("t,ax,ay,az", ImportOptions())] {
            let text = Self.table(header, times)
            let log = ImportSession(text, told)
            #expect(log.readings.isEmpty)
            #expect(
                log.skipped.first?.description
                    == "line 2, column 1: expected seconds below 9200000000, or --time-unit \(unit), for t, got \"\(first)\"",
                "\(log.skipped)")
            var right = told
            right.timeUnit = TimeUnit(rawValue: unit)
            #expect(ImportSession(text, right).readings.count == 20)
        }
    }
}
