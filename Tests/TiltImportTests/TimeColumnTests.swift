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
