import CLibevdev
import TiltCore

/// What `umockdev-record --script` writes of an event node, as evemu would write the same events.
///
/// `d 0 /dev/input/event1` names the device of the lines below. `r 20 <bytes>` is what one or more reads gave, after so
/// many milliseconds, without LF behind the last; `w` is what was written. A byte below 32 is `^` and the character 64 above it, `^` itself is
/// ``^` ``: `script_record_op` in umockdev's `src/libumockdev-preload.c`. The bytes are `struct input_event`, in the
/// recorder's own layout: 24 bytes with 64-bit times, 16 with 32-bit ones, taken for little-endian.
final class UmockdevScript: ByteSource {
    private let name: String
    private let lines: LineSource
    private let room = ByteRoom()
    private var text = ByteBuffer(capacity: 64 * 1024)
    private var bytes: [UInt8] = []
    /// The node that is read; lines of another are left out.
    private var device: String?
    private var isOther = false
    /// Bytes of one event; `nil` until the first line tells.
    private var width: Int?

    /// `name` is the file's, for a message.
    init(_ source: any ByteSource, name: String) {
        lines = LineSource(source)
        self.name = name
    }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        while let line = try lines.next() {
            guard case .whole(let line) = line else {
                throw .log(.lineTooLong(line: lines.number, limit: LineSource.longestLine))
            }
            text.removeAll()
            try take(ByteCursor(line))
            guard !text.bytes.isEmpty else { continue }
            lines.useful += 1
            _ = room.bytes.update(fromContentsOf: text.bytes)
            return room.first(text.bytes.count)
        }
        return nil
    }

    private func take(_ line: ByteCursor) throws(ImportError) {
        var cursor = line
        if cursor.peek == nil || cursor.take("#") || cursor.take("w ") { return }
        if cursor.take("d ") {
            _ = try number(&cursor)
            return try begin(cursor.rest.trimmingSpaces)
        }
        guard cursor.take("r ") else { throw cursor.wrong("d, r or w", line: lines.number) }
        _ = try number(&cursor)
        guard !isOther else { return }
        try decode(cursor)
        try events(cursor)
    }

    /// A delay in milliseconds: events have a time of their own.
    private func number(_ cursor: inout ByteCursor) throws(ImportError) -> Int64 {
        guard let value = cursor.decimal(), cursor.take(UInt8(ascii: " ")) else {
            throw cursor.wrong("milliseconds", line: lines.number)
        }
        return value
    }

    private func begin(_ node: String) throws(ImportError) {
        guard node.hasPrefix("/dev/input/event") else {
            throw .incomplete(
                name: name, reason: "the reads of \(node), which is no event node",
                missing: "the script of an event node, /dev/input/event…")
        }
        isOther = device != nil && device != node
        guard device == nil else { return }
        device = node
        text.append("# device ")
        text.append(text: node + "\n")
    }

    private func decode(_ cursor: ByteCursor) throws(ImportError) {
        bytes.removeAll(keepingCapacity: true)
        var cursor = cursor
        while let byte = cursor.next() {
            guard byte == UInt8(ascii: "^") else {
                bytes.append(byte)
                continue
            }
            guard let letter = cursor.next(), letter == 0x60 || 0x40..<0x60 ~= letter else {
                throw cursor.wrong("^@ to ^_ or ^`", line: lines.number)
            }
            bytes.append(letter == 0x60 ? UInt8(ascii: "^") : letter - 0x40)
        }
    }

    private func events(_ cursor: ByteCursor) throws(ImportError) {
        let width = self.width ?? [24, 16].first { holdEvents(of: $0) }
        guard let width, bytes.count.isMultiple(of: width) else {
            throw .field(
                line: lines.number, column: cursor.index + 1, got: "\(bytes.count) bytes",
                expected: "whole events of 24 bytes, or of 16")
        }
        self.width = width
        for start in stride(from: 0, to: bytes.count, by: width) { append(start, width) }
    }

    /// Whether the bytes can be events of this size: the microseconds of each are some, its type is one of the kernel's.
    private func holdEvents(of width: Int) -> Bool {
        !bytes.isEmpty && bytes.count.isMultiple(of: width)
            && stride(from: 0, to: bytes.count, by: width).allSatisfy { start in
                0..<1_000_000 ~= integer(start + width / 2 - 4, width / 2 - 4)
                    && integer(start + width - 8, 2) <= EV_MAX
            }
    }

    private func append(_ start: Int, _ width: Int) {
        let size = (width - 8) / 2
        text.append("E: ")
        text.append(integer(start, size))
        text.append(".")
        text.append(integer(start + size, size))
        text.append(byte: 0x20)
        text.append(text: String(integer(start + width - 8, 2), radix: 16))
        text.append(byte: 0x20)
        text.append(text: String(integer(start + width - 6, 2), radix: 16))
        text.append(byte: 0x20)
        text.append(Int64(Int32(truncatingIfNeeded: integer(start + width - 4, 4))))
        text.append(byte: 0x0a)
    }

    private func integer(_ start: Int, _ count: Int) -> Int64 {
        let value = (0..<count).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
        return Int64(bitPattern: value)
    }
}
