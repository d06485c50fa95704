import Testing
import TiltCore
import TiltSensors

@Suite struct `Scan layout` {
    private func element(_ name: String, _ index: Int, _ type: String) throws -> ScanElement {
        ScanElement(name: name, index: index, type: try ScanType(parsing: type))
    }

    @Test func `is the kernel documentation's with all channels on`() throws {
        let layout = ScanLayout([
            try element("0", 0, "be:u16/16>>0"), try element("1", 1, "be:u32/32>>0"),
            try element("2", 2, "be:u32/32>>0"), try element("3", 3, "be:u64/64>>0"),
        ])
        #expect(["0", "1", "2", "3"].map { layout.offset(of: $0) } == [0, 4, 8, 16])
        #expect(layout.byteCount == 24)
    }

    @Test func `is the kernel documentation's with two channels on`() throws {
        let layout = ScanLayout([try element("3", 3, "be:u64/64>>0"), try element("0", 0, "be:u16/16>>0")])
        #expect(layout.offset(of: "0") == 0)
        #expect(layout.offset(of: "3") == 8)
        #expect(layout.byteCount == 16)
    }

    @Test(arguments: [
        (["le:s16/16", "le:s16/16", "le:s16/16"], 6),
        (["le:s16/16", "le:s16/16", "le:s16/16", "le:s64/64"], 16),
        (["le:s16/32", "le:s16/32", "le:s16/32", "le:s64/64"], 24),
        (["le:s64/64", "le:s16/16"], 16),
        (["le:s16/16X4", "le:s16/16"], 16),
        (["le:s32/32", "le:s8/8"], 8),
        ([], 0),
    ])
    func `pads the scan to a multiple of its largest channel`(types: [String], byteCount: Int) throws {
        let elements = try types.enumerated().map { try element("c\($0.offset)", $0.offset, $0.element) }
        #expect(ScanLayout(elements).byteCount == byteCount)
    }

    @Test func `orders channels by index and decodes accelerometer, gyroscope and time`() throws {
        let layout = ScanLayout([
            try element("in_timestamp", 6, "le:s64/64>>0"), try element("in_accel_z", 5, "le:s16/16>>0"),
            try element("in_accel_y", 4, "le:s16/16>>0"), try element("in_accel_x", 3, "le:s16/16>>0"),
            try element("in_anglvel_z", 2, "le:s16/16>>0"), try element("in_anglvel_y", 1, "le:s16/16>>0"),
            try element("in_anglvel_x", 0, "le:s16/16>>0"),
        ])
        #expect(layout.byteCount == 24)
        let bytes: [UInt8] = [
            1, 0, 0xFE, 0xFF, 3, 0, 4, 0, 0xFB, 0xFF, 6, 0, 0, 0, 0, 0, 0x15, 0xCD, 0x5B, 7, 0, 0, 0, 0,
        ]
        let reading = bytes.withUnsafeBytes { $0.baseAddress.map { layout.decode($0) } }
        #expect(
            reading
                == Reading(
                    time: Timestamp(nanoseconds: 123_456_789), accelerometer: .init(x: 4, y: -5, z: 6),
                    gyroscope: .init(x: 1, y: -2, z: 3)))
    }

    @Test func `decodes a HID sensor hub's scan with the next axis in each upper half`() throws {
        let layout = ScanLayout([
            try element("in_accel_x", 0, "le:s16/32>>0"), try element("in_accel_y", 1, "le:s16/32>>0"),
            try element("in_accel_z", 2, "le:s16/32>>0"),
        ])
        let bytes: [UInt8] = [0x0A, 0, 0xF6, 0xFF, 0xF6, 0xFF, 0x98, 0x03, 0x98, 0x03, 0x55, 0xAA]
        let reading = bytes.withUnsafeBytes { $0.baseAddress.map { layout.decode($0) } }
        #expect(reading?.accelerometer == .init(x: 10, y: -10, z: 920))
        #expect(reading?.gyroscope == nil)
        #expect(reading?.time == Timestamp(nanoseconds: 0))
    }

    @Test func `has no accelerometer where an axis is missing`() throws {
        let layout = ScanLayout([
            try element("in_accel_x", 0, "le:s16/16"), try element("in_accel_y", 1, "le:s16/16"),
        ])
        #expect(!layout.hasAccelerometer)
        #expect(!layout.hasGyroscope)
    }
}
