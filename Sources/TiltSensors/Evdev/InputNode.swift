import TiltCore

/// An event node as sysfs describes it; opens nothing, so a device that is off stays off.
package struct InputNode: Equatable, Sendable {
    /// The device's name.
    package let name: String
    /// Bus, vendor and product in four hexadecimal digits each: `0003:054c:0ce6`.
    package let identity: String
    /// Its vendor, in four hexadecimal digits.
    package let vendor: String
    /// Its product, in four hexadecimal digits.
    package let product: String
    /// Its serial number or address, where it has one.
    package let unique: String
    /// Where it is plugged.
    package let place: String
    /// True where the driver says that it is an accelerometer.
    package let hasProperty: Bool
    /// One bit for each absolute axis.
    package let axes: UInt32
    /// True where it has keys or buttons.
    package let hasKeys: Bool

    /// Reads the directory of `inputN`, the parent of `eventN`.
    package init(directory: SysfsDirectory) {
        name = directory.text("name") ?? ""
        vendor = directory.text("id/vendor") ?? "0000"
        product = directory.text("id/product") ?? "0000"
        identity = (directory.text("id/bustype") ?? "0000") + ":" + vendor + ":" + product
        unique = directory.text("uniq") ?? ""
        place = directory.text("phys") ?? ""
        hasProperty = Self.lowBits(directory.text("properties")) & (1 << 6) != 0
        axes = Self.lowBits(directory.text("capabilities/abs"))
        hasKeys = (directory.text("capabilities/key") ?? "0").utf8.contains { $0 != 48 && $0 != 32 }
    }

    /// The lowest 32 bits of a bitmap that sysfs writes in hexadecimal words, the highest first.
    private static func lowBits(_ text: String?) -> UInt32 {
        guard let word = text?.words.last else { return 0 }
        return word.utf8.suffix(8).reduce(0) { bits, digit in
            let value = digit &- 48 < 10 ? digit &- 48 : (digit | 0x20) &- 87
            return bits << 4 | UInt32(value & 0xF)
        }
    }

    /// True where `ABS_X`, `ABS_Y` and `ABS_Z` are there.
    package var hasDirectionalAxes: Bool { axes & 0b111 == 0b111 }

    /// True where `ABS_RX`, `ABS_RY` and `ABS_RZ` are there.
    package var hasRotationalAxes: Bool { axes & 0b111000 == 0b111000 }

    /// A name that stays the same over unplug and reboot: kind, identity and what tells two of a kind apart.
    package var id: String {
        let detail = !unique.isEmpty ? unique : !place.isEmpty ? place : name
        return "evdev:" + identity + ":" + detail.slug
    }
}
