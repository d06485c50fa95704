import TiltCore

/// One line that the daemon sent, as a client's JSON library would see it.
struct TestMessage: CustomStringConvertible {
    let description: String
    private let value: JSONValue

    /// Reads a line; a daemon that sends anything but JSON objects fails the test here.
    init(_ line: [UInt8]) throws {
        description = String(decoding: line, as: UTF8.self)
        value = try line.withUnsafeBufferPointer { bytes throws(JSONError) in try JSONParser.parse(bytes) }
    }

    var type: String { self["type"]?.string ?? "" }

    subscript(_ key: String) -> JSONValue? { value[key] }

    func number(_ key: String) -> Double? { value[key]?.number }

    func text(_ key: String) -> String? { value[key]?.string }

    /// The tick of a frame.
    var sequence: Int { number("seq").map { Int($0) } ?? -1 }

    /// The frames missed just before this one.
    var dropped: Int { number("dropped").map { Int($0) } ?? 0 }
}
