import TiltCore

/// The lines of an input, cut by the product's splitter.
enum LineStream {
    /// A copy of one line.
    struct Line: Equatable {
        var bytes: [UInt8]
        var isTooLong: Bool
    }

    /// The lines of `bytes`, handed to the splitter in chunks.
    static func lines(of bytes: UnsafeBufferPointer<UInt8>, chunk: Int, limit: Int) -> [Line] {
        var splitter = LineSplitter(longestLine: limit)
        var lines: [Line] = []
        func keep(_ line: LineSplitter.Line) -> Bool {
            switch line {
            case .whole(let bytes): lines.append(Line(bytes: Array(bytes), isTooLong: false))
            case .tooLong(let start): lines.append(Line(bytes: Array(start), isTooLong: true))
            }
            return true
        }
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + max(1, chunk))
            splitter.feed(UnsafeBufferPointer(rebasing: bytes[start..<end]), keep)
            start = end
        }
        splitter.flush(keep)
        expect(splitter.lineNumber == lines.count, "the splitter counts other lines than it hands out")
        return lines
    }

    /// The lines of `bytes`, after checking that they do not depend on how the bytes arrive.
    static func checkedLines(of bytes: UnsafeBufferPointer<UInt8>, chunk: Int, limit: Int) -> [Line] {
        let lines = lines(of: bytes, chunk: bytes.count, limit: limit)
        expect(
            lines == Self.lines(of: bytes, chunk: chunk, limit: limit),
            "chunks of \(chunk) bytes give other lines")
        for line in lines {
            expect(line.bytes.count <= limit, "a line of \(line.bytes.count) bytes, limit \(limit)")
        }
        return lines
    }
}
