import TiltCore

/// Numbers as text, against the standard library's reader; and numbers as bits, written and read.
enum NumbersTarget {
    static func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        checkReading(text, bytes)
        var source = ByteSource(bytes)
        checkWriting(Double(bitPattern: UInt64(bitPattern: source.integer())))
        checkWriting(Timestamp(nanoseconds: source.integer()))
    }

    /// `Double(String)` also takes words and hexadecimal digits, which a decimal has not.
    private static func checkReading(_ text: String, _ bytes: UnsafeBufferPointer<UInt8>) {
        let isDecimal = bytes.allSatisfy { $0 &- 48 < 10 || "+-.eE".utf8.contains($0) }
        let expected = isDecimal ? Double(text) : nil
        let read = DecimalParser.double(bytes)
        expect(
            read?.bitPattern == expected?.bitPattern,
            "\(text) is \(read as Double?), not \(expected as Double?)")
        expect(DecimalParser.integer(bytes) == (isDecimal ? Int64(text) : nil), "\(text) as a whole number")
        if let seconds = DecimalParser.nanoseconds(seconds: bytes), let expected, seconds.magnitude < 1 << 52
        {
            expect((Double(seconds) - expected * 1e9).magnitude <= 2, "\(text) s are \(seconds) ns")
        }
    }

    private static func checkWriting(_ value: Double) {
        var text = ByteBuffer()
        text.append(significant: value)
        let read = text.bytes.withUnsafeBufferPointer { DecimalParser.double($0) }
        guard let read else { fatalError("\(value) is written as \(text.text)") }
        if value.magnitude < 9e9 {
            expect((read - value).magnitude <= max(1e-9, value.magnitude * 1e-8), "\(value) became \(read)")
        }
        for decimals in [0, 2, 4, 9] {
            text.removeAll()
            text.append(value, decimals: decimals)
            let read = text.bytes.withUnsafeBufferPointer { DecimalParser.double($0) }
            expect(read?.isFinite == true, "\(value) is written as \(text.text)")
        }
        if value.isFinite {
            expect(
                DecimalParser.double(value.shortText) == value, "\(value) is written as \(value.shortText)")
        }
    }

    private static func checkWriting(_ time: Timestamp) {
        var text = ByteBuffer()
        text.append(seconds: time)
        let read = text.bytes.withUnsafeBufferPointer { DecimalParser.nanoseconds(seconds: $0) }
        expect(read == time.nanoseconds, "\(time.nanoseconds) ns became \(text.text) s")
    }
}
