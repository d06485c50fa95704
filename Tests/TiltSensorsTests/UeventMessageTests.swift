import Testing
import TiltSensors

@Suite struct `A message about a device` {
    /// udevd's header, and texts with a NUL behind each.
    static func udev(
        _ texts: [String], magic: [UInt8] = [0xFE, 0xED, 0xCA, 0xFE], offset: Int = 40, extra: Int = 0
    ) -> [UInt8] {
        let properties = bytes(of: texts)
        var message = Array("libudev\0".utf8) + magic
        for number in [40, offset, properties.count + extra] {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: number)) { message += $0 }
        }
        let subsystem = texts.first { $0.hasPrefix("SUBSYSTEM=") }?.dropFirst(10) ?? ""
        withUnsafeBytes(of: murmur(Array(subsystem.utf8)).bigEndian) { message += $0 }
        return message + [UInt8](repeating: 7, count: 12) + properties
    }

    /// MurmurHash2 (Austin Appleby) with the seed 0, by which udevd's header names a subsystem.
    private static func murmur(_ text: [UInt8]) -> UInt32 {
        let multiplier: UInt32 = 0x5BD1_E995
        var hash = UInt32(text.count)
        var rest = text[...]
        while rest.count >= 4 {
            var word = rest.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } &* multiplier
            word ^= word >> 24
            hash = hash &* multiplier ^ word &* multiplier
            rest = rest.dropFirst(4)
        }
        if !rest.isEmpty {
            hash = (hash ^ rest.reversed().reduce(0) { $0 << 8 | UInt32($1) }) &* multiplier
        }
        hash = (hash ^ hash >> 13) &* multiplier
        return hash ^ hash >> 15
    }

    @Test func `has hashes of the subsystems that are looked at`() {
        #expect(UeventMessage.subsystemHashes.iio == Self.murmur(Array("iio".utf8)))
        #expect(UeventMessage.subsystemHashes.input == Self.murmur(Array("input".utf8)))
    }

    /// Each text with a NUL behind it.
    static func bytes(of texts: [String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for text in texts { bytes += Array(text.utf8) + [0] }
        return bytes
    }

    private static let sensor = ["ACTION=add", "DEVPATH=/devices/hub/iio:device0", "SUBSYSTEM=iio"]

    @Test(arguments: [
        (["DEVPATH=/devices/x/iio:device0", "SUBSYSTEM=iio"], true),
        (["SUBSYSTEM=input", "DEVPATH=/devices/x/input4/event3"], true),
        (["DEVPATH=iio:device0", "SUBSYSTEM=iio"], true),
        (["DEVPATH=/devices/x/input4", "SUBSYSTEM=input"], false),
        (["DEVPATH=/devices/x/trigger0", "SUBSYSTEM=iio"], false),
        (["DEVPATH=/devices/x/event3", "SUBSYSTEM=usb"], false),
        (["DEVPATH=/devices/x/event3", "SUBSYSTEM=inputs"], false),
        (["DEVPATH=/devices/x/event3/", "SUBSYSTEM=input"], false),
        (["DEVPATH=/devices/x/event3"], false), (["SUBSYSTEM=input"], false), ([], false),
    ])
    func `counts where it is of a sensor`(texts: [String], counts: Bool) {
        let news: HotplugNews = counts ? .changed : .nothing
        let message = Self.udev(texts)
        #expect(UeventMessage.news(in: message[...], from: .udev) == news)
        let kernel = Self.bytes(of: ["add@/devices/x"] + texts)
        #expect(UeventMessage.news(in: kernel[...], from: .kernel) == news)
        // Neither is the other's.
        #expect(UeventMessage.news(in: message[...], from: .kernel) == .nothing)
        #expect(UeventMessage.news(in: kernel[...], from: .udev) == .nothing)
    }

    private static let wrong: [[UInt8]] = [
        udev(sensor, magic: [0xCA, 0xFE, 0xFE, 0xED]), udev(sensor, offset: 0), udev(sensor, offset: 1 << 20),
        udev(sensor, offset: -1), udev(sensor, extra: 1), udev(sensor, extra: -1 << 20),
        Array(udev(sensor).dropFirst()), Array(udev(sensor).prefix(23)), Array(udev(sensor).prefix(60)), [],
        Array("libudev\0".utf8),
    ]

    @Test(arguments: wrong)
    func `is nothing where udevd's header is not right`(message: [UInt8]) {
        #expect(UeventMessage.news(in: message[...], from: .udev) == .nothing)
    }

    @Test func `is nothing where the kernel's does not begin as such`() {
        let texts = Self.bytes(of: Self.sensor)
        #expect(UeventMessage.news(in: texts[...], from: .kernel) == .nothing)
        #expect(UeventMessage.news(in: Array("add@/devices/x".utf8)[...], from: .kernel) == .nothing)
        #expect(UeventMessage.news(in: [UInt8]()[...], from: .kernel) == .nothing)
    }

    @Test func `may lie anywhere in a larger buffer`() {
        let message = Self.udev(Self.sensor)
        let buffer = [1, 2, 3] + message + [9, 9]
        #expect(UeventMessage.news(in: buffer[3..<(3 + message.count)], from: .udev) == .changed)
    }
}
