import TiltCore

@testable import TiltClient

/// What holds for every line that the daemon writes.
enum MessageCheck {
    /// Checks one line, LF included: its length, and that it is one JSON object of a `type`.
    @discardableResult
    static func check(_ buffer: ByteBuffer, type: String) -> JSONValue {
        let line = buffer.bytes
        expect(line.count <= ProtocolVersion.longestLine, "a line of \(line.count) bytes: \(buffer.text)")
        expect(line.last == 10 && !line.dropLast().contains(10), "not one line: \(buffer.text)")
        guard let value = line.dropLast().withUnsafeBufferPointer({ try? JSONParser.parse($0) }) else {
            fatalError("not JSON: \(buffer.text)")
        }
        expect(value["type"]?.string == type, "type is not \(type): \(buffer.text)")
        return value
    }

    /// The event that the client makes of a line.
    static func event(_ buffer: ByteBuffer) -> ClientEvent? {
        buffer.bytes.dropLast().withUnsafeBufferPointer { ServerLine.event($0) }
    }
}
