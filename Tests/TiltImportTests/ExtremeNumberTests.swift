import Testing
import TiltCore
import TiltImport

@Suite struct `Extreme numbers in a table` {
    private static let rest = ",0.1,0.2,9.8"

    private static func table(_ header: String, _ times: [String], _ rest: String = rest) -> String {
        header + "\n" + times.map { $0 + rest + "\n" }.joined()
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
}
