import Foundation
import Testing
import TiltCore

@Suite struct `Line splitter` {
    private enum Kind: Equatable { case whole(String), tooLong(String) }

    /// The lines of `bytes` when they come in the chunks that `sizes` gives.
    private static func split(
        _ bytes: [UInt8], longestLine: Int = 9, flushed: Bool = true, sizes: () -> Int
    ) -> [Kind] {
        var splitter = LineSplitter(longestLine: longestLine)
        var lines: [Kind] = []
        func take(_ line: LineSplitter.Line) -> Bool {
            switch line {
            case .whole(let bytes): lines.append(.whole(String(decoding: bytes, as: UTF8.self)))
            case .tooLong(let start): lines.append(.tooLong(String(decoding: start, as: UTF8.self)))
            }
            return true
        }
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, sizes()))
            bytes[start..<end].withUnsafeBufferPointer { splitter.feed($0, take) }
            start = end
        }
        if flushed { splitter.flush(take) }
        return lines
    }

    @Test(
        arguments: [
            ("", []), ("a", [.whole("a")]), ("a\n", [.whole("a")]), ("\n\n", [.whole(""), .whole("")]),
            ("a\r\nb\r\n", [.whole("a"), .whole("b")]), ("a\rb\n", [.whole("a\rb")]),
            ("12345678\n", [.whole("12345678")]), ("123456789\nb\n", [.tooLong("12345678"), .whole("b")]),
            ("123456789", [.tooLong("12345678")]), ("1234567\r\n", [.whole("1234567")]),
            ("\u{0}\u{1}\n\u{0}", [.whole("\u{0}\u{1}"), .whole("\u{0}")]),
        ] as [(String, [Kind])])
    private func `cuts at line feeds`(text: String, lines: [Kind]) {
        let bytes = Array(text.utf8)
        #expect(Self.split(bytes) { bytes.count } == lines)
        #expect(Self.split(bytes) { 1 } == lines)
    }

    @Test func `gives the same lines however the bytes are cut`() {
        var random = SplitMix64(seed: 21)
        var wrong = 0
        for _ in 0..<2000 {
            let bytes = (0..<random.below(80)).map { _ -> UInt8 in
                let roll = random.below(8)
                return roll == 0 ? 10 : roll == 1 ? 13 : UInt8(97 + random.below(26))
            }
            let whole = Self.split(bytes) { bytes.count }
            let cut = Self.split(bytes) { 1 + random.below(12) }
            let text = String(decoding: bytes, as: UTF8.self)
            var count = text.utf8.split(separator: 10, omittingEmptySubsequences: false).count
            if bytes.last == 10 || bytes.isEmpty { count -= 1 }
            if whole != cut || whole.count != count { wrong += 1 }
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [(4095, true), (4096, false)])
    func `takes a line of 4096 bytes, LF included, unless told otherwise`(size: Int, isTaken: Bool) {
        for end in ["\n", ""] {
            let bytes = Array((String(repeating: "x", count: size) + end).utf8)
            let lines = Self.split(bytes, longestLine: ProtocolVersion.longestLine) { bytes.count }
            let isWhole = if case .whole(let text)? = lines.first { text.utf8.count == size } else { false }
            #expect(lines.count == 1 && isWhole == isTaken)
        }
    }

    @Test func `keeps no more than its limit of an endless line`() {
        var splitter = LineSplitter()
        let chunk = [UInt8](repeating: 120, count: 65536)
        for _ in 0..<20 {
            chunk.withUnsafeBufferPointer { bytes in
                splitter.feed(bytes) { _ in
                    Issue.record("a line without an end")
                    return true
                }
            }
        }
        var start = 0
        splitter.flush { line in
            if case .tooLong(let bytes) = line { start = bytes.count }
            return true
        }
        #expect(start == 4095 && splitter.lineNumber == 1 && !splitter.hasUnfinishedLine)
    }

    @Test func `stops when told to, and drops the rest of the chunk`() {
        var splitter = LineSplitter()
        var lines = 0
        withBytes("a\nb\nc") { chunk in
            splitter.feed(chunk) { _ in
                lines += 1
                return false
            }
        }
        #expect(lines == 1 && splitter.lineNumber == 1 && !splitter.hasUnfinishedLine)
    }

    @Test func `knows whether a line is unfinished`() {
        var splitter = LineSplitter(longestLine: 5)
        for (text, expected) in [("a", true), ("b\n", false), ("123456", true), ("7\n", false)] {
            withBytes(text) { splitter.feed($0) { _ in true } }
            #expect(splitter.hasUnfinishedLine == expected)
        }
        #expect(splitter.lineNumber == 2)
    }
}
