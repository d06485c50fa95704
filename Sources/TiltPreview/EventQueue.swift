import NIOCore

/// What waits for a page that is still being written to: every message in its order, and the newest frame alone.
struct EventQueue {
    /// The most that may wait, in bytes: a `status` with a line on each of 256 subscribers has its place.
    static let longest = 131_072

    private var before = NIOCore.ByteBuffer()
    private var frame = NIOCore.ByteBuffer()
    private var after = NIOCore.ByteBuffer()

    /// True where nothing waits.
    var isEmpty: Bool { before.readableBytes + frame.readableBytes == 0 }

    /// Adds a message of the daemon; a frame takes the place of the one that waits.
    ///
    /// - Returns: false where so much waits that the page must begin anew.
    mutating func add(line: UnsafeBufferPointer<UInt8>, isFrame: Bool) -> Bool {
        guard isFrame else {
            return append { Self.write(line, to: &$0) }
        }
        before.writeBuffer(&after)
        after.clear()
        frame.clear()
        Self.write(line, to: &frame)
        return true
    }

    /// Adds an event of our own; `event` is its type, `data` one line.
    mutating func add(event: StaticString, data: String) -> Bool {
        append { buffer in
            buffer.writeString("event: \(event)\ndata: \(data)\n\n")
        }
    }

    /// Adds a field or a comment as it is.
    mutating func add(_ text: StaticString) { _ = append { $0.writeStaticString(text) } }

    /// Takes everything.
    mutating func take() -> NIOCore.ByteBuffer {
        var all = NIOCore.ByteBuffer()
        swap(&all, &before)
        all.writeBuffer(&frame)
        all.writeBuffer(&after)
        frame.clear()
        after.clear()
        return all
    }

    private mutating func append(_ body: (inout NIOCore.ByteBuffer) -> Void) -> Bool {
        if frame.readableBytes == 0 { body(&before) } else { body(&after) }
        return before.readableBytes + after.readableBytes <= Self.longest
    }

    /// A default event; a CR, which JSON takes for a space, would end the field.
    private static func write(_ line: UnsafeBufferPointer<UInt8>, to buffer: inout NIOCore.ByteBuffer) {
        buffer.writeStaticString("data: ")
        if line.contains(0x0d) {
            buffer.writeBytes(line.map { $0 == 0x0d ? 0x20 : $0 })
        } else {
            buffer.writeBytes(line)
        }
        buffer.writeStaticString("\n\n")
    }
}
