import CLinux
import TiltCore

/// Cuts a source into lines, with memory bounded by the longest line allowed.
final class LineSource {
    /// The longest line, in bytes: report descriptors and key bitmaps are written on one.
    static let longestLine = 64 * 1024
    /// Lines that a file may have of no use, and those that each of use allows besides.
    ///
    /// A recording of many devices may begin with a mouse that was moved for twenty minutes, a thousand times a second, four
    /// lines each; what packs well may have thousands of millions.
    private static let (idleLines, linesPerUseful) = (5_000_000, 1_000)

    /// The number of the last line handed out, counted from 1.
    private(set) var number = 0
    /// How many of the lines handed out were of use, as whoever reads them says: a file of nothing else comes to an end.
    var useful = 0
    /// True where the last line handed out had no LF: the source ended in it.
    private(set) var isUnfinished = false

    /// Lines handed out: those that are not empty.
    private var spoken = 0
    private let source: any ByteSource
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var start = 0
    /// The beginning of a line whose end is in the next chunk.
    ///
    /// Used by nobody else meanwhile, so that no line need wait for a check of that.
    @exclusivity(unchecked) private var held: [UInt8] = []
    private var isSkipping = false
    private var isAtEnd = false
    private let room = ByteRoom(count: LineSource.longestLine)

    init(_ source: any ByteSource) { self.source = source }

    /// The next line without LF and CR, valid until the next call; `nil` after the last.
    ///
    /// Empty lines are counted and passed over: no format says anything by them, and packed ones come by the thousand
    /// million.
    ///
    /// - Throws: ``ImportError/idle(lines:useful:)`` where hardly a line is of use, and what the source throws.
    func next() throws(ImportError) -> LineSplitter.Line? {
        guard spoken < Self.idleLines + Self.linesPerUseful * useful else {
            throw .idle(lines: number, useful: useful)
        }
        while true {
            if held.isEmpty, !isSkipping { skipEmptyLines() }
            if start < chunk.count, let base = chunk.baseAddress {
                let rest = chunk.count - start
                if let end = memchr(base + start, 0x0a, rest) {
                    let count = UnsafeRawPointer(end) - UnsafeRawPointer(base + start)
                    let line = UnsafeBufferPointer(start: base + start, count: count)
                    start += count + 1
                    return whole(line)
                }
                hold(UnsafeBufferPointer(start: base + start, count: rest))
            }
            guard !isAtEnd, let next = try source.next() else {
                isAtEnd = true
                chunk = UnsafeBufferPointer(start: nil, count: 0)
                guard !held.isEmpty || isSkipping else { return nil }
                isUnfinished = true
                return whole(chunk)
            }
            chunk = next
            start = 0
        }
    }

    /// Passes over the LF and the CR LF that stand next in the piece.
    private func skipEmptyLines() {
        while start < chunk.count {
            if chunk[start] == 0x0a {
                start += 1
            } else if chunk[start] == 0x0d, start + 1 < chunk.count, chunk[start + 1] == 0x0a {
                start += 2
            } else {
                return
            }
            number += 1
        }
    }

    private func whole(_ tail: UnsafeBufferPointer<UInt8>) -> LineSplitter.Line {
        number += 1
        spoken += 1
        guard !held.isEmpty || isSkipping else {
            return tail.count > Self.longestLine
                ? .tooLong(start: UnsafeBufferPointer(rebasing: tail[..<Self.longestLine]))
                : .whole(Self.trimmed(tail))
        }
        hold(tail)
        _ = room.bytes.update(fromContentsOf: held)
        let line = room.first(held.count)
        defer { isSkipping = false }
        held.removeAll(keepingCapacity: true)
        return isSkipping ? .tooLong(start: line) : .whole(Self.trimmed(line))
    }

    private func hold(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard !isSkipping else { return }
        let free = Self.longestLine - held.count
        held.append(contentsOf: bytes.prefix(max(0, free)))
        isSkipping = bytes.count > free
    }

    private static func trimmed(_ line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        line.last == 0x0d ? UnsafeBufferPointer(rebasing: line.dropLast()) : line
    }
}
