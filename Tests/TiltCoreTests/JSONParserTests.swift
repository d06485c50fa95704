import Foundation
import Testing
import TiltCore

@Suite struct `JSON parser` {
    private static func parse(_ text: String) throws(JSONError) -> JSONValue {
        let bytes = Array(text.utf8)
        let result: Result<JSONValue, JSONError> = bytes.withUnsafeBufferPointer { buffer in
            do throws(JSONError) { return .success(try JSONParser.parse(buffer)) } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    @Test(
        arguments: [
            ("0", JSONValue.number(0)), ("-0", .number(0)), (" 1.5e3 ", .number(1500)),
            ("1e-999", .number(JSONNumber(value: 0, integer: nil))),
            ("true", .bool(true)), ("false", .bool(false)), ("null", .null), ("\"\"", .string("")),
            ("[]", .array([])),
            ("[1,[2]]", .array([.number(1), .array([.number(2)])])), ("{}", .object([])),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")), (#""\u00e9\u20AC""#, .string("é€")),
            (#""\uD83D\ude00""#, .string("😀")), (#""\u0000""#, .string("\u{0}")), ("\"µ\"", .string("µ")),
            ("\t[ 1 ,\r\n2 ] ", .array([.number(1), .number(2)])),
            ("[[[[[[[[]]]]]]]]", nested(8)),
        ] as [(String, JSONValue)])
    func `reads every kind of value`(text: String, value: JSONValue) throws {
        #expect(try Self.parse(text) == value)
    }

    private static func nested(_ levels: Int) -> JSONValue {
        (1..<levels).reduce(JSONValue.array([])) { value, _ in .array([value]) }
    }

    @Test(
        arguments: [
            ("", 1, "a value"), ("   ", 4, "a value"), ("{", 2, "a key in quotes"), ("{\"a\"}", 5, "':'"),
            ("{\"a\":1", 7, "',' or '}'"), ("{\"a\":1,}", 8, "a key in quotes"), ("[1 2]", 4, "',' or ']'"),
            ("[1,]", 4, "a value"), ("[", 2, "a value"), ("01", 2, "the end of the line"),
            ("1.", 3, "a digit"),
            ("1e", 3, "a digit"), ("-", 2, "a value"), ("+1", 1, "a value"), (".5", 1, "a value"),
            ("NaN", 1, "a value"), ("Infinity", 1, "a value"), ("tru", 4, "'true'"), ("nul1", 4, "'null'"),
            ("1e999", 6, "a finite number"), ("{} x", 4, "the end of the line"), ("\"abc", 5, "'\"'"),
            ("\"a\nb\"", 3, "no control characters in a string"), ("\"\\x\"", 3, "one of"),
            (#""\u12g4""#, 6, "four hexadecimal digits"), (#""\ud800""#, 8, "a low surrogate"),
            (#""\ud800\u0041""#, 14, "a low surrogate"), (#""\udc00""#, 8, "a high surrogate first"),
            (#""\"#, 3, "an escape"), ("'a'", 1, "a value"), ("{a:1}", 2, "a key in quotes"),
            ("[[[[[[[[[]]]]]]]]]", 9, "no more than 8 levels"), ("\u{feff}1", 1, "a value"),
        ] as [(String, Int, String)])
    func `says where a text stops being JSON`(text: String, column: Int, expected: String) throws {
        let error = try #require(throws: JSONError.self) { try Self.parse(text) }
        #expect(error.column == column && error.expected.hasPrefix(expected))
        #expect(error.description.hasPrefix("not JSON at byte \(column): expected \(expected)"))
    }

    @Test(arguments: [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]] as [[UInt8]])
    func `takes nothing for text that is none`(bytes: [UInt8]) {
        let line = [UInt8(ascii: "\""), UInt8(ascii: "a")] + bytes + [UInt8(ascii: "\"")]
        let error = #expect(throws: JSONError.self) {
            try line.withUnsafeBufferPointer { buffer in _ = try JSONParser.parse(buffer) }
        }
        #expect(error?.expected == "UTF-8 in a string" && error?.column == line.count)
    }

    @Test func `takes the last of a repeated key, and knows the order`() throws {
        let value = try Self.parse(#"{"a":1,"b":2,"a":3}"#)
        #expect(value["a"] == .number(3) && value["c"] == nil && JSONValue.null["a"] == nil)
        guard case .object(let members) = value else { throw CancellationError() }
        #expect(members.map { $0.key } == ["a", "b", "a"])
    }

    @Test func `agrees with Foundation on random bytes of JSON, and never crashes`() {
        var random = SplitMix64(seed: 20)
        let pieces = [
            "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"b\"", "1", "-2.5", "e5", "true", "null", " ",
            "\\",
            "\\u00e9", "x", "0", ".",
        ]
        var disagreements: [String] = []
        for _ in 0..<5000 {
            let text = (0...random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
            let ours = try? Self.parse(text)
            let theirs = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            if (ours == nil) != (theirs == nil) { disagreements.append(text) }
        }
        #expect(disagreements == [])
    }
}
