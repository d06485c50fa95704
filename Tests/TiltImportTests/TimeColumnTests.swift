import Testing
import TiltCore
import TiltImport

@Suite struct `Columns of times` {
    private static func table(_ header: String, count: Int = 300, _ time: (Int) -> String) -> String {
        header + "\n" + (0..<count).map { "\(time($0)),0.1,0.2,9.8\($0 % 3)\n" }.joined()
    }

    @Test(arguments: ["index,ax,ay,az", "time,ax,ay,az", "row,ax,ay,az"])
    func `that number the rows are no times`(header: String) throws {
        let text = Self.table(header) { "\($0)" }
        let failure = try #require(ImportSession(text).failure)
        #expect(failure.description.contains("numbers of rows in the place of times"), "\(failure)")
        #expect(failure.hint.contains("--sample-rate HZ") && !failure.hint.contains("--columns"))
        var options = ImportOptions()
        options.sampleRate = 100
        let log = ImportSession(text, options)
        #expect(log.failure == nil && log.readings[1].time.nanoseconds == 10_000_000)
        options.sampleRate = nil
        options.timeUnit = .milliseconds
        #expect(ImportSession(text, options).readings.count == 300)
    }

    @Test(arguments: [
        ("time_ms,acc_x,acc_y,acc_z,gyro_x,gyro_y,gyro_z", ",,,", ""),
        ("time,gFx,gFy,gFz,TgF,wx,wy,wz,", ",1,,,,", ","),
    ])
    func `of two sensors may be the same, in a row of each`(header: String, force: String, end: String) {
        let empty = header.hasPrefix("time_ms") ? ",,," : ",,,,"
        let rows = (0..<60).map {
            let time = header.hasPrefix("time_ms") ? "\(10 * $0)" : "0.\(100 + $0)"
            let unit = header.hasPrefix("time_ms") ? "9.8" : "0.9"
            return "\(time),0.1,0.2,\(unit)\($0 % 3)\(force)\n\(time)\(empty),0.01,0.02,0.03\(end)\n"
        }
        let log = ImportSession(header + "\n" + rows.joined())
        #expect(log.failure == nil && log.skipped.isEmpty, "\(String(describing: log.failure))")
        #expect(log.readings.count == 120)
        #expect(log.readings.count { $0.accelerometer == nil } == 60)
        #expect(log.readings.count { $0.gyroscope == nil } == 60)
    }

    /// Each number twice, but for the last, and acceleration in every row.
    @Test(arguments: ["n,ax,ay,az\n", "steps,ax,ay,az\n", "time,ax,ay,az\n", ""], [0, 1])
    func `that are the same in two rows of one sensor are no times`(header: String, shift: Int) throws {
        let rows = (0..<61).map { "\(($0 + shift) / 2),0.0\($0 % 7),0.1,9.8\($0 % 5)\n" }.joined()
        let log = ImportSession(header + rows)
        #expect(log.readings.isEmpty && log.failure != nil, "\(log.doubts)")
    }

    @Test func `that are counted leave a row that is none its time`() throws {
        let rows = (0..<30).map { $0 % 3 == 1 ? "nan,nan,nan\n" : "0.1,0.\($0 % 7),9.8\n" }.joined()
        var options = ImportOptions()
        options.sampleRate = 10
        let log = ImportSession("ax,ay,az\n" + rows, options)
        #expect(log.readings.count == 20 && log.skipped.count == 10, "\(String(describing: log.failure))")
        #expect(log.readings.last?.time.nanoseconds == 2_900_000_000)
    }

