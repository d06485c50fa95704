import Foundation
import Testing

@testable import TiltCore

@Suite struct `Decimal parser` {
    @Test(
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("+1", 1), ("1.", 1), (".5", 0.5), ("-.5e1", -5), ("1E3", 1000),
            ("1e+03", 1000),
            ("9007199254740993", 9_007_199_254_740_992), ("9007199254740992.9999", 9_007_199_254_740_992),
            ("0.1", 0.1), ("123456.789", 123456.789), ("1e22", 1e22), ("1e23", 1e23), ("8.5e-23", 8.5e-23),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
            ("4.9e-324", .leastNonzeroMagnitude),
            ("2e-324", 0), ("1e-400", 0), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("1.7976931348623159e308", .infinity), ("1e400", .infinity),
            ("-1e99999999999999999999", -.infinity),
            ("0e99999999999999999999", 0), ("0.00000000000000000000000000000000000001", 1e-38),
            ("100000000000000000000000000000000000000", 1e38), ("18446744073709551616", 18446744073709551616),
            ("0.500000000000000166533453693773481063544750213623046875", 0.5000000000000002),
            ("3.1415926535897932384626433832795028841971", .pi),
            ("179769313486231580793728971405301e276", .greatestFiniteMagnitude),
        ] as [(String, Double)])
    func `reads the nearest number`(text: String, number: Double) throws {
        let read = try #require(DecimalParser.double(text))
        #expect(read.bitPattern == number.bitPattern)
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "1e5.5", "1.2.3", "1,5", "--1", "+-1", " 1", "1 ",
        "1x",
        "nan", "NaN", "inf", "-infinity", "0x10", "0x1p3", "1_000", "1f", "1e5e5", "٣", "1\u{0}",
    ])
    func `refuses what is no decimal number`(text: String) {
        #expect(DecimalParser.double(text) == nil)
    }

    /// The number at the start of `text`, as rows of logs are read, and the place behind it.
    private func plain(_ text: String) -> (value: Double, end: Int)? {
        Array(text.utf8).withUnsafeBufferPointer { DecimalParser.plain($0, at: 0) }
    }

    private func whole<Number>(
        _ text: String, _ read: (UnsafeBufferPointer<UInt8>, Int) -> (Number, end: Int)?
    ) -> Number? {
        Array(text.utf8).withUnsafeBufferPointer { bytes in
            read(bytes, 0).flatMap { $0.end == bytes.count ? $0.0 : nil }
        }
    }

    @Test func `reads a plain number where it stands as any other is read`() throws {
        var random = SplitMix64(seed: 18)
        var plains = 0
        for _ in 0..<20_000 {
            let text = String(
                format: "%.*f", random.below(14), pow(10, Double(random.below(8))) * random.signed())
            let read = try #require(DecimalParser.double(text))
            for rest in ["", ",", ",7"] {
                guard let (value, end) = plain(text + rest) else {
                    // Only what has too many digits is left to the other.
                    try #require(text.utf8.count > 15)
                    continue
                }
                plains += 1
                try #require(value.bitPattern == read.bitPattern && end == text.utf8.count, "\(text)")
            }
        }
        #expect(plains > 40_000)
    }

    /// Numbers whose digits, or what ends them, lie about the eighth byte and about the bounds of digits.
    @Test(arguments: [
        "0", "-0", "0.0", "-0.00", "00000000", "007", "0000000.5", "00000000.5", "000000000000001", "1.",
        "-1.", ".5", "-.5",
        "1234567", "12345678", "123456789", "123456.7", "1234567.8", "12345678.9", "1.23456", "1.234567",
        "1.2345678",
        ".1234567", ".12345678", ".123456789", "123456789012345", "12345678.1234567", "-9.80665",
        "999999999999999",
        "1234567.", "12345678.", "1234567890123456", "1.234567890123456", "1234567890123456789",
        "12345678901234567890",
        "184467440737095516.16", "1.2.3", "1234567.8.9", "1..2", "1234567x", "12345678x", "123456x8", "1.x",
        "1.23456x",
        "1,2", "1:2", "1/2", "1-2", "-", ".", "",
    ])
    func `reads an awkward number as any other, or leaves it`(text: String) {
        let field = text.prefix { $0 != "," }
        let read = DecimalParser.double(String(field))
        let digits = field.utf8.count { 48...57 ~= $0 }
        for before in ["", "1,", "-22.5,", "12345678,"] {
            for rest in ["", ",", ",1", ",-7.25,3", "\t"] where rest != "\t" || field == text {
                let all = Array((before + text + rest).utf8)
                let found = all.withUnsafeBufferPointer { DecimalParser.plain($0, at: before.utf8.count) }
                let isPlain = read != nil && 1...15 ~= digits && !rest.hasPrefix("\t")
                #expect(
                    found?.value.bitPattern == (isPlain ? read?.bitPattern : nil), "\(before)\(text)\(rest)")
                #expect(found == nil || found?.end == before.utf8.count + field.utf8.count)
            }
        }
    }

    @Test(arguments: [
        "", "-", ".", "-.", "+1", "1e5", " 1", "1 ", "1;", "1.2.3", "--1", "1234567890123456", "0x10", "nan",
    ])
    func `leaves to others what is no plain number`(text: String) {
        #expect(plain(text) == nil && plain(text + ",1") == nil)
    }

    @Test func `reads plain seconds and whole numbers as others are read`() {
        for text in [
            "0.5", "12.000000001", "999999999.999999999", "1.", ".5", "12", "-1.5", "1.0000000001", "1.5e1",
        ] {
            let read = whole(text, DecimalParser.plainSeconds)
            let bytes = Array(text.utf8)
            #expect(
                read == nil
                    || read == bytes.withUnsafeBufferPointer { DecimalParser.nanoseconds(seconds: $0) },
                "\(text)")
        }
        // Not all are left to the others.
        #expect(whole("0.5", DecimalParser.plainSeconds) == 500_000_000)
        #expect(whole("12.000000001", DecimalParser.plainSeconds) == 12_000_000_001)
        for text in [
            "0", "81234567890123", "999999999999999999", "9223372036854775807", "-5", "+5", "5.", ".5", "",
        ] {
            let read = whole(text, DecimalParser.plainInteger)
            #expect(read == nil || read == DecimalParser.integer(text), "\(text)")
        }
        #expect(whole("0", DecimalParser.plainInteger) == 0)
        #expect(whole("81234567890123", DecimalParser.plainInteger) == 81_234_567_890_123)
        #expect(
            whole("5.", DecimalParser.plainInteger) == nil && whole(".5", DecimalParser.plainInteger) == nil)
    }

    @Test func `reads every number as the standard library does`() {
        var random = SplitMix64(seed: 17)
        var wrong: [String] = []
        for _ in 0..<5000 {
            let number = Double(bitPattern: random.next())
            if number.isFinite { compare(number.description, &wrong) }
            compare(random.decimal(), &wrong)
            compare(String(format: "%.*f", random.below(12), 1e4 * random.signed()), &wrong)
            compare(String(format: "%.*e", random.below(25), random.signed()), &wrong)
            // On both sides of what one exact operation can round: digits, power, and zeroes before and behind.
            let zeroes = String(repeating: "0", count: random.below(24))
            compare("\(random.next() >> UInt64(random.below(64)))e\(random.below(50) - 25)", &wrong)
            compare("-\(zeroes)\(random.below(1 << 20)).\(zeroes)\(random.below(1 << 20))\(zeroes)", &wrong)
        }
        #expect(wrong == [])
    }

    private func compare(_ text: String, _ wrong: inout [String]) {
        if DecimalParser.double(text)?.bitPattern != Double(text)?.bitPattern { wrong.append(text) }
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("+7", 7), ("007", 7), ("9223372036854775807", .max),
            ("-9223372036854775808", .min),
        ] as [(String, Int64)])
    func `reads whole numbers`(text: String, number: Int64) {
        #expect(DecimalParser.integer(text) == number)
    }

    @Test(arguments: [
        "", "-", "1.0", "1e3", "9223372036854775808", "-9223372036854775809", "99999999999999999999", "1 ",
        "a",
    ])
    func `refuses what is no whole number or does not fit`(text: String) {
        #expect(DecimalParser.integer(text) == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("-0.0e5", 0), ("1.0", 1), ("1.5e1", 15), ("1500e-2", 15), ("0.00012e5", 12),
            ("9007199254740993", 9_007_199_254_740_993), ("9.007199254740993E15", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("-922337203685477580.8e1", .min),
            ("0e99999999999999999999", 0), ("0.0000000000000000000000000001e28", 1),
            ("70000000000000000000000000e-25", 7), ("1.5", nil), ("15e-2", nil),
            ("81234567890123.00000001", nil),
            ("9007199254740993.5", nil), ("9223372036854775808", nil), ("-9223372036854775809", nil),
            ("1e19", nil), ("1e99999999999999999999", nil), ("-", nil), ("1.2.3", nil), ("e5", nil),
            ("1e", nil),
        ] as [(String, Int64?)])
    func `reads whole numbers in any form, digit by digit`(text: String, number: Int64?) {
        #expect(Array(text.utf8).withUnsafeBufferPointer { DecimalParser.wholeNumber($0) } == number)
    }

    @Test(
        arguments: [
            ("0", 0), ("1", 1_000_000_000), ("-0.5", -500_000_000), ("+0.25", 250_000_000),
            (".5", 500_000_000),
            ("1.", 1_000_000_000), ("0.0050", 5_000_000), ("1700000000.123456789", 1_700_000_000_123_456_789),
            ("-1700000000.000000001", -1_700_000_000_000_000_001), ("1e-3", 1_000_000),
            ("2.5E0", 2_500_000_000),
            ("9223372036.854775807", .max), ("1700000000.1234567891", 1_700_000_000_123_456_789),
            ("1700000000.1234567895", 1_700_000_000_123_456_790), ("0.9999999999", 1_000_000_000),
            ("-0.00000000049999", 0),
        ] as [(String, Int64)])
    func `reads seconds as exact nanoseconds`(text: String, nanoseconds: Int64) {
        #expect(withBytes(text) { DecimalParser.nanoseconds(seconds: $0) } == nanoseconds)
    }

    @Test(arguments: [
        "", ".", "x", "1.x", "1.2.3", "9223372036.854775808", "99999999999.0", "1e300", "nan", "1.5 ",
    ])
    func `refuses seconds that are none or beyond the clock`(text: String) {
        #expect(withBytes(text) { DecimalParser.nanoseconds(seconds: $0) } == nil)
    }
}

extension SplitMix64 {
    /// Up to 40 digits with a point somewhere and at times a power of ten.
    fileprivate mutating func decimal() -> String {
        var text = below(2) == 0 ? "-" : ""
        for _ in 0...below(20) { text += String(below(10)) }
        text += "."
        for _ in 0...below(20) { text += String(below(10)) }
        return below(2) == 0 ? text : text + "e\(below(640) - 330)"
    }
}
