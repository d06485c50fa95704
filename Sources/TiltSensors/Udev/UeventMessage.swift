/// One message of the kernel's or of udevd about a device that came, went or changed.
///
/// The kernel's is `add@/devices/…` and then `KEY=VALUE` texts, a NUL behind each. udevd's has a header before the texts
/// (`struct monitor_netlink_header` of systemd's sd-device; eudev's is the same): "libudev", a number of its own in network
/// order, and in the machine's order the sizes of the header and where the texts are.
package enum UeventMessage {
    /// Who sent it.
    package enum Sender: Equatable, Sendable {
        case kernel, udev
    }

    /// In network order behind "libudev".
    static let magic: UInt32 = 0xFEED_CAFE
    /// What udevd's header has of `iio` and `input`, behind the sizes and in network order: MurmurHash2 with the seed 0.
    package static let subsystemHashes: (iio: UInt32, input: UInt32) = (0xD564_5157, 0xC1A2_8470)

    private static let beginning: [UInt8] = Array("libudev\0".utf8) + [0xFE, 0xED, 0xCA, 0xFE]

    /// ``HotplugNews/changed`` where it is about an IIO device or an event node; ``HotplugNews/nothing`` for all else,
    /// malformed messages included.
    package static func news(in bytes: ArraySlice<UInt8>, from sender: Sender) -> HotplugNews {
        let texts: ArraySlice<UInt8>
        switch sender {
        case .kernel:
            guard let end = bytes.firstIndex(of: 0), bytes[..<end].contains(UInt8(ascii: "@")) else {
                return .nothing
            }
            texts = bytes[(end + 1)...]
        case .udev:
            guard bytes.starts(with: beginning), let start = number(in: bytes, at: 16),
                let count = number(in: bytes, at: 20), start >= 24, start <= bytes.count,
                count <= bytes.count - start
            else { return .nothing }
            texts = bytes.dropFirst(start).prefix(count)
        }
        var isOurs = false
        var name = ArraySlice<UInt8>()
        for text in texts.split(separator: 0) {
            if let value = value(of: "SUBSYSTEM=", in: text) {
                isOurs = DeviceRecord.Subsystem.allCases.contains { value.elementsEqual($0.rawValue.utf8) }
            } else if let path = value(of: "DEVPATH=", in: text) {
                name = path.lastIndex(of: UInt8(ascii: "/")).map { path[($0 + 1)...] } ?? path
            }
        }
        let isSensor = value(of: "iio:device", in: name) != nil || value(of: "event", in: name) != nil
        return isOurs && isSensor ? .changed : .nothing
    }

    private static func value(of key: StaticString, in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let key = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        return text.starts(with: key) ? text.dropFirst(key.count) : nil
    }

    /// A number of 32 bits in the machine's order.
    private static func number(in bytes: ArraySlice<UInt8>, at offset: Int) -> Int? {
        guard bytes.count >= offset + 4 else { return nil }
        return bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) }
    }
}
