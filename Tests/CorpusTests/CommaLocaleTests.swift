import Foundation
import Testing
import TiltCore

/// A program that shows windows takes over the locale of its user, and what reads and writes numbers in it must not care.
@Suite(.enabled(if: CommaLocale.isThere, "no locale with a decimal comma")) struct `A decimal comma` {
    @Test func `changes no golden frames`() throws {
        let locale = try #require(CommaLocale())
        let different = try CorpusLog.all.filter { log in
            let run = try locale.use { try CorpusRun(log) }
            return try GoldenFrames(run).text != String(contentsOf: log.golden, encoding: .utf8)
        }
        #expect(different.map(\.name) == [])
    }

    @Test func `changes no number, read or written`() throws {
        let locale = try #require(CommaLocale())
        for text in ["0.5", "0.30000000000000004", "3.1415926535897932384626", "1.7976931348623157e308"] {
            let (read, written, byC) = locale.use {
                let read = DecimalParser.double(text)
                var buffer = ByteBuffer()
                if let read { buffer.append(shortest: read) }
                return (read, buffer.text, strtod("0,5", nil))
            }
            #expect(read == Double(text) && written == Double(text)?.shortText)
            #expect(byC == 0.5, "this locale has no comma, and the test no meaning")
        }
    }
}
