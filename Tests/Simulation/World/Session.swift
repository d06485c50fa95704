import TiltCore
import TiltDaemon
import TiltSensors

/// The words of a session for a reader: what was told and what was done.
package enum Session {
    static func seconds(_ time: Int64) -> String {
        let digits = String(time % 1_000_000_000)
        return "\(time / 1_000_000_000)." + String(repeating: "0", count: max(0, 9 - digits.count)) + digits
    }

    static func excerpt(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes.prefix(200).filter { $0 >= 32 }, as: UTF8.self)
    }

    static func words(for event: DaemonEvent) -> String {
        switch event {
        case .received(let connection, let bytes):
            "received \(connection.index)#\(connection.generation) \(String(decoding: bytes.prefix(160), as: UTF8.self).split(separator: "\n"))"
        case .readings(let sensor, let readings):
            "readings \(sensor.number): \(readings.count), to \(readings.last?.time.nanoseconds ?? 0)"
        case .surveyed(let found): "surveyed \(found.map { "\($0.kind.rawValue) \($0.id) \($0.rank ?? -1)" })"
        case .settings(let settings): settings == nil ? "settings: wrong" : "settings"
        default: String("\(event)".prefix(200))
        }
    }

    static func words(for effect: DaemonEffect, _ output: ByteBuffer) -> String {
        func text(_ bytes: OutputBytes) -> String {
            let start = Int(bytes.start)
            guard start >= 0, start + Int(bytes.count) <= output.count else { return "??" }
            let text = String(
                decoding: output.bytes[start..<(start + Int(bytes.count))].prefix(240), as: UTF8.self)
            return text.split(separator: "\n").joined(separator: " | ")
        }
        switch effect {
        case .send(let connection, let bytes):
            return "send \(connection.index)#\(connection.generation) \(text(bytes))"
        case .sendIfRead(let connection, let bytes):
            return "sendIfRead \(connection.index)#\(connection.generation) \(text(bytes))"
        case .say(let level, let bytes, _): return "say \(level.rawValue): \(text(bytes))"
        case .notify(let notice, let bytes): return "notify \(notice): \(text(bytes))"
        case .writeLog(let bytes): return "writeLog \(bytes.count) bytes: \(text(bytes))"
        default: return "\(effect)"
        }
    }
}
