import TiltCore
import TiltSensors

/// What umockdev's files say of a device beside its events.
///
/// `.ioctl` (`umockdev-record --ioctl`): `@DEV /dev/input/event1`, then the answers of the node,
/// `EVIOCGABS(1) 0 <hexadecimal>`: `struct input_absinfo`, its value first, in the recorder's byte order, which is taken
/// for little-endian. `.umockdev`: properties of udev, of which the mount matrix counts.
struct UmockdevDescription {
    /// The device so far.
    private(set) var device = RecordedDevice(abilities: EvdevAbilities(path: "umockdev", name: ""))
    /// True once an axis was described.
    private(set) var hasAxes = false
    /// The node of the block of the `.umockdev` file that is being read.
    private var node = ""

    /// Takes one line of a `.ioctl` file.
    mutating func take(ioctl line: UnsafeBufferPointer<UInt8>) {
        var cursor = ByteCursor(line)
        if cursor.take("@DEV ") {
            device.abilities.path = cursor.rest.split(separator: " ").first.map(String.init) ?? ""
        } else if cursor.take("EVIOCGNAME") {
            let text = Self.bytes(&cursor).prefix { $0 != 0 }
            device.abilities.name = String(decoding: text, as: UTF8.self)
        } else if cursor.take("EVIOCGID") {
            let bytes = Self.bytes(&cursor)
            guard bytes.count >= 8 else { return }
            device.identity = (0..<4).map { UInt16(littleEndian: Self.number(bytes, at: 2 * $0)) }
        } else if cursor.take("EVIOCGPROP") {
            device.abilities.hasAccelerometerProperty = (Self.bytes(&cursor).first ?? 0) & 0x40 != 0
        } else if cursor.take("EVIOCGABS") {
            var code: Int64 = 0
            if cursor.take(UInt8(ascii: "(")) {
                code = cursor.decimal() ?? 0
                _ = cursor.take(UInt8(ascii: ")"))
            }
            let bytes = Self.bytes(&cursor)
            guard bytes.count >= 24, 0...0x3f ~= code else { return }
            let numbers: [Int32] = (0..<6).map { Int32(littleEndian: Self.number(bytes, at: 4 * $0)) }
            device.initialCounts[Int32(code)] = numbers[0]
            device.abilities.add(
                .init(minimum: numbers[1], maximum: numbers[2], resolution: numbers[5]), code: Int32(code))
            hasAxes = true
        }
    }

    /// Takes one line of a `.umockdev` file.
    mutating func take(properties line: UnsafeBufferPointer<UInt8>) {
        var cursor = ByteCursor(line)
        if cursor.take("P: ") { node = "" }
        if cursor.take("N: ") {
            node = "/dev/" + (cursor.rest.split(separator: "=").first.map(String.init) ?? "")
        }
        guard node == device.abilities.path, cursor.take("E: ACCEL_MOUNT_MATRIX=") else { return }
        device.mountMatrix = cursor.rest
    }

    /// What stands there, with its bytes as they come; that there are as many has been seen to.
    private static func number<Number: FixedWidthInteger>(_ bytes: [UInt8], at offset: Int) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    /// The hexadecimal bytes behind `(length) result `.
    private static func bytes(_ cursor: inout ByteCursor) -> [UInt8] {
        guard let digits = cursor.rest.split(separator: " ").last?.utf8 else { return [] }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits.prefix(8192) {
            let letter = (digit | 0x20) &- 97
            guard digit &- 48 < 10 || letter < 6 else { return bytes }
            let value = digit &- 48 < 10 ? digit &- 48 : letter + 10
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}

extension UmockdevDescription {
    /// Reads the `.ioctl` and `.umockdev` files of the group that differ from `events`, as the group calls it, only in
    /// that; `nil` without the former.
    static func beside(_ events: String, in group: any FileGroup) throws(ImportError) -> RecordedDevice? {
        let name = FileName(events)
        let stem = name.directory.isEmpty ? name.stem : name.directory + "/" + name.stem
        var description = UmockdevDescription()
        for ending in ["ioctl", "umockdev"] where group.names.contains("\(stem).\(ending)") {
            let lines = LineSource(try PackedBytes.unpacked(try group.open("\(stem).\(ending)")))
            while let line = try lines.next() {
                guard case .whole(let bytes) = line else { continue }
                if ending == "ioctl" {
                    description.take(ioctl: bytes)
                } else {
                    description.take(properties: bytes)
                }
            }
        }
        return description.hasAxes ? description.device : nil
    }
}
