import TiltCore

/// Text of an SVG document as it grows: elements, escaped text, numbers that no locale touches.
struct SVGText {
    /// What has been written.
    private(set) var buffer = ByteBuffer(capacity: 256 * 1024)

    /// Writes `<name a="1" b="2"/>`; with `text` the element has it as content.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil
    ) {
        tag(name, attributes)
        guard let text else { return buffer.append("/>\n") }
        buffer.append(text: ">\(Self.escaped(text))</\(name)>\n")
    }

    /// Writes `<name …>` and leaves it open for ``close(_:)``.
    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String> = [:]) {
        tag(name, attributes)
        buffer.append(">\n")
    }

    /// Writes `</name>`.
    mutating func close(_ name: String) { buffer.append(text: "</\(name)>\n") }

    /// Writes text of our own as it is: style sheets.
    mutating func append(verbatim text: String) { buffer.append(text: text) }

    /// Writes lines as one path; a line of one point is a dot, by its round ends.
    mutating func path(_ lines: [[PlotPoint]], class name: String) {
        buffer.append(text: "<path class=\"line \(name)\" d=\"")
        for line in lines {
            for (index, point) in line.enumerated() {
                buffer.append(index == 0 ? "M" : index == 1 ? "L" : " ")
                append(point.x)
                buffer.append(",")
                append(point.y)
            }
            if line.count == 1 { buffer.append("h0") }
        }
        buffer.append("\"/>\n")
    }

    /// A number of pixels: one decimal, and none where it is zero.
    static func number(_ value: Double) -> String {
        var text = SVGText()
        text.append(value)
        return text.buffer.text
    }

    /// The text with the five characters that XML has a meaning for replaced, and those that it does not allow.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\t", "\n", " "..."\u{7e}", "\u{a0}"..."\u{d7ff}", "\u{e000}"..."\u{fffd}",
                "\u{10000}"..."\u{10ffff}":
                escaped.unicodeScalars.append(scalar)
            default: escaped += "\u{fffd}"
            }
        }
        return escaped
    }

    private mutating func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        buffer.append(text: "<\(name)")
        for (key, value) in attributes { buffer.append(text: " \(key)=\"\(Self.escaped(value))\"") }
    }

    private mutating func append(_ value: Double) {
        buffer.append(value, decimals: 1)
        if buffer.bytes.last == UInt8(ascii: "0") { buffer.removeLast(2) }
    }
}
