import Testing
import TiltCore
import TiltImport

@Suite struct `Lines that say nothing` {
    private static let rows = "t,ax,ay,az\n0,0.1,0.2,9.8\n\n\r\n0.02,0.1,0.2,9.8\n"

    @Test(arguments: [1, 2, 3, 7, 1 << 16])
    func `are counted where they are empty, and passed over`(piece: Int) {
        let log = ImportSession(Array((Self.rows + "\n\r\nno,row\n\r\n\n").utf8), piece: piece)
        #expect(log.readings.count == 2 && log.failure == nil)
        #expect(log.skipped == [.log(.fieldCount(line: 8, got: 2, expected: 4))], "\(log.skipped)")
    }

    @Test func `end a file that has hardly anything else, however small it was packed`() {
        let remarks = String(repeating: "#\n", count: 5_010_000)
        let log = ImportSession(Self.rows + remarks + "0.04,0.1,0.2,9.8\n")
        #expect(log.readings.count == 2)
        guard case .idle(let lines, useful: 2)? = log.failure else {
            Issue.record("\(log.failure as Any)")
            return
        }
        #expect(lines > 5_000_000 && lines < 5_003_000)
        #expect(log.failure?.description == "of its first \(lines) lines only 2 are of a recording")
    }
}
