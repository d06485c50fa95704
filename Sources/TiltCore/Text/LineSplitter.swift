import CMath

/// Cuts a stream of byte chunks into lines, with memory bounded by the longest line allowed.
public struct LineSplitter: Sendable {
    /// A line, or what stands for one that was too long.
    public enum Line {
        /// A whole line without LF and CR; valid during the call only.
        case whole(UnsafeBufferPointer<UInt8>)
        /// A line that is longer than any may be; it was skipped to its end, and this is how it began.
        case tooLong(start: UnsafeBufferPointer<UInt8>)
    }

    /// The longest line, in bytes, LF included; whether a last line has one makes no difference.
    public let longestLine: Int
    /// The number of the last line handed out, counted from 1.
    public private(set) var lineNumber = 0
    private var pending: [UInt8] = []
    /// True while the rest of a line that is too long is thrown away.
    public private(set) var isSkipping = false

    /// Creates a splitter that has seen nothing, for lines of at most `longestLine` bytes, LF included.
    ///
    /// By default it is the protocol's, which is that of logs, too.
    public init(longestLine: Int = ProtocolVersion.longestLine) {
        self.longestLine = longestLine
    }

    /// The same by the bytes before the LF.
    package init(limit: Int) { self.init(longestLine: limit + 1) }

    /// The longest line without its LF.
    private var limit: Int { longestLine - 1 }

    /// True where bytes of an unfinished line are held or being skipped.
    public var hasUnfinishedLine: Bool { !pending.isEmpty || isSkipping }

    /// Takes the next chunk and hands every line that ends in it to `body`, which returns false to stop early: the
    /// rest of the chunk is then dropped.
    public mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, _ body: (Line) -> Bool) {
        var start = 0
        while let end = Self.lineEnd(in: chunk, from: start) {
            let goesOn = finish(UnsafeBufferPointer(rebasing: chunk[start..<end]), body)
            start = end + 1
            guard goesOn else { return }
        }
        hold(UnsafeBufferPointer(rebasing: chunk[start...]))
    }

    /// Where the next LF stands.
    ///
    /// Calls `memchr`, which looks at dozens of bytes at a time.
    private static func lineEnd(in chunk: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard let base = chunk.baseAddress, start < chunk.count,
            let found = cmath_find_byte(base + start, UInt8(ascii: "\n"), chunk.count - start)
        else { return nil }
        return found - base
    }

    /// Hands out a last line that had no LF.
    public mutating func flush(_ body: (Line) -> Bool) {
        guard hasUnfinishedLine else { return }
        _ = finish(
            UnsafeBufferPointer(rebasing: UnsafeBufferPointer<UInt8>(start: nil, count: 0)[0..<0]), body)
    }

    private mutating func finish(_ tail: UnsafeBufferPointer<UInt8>, _ body: (Line) -> Bool) -> Bool {
        lineNumber += 1
        guard !pending.isEmpty || isSkipping else {
            return tail.count > limit
                ? body(.tooLong(start: UnsafeBufferPointer(rebasing: tail[..<limit])))
                : body(.whole(Self.trimmed(tail)))
        }
        hold(tail)
        let line = pending
        let wasTooLong = isSkipping
        pending.removeAll(keepingCapacity: true)
        isSkipping = false
        return line.withUnsafeBufferPointer { bytes in
            wasTooLong ? body(.tooLong(start: bytes)) : body(.whole(Self.trimmed(bytes)))
        }
    }

    private mutating func hold(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isSkipping else { return }
        let room = limit - pending.count
        pending.append(contentsOf: bytes.prefix(max(0, room)))
        isSkipping = bytes.count > room
    }

    private static func trimmed(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        line.last == UInt8(ascii: "\r") ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
    }
}
