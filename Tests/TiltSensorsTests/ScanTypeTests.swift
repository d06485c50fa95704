import Testing
import TiltSensors

@Suite struct `Scan type` {
    @Test(
        arguments: [
            ("le:s16/16>>0", [0xF6, 0xFF], -10),
            ("le:s16/16", [0x0A, 0x00], 10),
            ("be:s16/16>>0", [0xFF, 0xF6], -10),
            ("le:s12/16>>4", [0x6F, 0xFF], -10),
            ("le:s12/16>>4", [0xAC, 0x00], 10),
            ("be:s12/16>>4", [0xFF, 0x6F], -10),
            ("be:s12/16>>4", [0x7F, 0xF3], 2047),
            ("le:s12/16>>0", [0x00, 0xF8], -2048),
            ("le:u16/16>>0", [0xF6, 0xFF], 65526),
            ("be:u12/16>>4", [0xFF, 0xF0], 4095),
            ("le:s8/8>>0", [0x80], -128),
            ("le:s24/32>>8", [0x55, 0xF6, 0xFF, 0xFF], -10),
            ("le:s64/64>>0", [0xF6, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], -10),
            ("le:s64/64>>0", [0x00, 0xF2, 0x05, 0x2A, 0x01, 0x00, 0x00, 0x00], 5_000_000_000),
            ("be:u64/64", [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .max),
            ("be:u64/64", [0xA5, 0, 0, 0, 0, 0, 0, 0], .max),
            ("le:s16/32X4>>0", [0x01, 0x80, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0], -32767),
        ] as [(String, [UInt8], Int64)])
    func `decodes every sign, size, shift and byte order`(text: String, bytes: [UInt8], expected: Int64)
        throws
    {
        let type = try ScanType(parsing: text)
        #expect(bytes.count == type.byteCount)
        #expect(bytes.withUnsafeBytes { $0.baseAddress.map { type.value(at: $0) } } == expected)
    }

    @Test(
        arguments: [
            ("le:s16/16", -32768...32767), ("be:s12/16>>4", -2048...2047), ("le:u12/16>>0", 0...4095),
            ("le:s16/32", -32768...32767), ("le:s32/32", -2147483648...2147483647), ("le:s8/8", -128...127),
        ] as [(String, ClosedRange<Double>)])
    func `knows the range of its valid bits`(text: String, range: ClosedRange<Double>) throws {
        #expect(try ScanType(parsing: text).range == range)
    }

    @Test func `takes the sign from the valid bits where the next axis stands in the upper half`() throws {
        // What a HID sensor hub writes for x = 10 with y = -10 after it.
        let bytes: [UInt8] = [0x0A, 0x00, 0xF6, 0xFF]
        let type = try ScanType(parsing: "le:s16/32>>0\n")
        #expect(bytes.withUnsafeBytes { $0.baseAddress.map { type.value(at: $0) } } == 10)
    }

    @Test(arguments: [
        "", "le", "xe:s16/16", "le:f32/32>>0", "le:s16", "le:s/16", "le:s16/", "le:s17/16", "le:s12/16>>5",
        "le:s16/12", "le:s16/128", "le:s0/16", "le:s16/16X0", "le:s16/16>>", "le:s14/32>>2X", "le:s16/16>>0!",
        "le:s9999/16",
    ])
    func `quotes a text that it does not understand`(text: String) {
        do {
            _ = try ScanType(parsing: text)
            Issue.record("\(text) was read")
        } catch {
            #expect(error.description.contains("\"\(text)\""))
        }
    }
}
