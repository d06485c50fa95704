import CLinux
import TiltCore

/// Cuts a source into lines, with memory bounded by the longest line allowed.
final class LineSource {
    /// The longest line, in bytes: report descriptors and key bitmaps are written on one.
    static let longestLine = 64 * 1024

    /// The number of the last line handed out, counted from 1.
    private(set) var number = 0
    /// True where the last line handed out had no LF: the source ended in it.
    private(set) var isUnfinished = false

    private let source: any ByteSource
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var start = 0
    /// The beginning of a line whose end is in the next chunk.
    private var held: [UInt8] = []
    private var isSkipping = false
    private var isAtEnd = false
    private let room = ByteRoom(count: LineSource.longestLine)

    init(_ source: any ByteSource) { self.source = source }

    /// The next line without LF and CR, valid until the next call; `nil` after the last.
    func next() throws(ImportError) -> LineSplitter.Line? {
        while true {
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

    private func whole(_ tail: UnsafeBufferPointer<UInt8>) -> LineSplitter.Line {
        number += 1
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
