import TiltCore

/// Writes a JSON value as text.
enum JSONText {
    /// Appends `value`; what is not finite cannot be in it, for the parser takes no such number.
    static func append(_ value: JSONValue, to buffer: inout TiltCore.ByteBuffer) {
        switch value {
        case .object(let members):
            buffer.append("{")
            for (index, member) in members.enumerated() {
                if index > 0 { buffer.append(",") }
                buffer.append(json: member.key)
                buffer.append(":")
                append(member.value, to: &buffer)
            }
            buffer.append("}")
        case .array(let elements):
            buffer.append("[")
            for (index, element) in elements.enumerated() {
                if index > 0 { buffer.append(",") }
                append(element, to: &buffer)
            }
            buffer.append("]")
        case .string(let text): buffer.append(json: text)
        case .number(let number): buffer.append(text: number.description)
        case .bool(true): buffer.append("true")
        case .bool(false): buffer.append("false")
        case .null: buffer.append("null")
        }
    }
}