    /// Longer than a row of a table, and than a line of any file; a remark takes no time.
    @Test(arguments: [5000, 70_000])
    func `that are counted leave a row that is too long its time`(length: Int) throws {
        let long = String(repeating: "9", count: length)
        let rows = (0..<10).map { "0.1,0.\($0),9.8\n" }.joined()
        let text = "ax,ay,az\n" + rows + "#\(long)\n0.1,0.3,9.8\n\(long),0.1,9.8\n0.1,0.4,9.8\n"
        var options = ImportOptions()
        options.sampleRate = 10
        for columns in [nil, try ColumnList(parsing: "ax,ay,az")] {
            options.columns = columns
            let log = ImportSession(text, options)
            #expect(log.skipped.count == 2, "\(log.skipped)")
            let times = log.readings.map { $0.time.nanoseconds / 100_000_000 }
            #expect(times == Array(0...10) + [12], "\(times)")
        }
    }

    /// Ten rows from each of some times on.
    private static func days(_ starts: [String], _ options: ImportOptions = .init()) -> ImportSession {
        ImportSession(
            "time,ax,ay,az\n"
                + starts.flatMap { start in
                    (0..<10).map {
                        start.replacing("*", with: "\(100 + 20 * $0)") + ",0.1,0.2,9.8\($0 % 3)\n"
                    }
                }.joined(), options)
    }

    /// A day has 86 400 seconds.
    private static let dated: [(starts: [String], seconds: Int64)] = [
        (starts: ["01/31/2026 12:00:00.*", "02/03/2026 11:00:00.*"], seconds: 255_600),
        (starts: ["31/01/2026 12:00:00.*", "03/02/2026 11:00:00.*"], seconds: 255_600),
        (starts: ["31.01.2026 12:00:00.*", "03.02.2026 12:00:01.*"], seconds: 259_201),
        (starts: ["02.03.2026 12:00:00.*", "03.03.2026 12:00:00.*"], seconds: 86_400),
        (starts: ["01-Mar-2026 12:00:00.*", "04-Mar-2026 12:00:00.*"], seconds: 259_200),
        (starts: ["Feb 28 2024 12:00:00.*", "Mar 1 2024 12:00:00.*"], seconds: 172_800),
        (starts: ["12/30/25 23:59:59.*", "01/02/26 00:00:00.*"], seconds: 172_801),
        (starts: ["02/03/2026 23:59:59.*", "02/04/2026 00:00:00.*"], seconds: 1),
        (starts: ["26.01.31 12:00:00.*", "26.02.01 12:00:00.*"], seconds: 86_400),
        (starts: ["26.01.31 23:59:59.*", "26.02.01 00:00:00.*"], seconds: 1),
        (starts: ["26.02.01 12:00:00.*", "26.02.05 12:00:00.*"], seconds: 345_600),
        (starts: ["26.02.03 12:00:00.*", "26.02.04 12:00:00.*"], seconds: 86_400),
        (starts: ["02.03.26 12:00:00.*", "03.03.26 12:00:00.*"], seconds: 86_400),
        (starts: ["2026.01.31 12:00:00.*", "2026.02.03 12:00:00.*"], seconds: 259_200),
        // `mar` is a Tuesday of Italy.
        (starts: ["mar 3 feb 2026 12:00:00.*", "mer 4 feb 2026 12:00:00.*"], seconds: 86_400),
        (starts: ["mar 03/02/2026 23:59:59.*", "mer 04/02/2026 00:00:00.*"], seconds: 1),
        (starts: ["Tue Mar 31 2026 12:00:00.*", "Wed Apr 1 2026 12:00:00.*"], seconds: 86_400),
        // What once told the order tells it of the next.
        (
            starts: ["01/31/2026 12:00:00.*", "02/01/2026 12:00:00.*", "02/02/2026 12:00:00.*"],
            seconds: 172_800
        ),
        (
            starts: ["02/03/2026 23:59:59.*", "02/04/2026 00:00:00.*", "02/05/2026 00:00:00.*"],
            seconds: 86_401
        ),
    ]

