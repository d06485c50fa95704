import Foundation
import Testing
import TiltCore

@Suite struct `Byte buffer` {
    @Test(arguments: [0, 7, -7, 10, .max, .min] as [Int64])
    func `writes whole numbers`(value: Int64) {
        #expect(written { $0.append(value) } == value.description)
    }

    @Test(
        arguments: [
            (0.0, 2, "0.00"), (-0.0, 2, "0.00"), (-0.001, 2, "0.00"), (-0.005, 2, "-0.01"),
            (0.125, 2, "0.13"),
            (1.999, 2, "2.00"), (-1.75, 2, "-1.75"), (12.5, 0, "13"), (-0.4, 0, "0"),
            (1e-9, 9, "0.000000001"),
            (.nan, 2, "0.00"), (.infinity, 2, "90000000000000000.00"),
            (-1e300, 0, "-9000000000000000000"), (1.2e9, 0, "1200000000"), (9e9, 2, "9000000000.00"),
            (Double.leastNonzeroMagnitude, 4, "0.0000"),
            (899_999_999.999999999, 9, "900000000.000000000"), (0.07, 2, "0.07"), (3, 1, "3.0"),
            (0.25, 100, "0.250000000"), (1.5, -3, "2"),
        ] as [(Double, Int, String)])
    func `writes a fixed number of decimals, never an exponent`(value: Double, decimals: Int, text: String) {
        #expect(written { $0.append(value, decimals: decimals) } == text)
    }

    @Test func `rounds as Foundation does, but for ties`() {
        var random = SplitMix64(seed: 18)
        var wrong: [String] = []
        for _ in 0..<5000 {
            let decimals = random.below(10)
            let value = pow(10, Double(random.below(8)) - 4) * random.signed()
            let text = written { $0.append(value, decimals: decimals) }
            var expected = String(format: "%.\(decimals)f", value)
            if expected.allSatisfy({ "-0.".contains($0) }) { expected.removeAll { $0 == "-" } }
            let scaled = value * pow(10, Double(decimals))
            let isTie = abs(scaled - scaled.rounded(.down) - 0.5) < 1e-6
            if text != expected, !isTie {
                wrong.append("\(value) \(decimals): \(text), expected \(expected)")
            }
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1.0 / 3, "0.333333333"),
            (200.0 / 3, "66.6666667"), (123456789.9, "123456790"), (1e-10, "0"), (-1e-10, "0"),
            (1e300, "9000000000000000000"), (12_345_678_901, "12345678901"),
            (.nan, "0"), (-.infinity, "-9000000000000000000"), (0.9999999999, "1"), (99.99999999, "100"),
            (100, "100"),
        ] as [(Double, String)])
    func `writes nine significant digits without trailing zeroes`(value: Double, text: String) {
        #expect(written { $0.append(significant: value) } == text)
    }

    @Test func `loses less than the ninth digit`() throws {
        var random = SplitMix64(seed: 19)
        var worst = 0.0
        for _ in 0..<5000 {
            let value = pow(10, Double(random.below(9))) * random.signed()
            let text = written { $0.append(significant: value) }
            worst = max(worst, abs(try #require(Double(text)) - value) / max(1, abs(value)))
        }
        #expect(worst <= 0.5e-8)
    }

    @Test(
        arguments: [
            (0.0, "0"), (-0.0, "0"), (-40, "-40"), (0x1p53 - 1, "9007199254740991"),
            (0x1p53, "9007199254740992.0"), (1e16, "1e+16"), (0.5, "0.5"), (-0.07313, "-0.07313"),
            (0.1 + 0.2, "0.30000000000000004"), (1.0 / 3, "0.3333333333333333"), (0.0001, "0.0001"),
            (0.00001, "1e-05"), (999_999.999999999, "999999.999999999"),
            (1_000_000.000000001, "1000000.000000001"), (1e-300, "1e-300"), (.nan, "nan"),
            (-.infinity, "-inf"), (.leastNonzeroMagnitude, "5e-324"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        ] as [(Double, String)])
    func `writes the shortest text that reads back`(value: Double, text: String) {
        #expect(written { $0.append(shortest: value) } == text)
    }

    @Test func `writes the same shortest text as the standard library`() {
        var random = SplitMix64(seed: 20)
        var wrong: [String] = []
        func compare(_ value: Double) {
            let text = written { $0.append(shortest: value) }
            if text != value.shortText { wrong.append("\(text), expected \(value.shortText)") }
        }
        for _ in 0..<20_000 {
            let value = pow(10, Double(random.below(14)) - 6) * random.signed()
            compare(Double(bitPattern: random.next()))
            compare(value)
            // Few decimals, and the neighbours of such a number, which have seventeen digits.
            let short = Double(String(format: "%.*f", random.below(12), value)) ?? 0
            compare(short)
            compare(short.nextUp)
            compare(short.nextDown)
        }
        #expect(wrong == [])
    }

    @Test(
        arguments: [
            (0, "0.0"), (5_000_000, "0.005"), (1, "0.000000001"), (-1, "-0.000000001"),
            (1_700_000_000_123_456_789, "1700000000.123456789"), (20_000_000_000, "20.0"),
            (.min, "-9223372036.854775808"),
        ] as [(Int64, String)])
    func `writes a time with all its nanoseconds`(nanoseconds: Int64, text: String) {
        #expect(written { $0.append(seconds: Timestamp(nanoseconds: nanoseconds)) } == text)
        #expect(withBytes(text) { DecimalParser.nanoseconds(seconds: $0) } == nanoseconds)
    }

    @Test func `writes a whole number of any length, and a time that reads back`() {
        var random = SplitMix64(seed: 22)
        var wrong: [Int64] = []
        for length in 1...64 {
            for _ in 0..<200 {
                let value = Int64(bitPattern: random.next()) >> Int64(64 - length)
                // Zeroes in the middle and at the end, too.
                for number in [value, value / 1_000_000 * 1_000_000, value / 1000 * 1000] {
                    if written({ $0.append(number) }) != number.description { wrong.append(number) }
                    let text = written { $0.append(seconds: Timestamp(nanoseconds: number)) }
                    let back = withBytes(text) { DecimalParser.nanoseconds(seconds: $0) }
                    if back != number || text.hasSuffix("0") && !text.hasSuffix(".0") { wrong.append(number) }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        "", "plain", "quote \" and \\", "line\nfeed\r\t\u{0}\u{1f}\u{7f}", "µ m/s² 😀 é", "</script>",
    ])
    func `writes JSON strings that read back`(text: String) throws {
        let json = written { $0.append(json: text) }
        #expect(!json.utf8.contains { $0 < 0x20 || $0 == 0x7f })
        #expect(try object("{\"a\":\(json)}\n")["a"] as? String == text)
        #expect(try withBytes(json) { try JSONParser.parse($0) } == .string(text))
    }

    @Test func `is cleared and written again`() {
        var buffer = ByteBuffer(capacity: 4)
        buffer.append("abc")
        buffer.removeLast(1)
        #expect(buffer.text == "ab")
        buffer.removeLast(9)
        buffer.append(text: "d")
        buffer.append(byte: 10)
        #expect(buffer.count == 2 && buffer.bytes == [100, 10])
        buffer.removeAll()
        #expect(buffer == ByteBuffer())
    }
}
