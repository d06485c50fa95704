import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Recovery history` {
    private func history(of count: Int) -> RecoveryHistory {
        var history = RecoveryHistory()
        for time in 0..<count { history.note(RecoveryEvent(.found, at: Int64(time))) }
        return history
    }

    @Test(arguments: [0, 1, 31, 32, 33, 64, 100])
    func `keeps the newest 32, oldest first`(_ count: Int) {
        let history = history(of: count)
        #expect(history.total == count)
        #expect((0..<history.count).map { history[$0].time } == (0..<count).suffix(32).map { Int64($0) })
    }

    @Test func `writes an event as a line`() {
        var buffer = ByteBuffer()
        RecoveryEvent(
            .found, at: 81_234_567_890_123, device: "/dev/iio:device0", name: "accel_3d",
            reason: "read from an IIO buffer", took: 1_250_700_000
        ).append(id: .number(7), to: &buffer)
        #expect(
            buffer.text == #"{"type":"recovery","id":7,"t_ns":81234567890123,"event":"found","#
                + #""device":"/dev/iio:device0","name":"accel_3d","reason":"read from an IIO buffer","#
                + #""took_ms":1250}"# + "\n")
    }

    @Test func `leaves out what is not known`() {
        var buffer = ByteBuffer()
        RecoveryEvent(.overrun, at: 5).append(id: nil, to: &buffer)
        #expect(buffer.text == #"{"type":"recovery","t_ns":5,"event":"overrun"}"# + "\n")
    }

    @Test(arguments: ["\u{1}", "\"", "x", "é", "€", "😀"])
    func `never writes more than a line may hold, nor half a character`(_ character: String) throws {
        let text = String(repeating: character, count: 5000)
        var buffer = ByteBuffer()
        let id = RequestID(.string(String(repeating: "\u{1}", count: 64)))
        RecoveryEvent(.resumed, at: .max, device: text, name: text, reason: text, took: .max)
            .append(id: id, to: &buffer)
        #expect(buffer.count <= ProtocolVersion.longestLine)
        #expect(!buffer.text.unicodeScalars.contains("\u{FFFD}"))
        let line = try buffer.bytes.dropLast().withContiguousStorageIfAvailable { try JSONParser.parse($0) }
        #expect(line?["device"]?.string?.isEmpty == false)
    }
}