    @Test(arguments: dated)
    func `count the days between dates that do not begin with the year`(starts: [String], seconds: Int64)
        throws
    {
        let log = Self.days(starts)
        try #require(
            log.failure == nil && log.skipped == [] && log.readings.count == 10 * starts.count, "\(log)")
        let times = log.readings.map { $0.time.nanoseconds }
        #expect(times[10 * starts.count - 10] - times[0] == seconds * 1_000_000_000)
        #expect(log.doubts.contains { $0.hasPrefix("of its dates, as \"") }, "\(log.doubts)")
    }

    @Test(arguments: [
        ["02/03/2026 12:00:00.*", "02/05/2026 12:00:01.*"], ["mardi 12:00:00.*", "jeudi 12:00:01.*"],
        ["mar 27 gen 2026 12:00:00.*", "mar 3 feb 2026 12:00:01.*"],
    ])
    func `say where a date changes and does not tell which day it is`(starts: [String]) throws {
        let log = Self.days(starts)
        try #require(log.failure == nil && log.skipped == [] && log.readings.count == 20, "\(log)")
        #expect(log.readings[10].time.seconds(since: log.readings[0].time) == 1)
        #expect(log.doubts.contains { $0.contains("do not tell the days between them") }, "\(log.doubts)")
    }

    /// As `toLocaleString` of en-US writes them.
    @Test(arguments: [(",", "\""), (";", "\""), (";", "")])
    func `may have a comma behind a date, which is no point`(delimiter: String, quote: String) throws {
        let cases: [(String, String, Int64)] = [
            ("1/31/2026, 10:00:00 AM", "2/3/2026, 10:00:00 AM", 259_200),
            ("2/3/2026, 11:59:59 PM", "2/4/2026, 12:00:00 AM", 1),
            ("2/12/2026, 10:00:00 AM", "2/13/2026, 10:00:00 AM", 86_400),
        ]
        for (first, second, seconds) in cases {
            let rows = [first, second].flatMap { date in
                (0..<10).map { row in
                    [date, "0.1", "0.2", "9.8\(row % 3)"].map { quote + $0 + quote }
                        .joined(separator: delimiter) + "\n"
                }
            }
            let header = ["time", "ax", "ay", "az"].map { quote + $0 + quote }.joined(separator: delimiter)
            var options = ImportOptions()
            options.columns = try ColumnList(parsing: "t,ax,ay,az")
            let log = ImportSession(header + "\n" + rows.joined(), options)
            let times = log.readings.map { $0.time.nanoseconds }
            try #require(log.failure == nil && times.count > 1, "\(log)")
            #expect((times.last ?? 0) - times[0] == seconds * 1_000_000_000, "\(log)")
            let said = String(first.prefix { $0 != " " })
            #expect(log.doubts.contains { $0.hasPrefix("of its dates, as \"\(said)\"") }, "\(log.doubts)")
        }
    }

    @Test func `of the day alone, and of dates that begin with the year, say nothing of days`() throws {
        for start in ["12:00:00.*", "2026-01-31 12:00:00.*", "10:11:12.* EST"] {
            #expect(!Self.days([start]).doubts.contains { $0.contains("dates") })
        }
        // More days than 64 bits of nanoseconds hold.
        var options = ImportOptions()
        options.columns = try ColumnList(parsing: "t,ax,ay,az")
        let far = Self.days(["31.01.1999 12:00:00.*", "31.01.9999 12:00:00.*"], options)
        #expect(far.readings.count == 10 && far.skipped.count == 10)
    }

    @Test func `that name their unit are believed, whatever they step by`() {
        #expect(ImportSession(Self.table("time_ms,ax,ay,az") { "\($0)" }).readings.count == 300)
    }

    @Test(arguments: [(".0", 0), (".4", 0), (".500", 1), (".", 0)])
    func `in nanoseconds may have decimals, as pandas writes them`(decimals: String, more: Int64) {
        let start: Int64 = 1_700_000_000_000_000_001
        for header in ["timestamp_ns,ax,ay,az", "time,ax,ay,az"] {
            let text = Self.table(header) { "\(start + Int64($0) * 20_000_000)\(decimals)" }
            let log = ImportSession(text)
            #expect(log.failure == nil && log.skipped == [] && log.readings.count == 300, "\(header)")
            #expect(log.readings.first?.time.nanoseconds == start + more, "\(header)")
        }
        let before = ImportSession(Self.table("t_ns,ax,ay,az") { "\(-9_000_000 + $0 * 1000)\(decimals)" })
        #expect(before.readings.first?.time.nanoseconds == -9_000_000 - more)
    }

    @Test func `that cannot be read are not said to stand still`() throws {
        let failure = try #require(
            ImportSession(Self.table("timestamp_ns,ax,ay,az") { "0x\($0 + 100)" }).failure)
        #expect(failure.description.contains(#"times that are none in ns, as "0x100""#), "\(failure)")
        let rounded = try #require(
            ImportSession(Self.table("timestamp_ns,ax,ay,az") { _ in "1.7E+18" }).failure)
        #expect(rounded.description.contains(#"times that are none in ns, as "1.7E+18""#), "\(rounded)")
        #expect(rounded.hint.contains("spreadsheet"), "\(rounded.hint)")
    }

    @Test func `that begin again with every second stand behind one that does not`() {
        let log = ImportSession(
            Self.table("Time(ms),PCTimestamp,ax,ay,az") {
                "\($0 * 10 % 1000),\(1_687_593_775.5 + Double($0) / 100)"
            })
        #expect(log.failure == nil && log.skipped == [] && log.readings.count == 300)
        #expect(log.doubts.first?.contains("--columns -,t,ax,ay,az") == true, "\(log.doubts)")
    }

    @Test(arguments: [
        // Nine decimals of a millisecond are none; whole steps of eight are milliseconds, whatever the year they tell.
        ("179.301389345", "181.353380091", ""), ("1754272117", "1754272125", "--time-unit ms"),
        ("110.25", "130.25", "--time-unit ms"), ("1754272117", "1754272118", ""),
    ])
    func `have the unit that their digits allow`(first: String, second: String, said: String) throws {
        let decimals = first.contains(".") ? first.drop { $0 != "." } : ""
        let (start, next) = (Int(first.prefix { $0 != "." }) ?? 0, Int(second.prefix { $0 != "." }) ?? 0)
        let log = ImportSession(
            Self.table("time,ax,ay,az", count: 8) { "\(start + (next - start) * $0)\(decimals)" })
        #expect(log.failure == nil && log.readings.count == 8, "\(log)")
        #expect(log.doubts.first?.contains("--time-unit") == !said.isEmpty)
        #expect(said.isEmpty || log.doubts.first?.contains(said) == true)
    }

    @Test func `and units are given with their reason`() throws {
        let log = ImportSession(Self.table("time,ax,ay,az") { "\($0 * 20)" })
        #expect(
            log.doubts.first?.hasSuffix("(its acceleration is usually 9.81 long; its times step by 20)")
                == true,
            "\(log.doubts)")
    }

    @Test(arguments: [(0, "the table has no rows"), (1, "1 row is too few"), (4, "4 rows are too few")])
    func `need rows, of which too few are told`(count: Int, said: String) throws {
        let failure = try #require(
            ImportSession(Self.table("time,ax (g),ay (g),az (g)", count: count) { "\($0)" }).failure)
        #expect(failure.description.contains(said), "\(failure)")
    }

    @Test func `do not keep a length that cannot be gravity from being told`() {
        let text =
            "time,ax (g),ay (g),az (g)\n" + (0..<20).map { "\(Double($0) / 100),0,0,39.\($0)\n" }.joined()
        let log = ImportSession(text)
        #expect(log.doubts.contains { $0.contains("39.1") && $0.contains("times gravity") }, "\(log.doubts)")
    }
}
