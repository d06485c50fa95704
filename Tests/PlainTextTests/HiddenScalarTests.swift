import Testing

@testable import PlainText

@Suite struct `Hidden scalars` {
    /// Every scalar there is, with what the standard library's own Unicode tables say of it.
    private static let all = (UInt32(0)...0x10ffff).compactMap { Unicode.Scalar($0) }

    @Test func `are the controls, the separators and the marks of direction`() {
        // Of the format characters, those with the property Bidi_Control of PropList.txt.
        let directions: Set<UInt32> = [
            0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
        ]
        for scalar in Self.all {
            let isHidden =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: directions.contains(scalar.value)
                }
            #expect(scalar.isHidden == isHidden, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test func `are found by their first byte`() {
        for scalar in Self.all where scalar.isHidden {
            #expect(String(scalar).mayHideScalars, "U+\(String(scalar.value, radix: 16))")
        }
        #expect(!"Grüße, 東京 😀".mayHideScalars)
    }

    @Test func `are gone from whatever was made visible`() {
        for scalar in Self.all where scalar.isHidden {
            for keepsLines in [false, true] where !(keepsLines && "\n\t".unicodeScalars.contains(scalar)) {
                var bytes: [UInt8] = []
                bytes.append(visible: "a\(scalar)b", keepsLines: keepsLines)
                let number = String(scalar.value, radix: 16)
                #expect(String(decoding: bytes, as: UTF8.self) == "a\\u{\(number)}b")
            }
        }
    }
}
