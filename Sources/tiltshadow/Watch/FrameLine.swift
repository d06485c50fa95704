import TiltCore

/// One frame as a line for people: fixed columns, degrees, no escape codes.
enum FrameLine {
    /// The line without its LF; `start` is the instant shown as 0 s.
    static func text(_ frame: Frame, since start: Timestamp, dropped: UInt64) -> String {
        var line = pad(number(frame.time.seconds(since: start), decimals: 2, signed: false), 8) + " s"
        line += "  x " + pad(number(frame.offset.x, decimals: 2), 6)
        line += "  y " + pad(number(frame.offset.y, decimals: 2), 6)
        if let tilt = frame.tilt {
            line += "  pitch " + pad(degrees(tilt.pitch), 6) + "°"
            line += "  roll " + pad(degrees(tilt.roll), 6) + "°"
        }
        if let up = frame.up {
            line +=
                "  up " + [up.x, up.y, up.z].map { pad(number($0, decimals: 2), 5) }.joined(separator: " ")
        }
        line += "  " + frame.state.rawValue
        return dropped > 0 ? line + "  dropped \(dropped)" : line
    }

    /// Radians as degrees with one decimal.
    static func degrees(_ radians: Double) -> String { number(radians * 180 / .pi, decimals: 1) }

    /// A number with a fixed count of decimals; `signed` puts a plus before what is not negative.
    static func number(_ value: Double, decimals: Int, signed: Bool = true) -> String {
        var buffer = ByteBuffer(capacity: 24)
        buffer.append(value, decimals: decimals)
        let text = buffer.text
        return signed && !text.hasPrefix("-") ? "+" + text : text
    }

    /// The text, right-aligned in `width` columns.
    static func pad(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - TextStyle.columns(text))) + text
    }
}
