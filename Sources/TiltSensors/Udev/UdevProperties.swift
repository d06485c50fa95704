/// What the kernel's `uevent` file and udev's database say of one device, as far as sensors need it.
///
/// A file of the database (`/run/udev/data`) has lines of a letter, a colon and a text: `E` for a property, others for links,
/// tags, times and, from systemd 247 on, the version. The lines with `E` are the same in all of them, eudev's included, so
/// nothing else is looked at.
package struct UdevProperties: Equatable, Sendable {
    /// `MAJOR` and `MINOR`, in digits; a device without a node has none.
    package private(set) var major: String?
    package private(set) var minor: String?
    /// `DEVNAME`: below `/dev` where it does not begin with a slash.
    package private(set) var node: String?
    /// `ID_INPUT_ACCELEROMETER`.
    package private(set) var accelerometer: String?
    /// `ID_INPUT_JOYSTICK`.
    package private(set) var joystick: String?
    /// `ACCEL_MOUNT_MATRIX`.
    package private(set) var mountMatrix: String?
    /// `ACCEL_LOCATION`.
    package private(set) var location: String?

    package init() {}

    /// Takes the lines of `uevent`: `KEY=VALUE`.
    package mutating func take(uevent bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) { set(line, removesEmpty: false) }
    }

    /// Takes the lines of a file of the database, which overrule the kernel's; an empty value takes a property away.
    package mutating func take(database bytes: [UInt8]) {
        for line in bytes.split(separator: UInt8(ascii: "\n")) where line.starts(with: Self.property) {
            set(line.dropFirst(2), removesEmpty: true)
        }
    }

    private static var property: [UInt8] { [UInt8(ascii: "E"), UInt8(ascii: ":")] }

    private mutating func set(_ line: ArraySlice<UInt8>, removesEmpty: Bool) {
        // libudev's are C strings.
        let line = line.prefix { $0 != 0 }
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
        let rest = line[(sign + 1)...]
        let value = rest.isEmpty && removesEmpty ? nil : String(decoding: rest, as: UTF8.self)
        switch String(decoding: line[..<sign], as: UTF8.self) {
        case "MAJOR": major = value
        case "MINOR": minor = value
        case "DEVNAME": node = value.map { $0.utf8.first == UInt8(ascii: "/") ? $0 : "/dev/" + $0 }
        case "ID_INPUT_ACCELEROMETER": accelerometer = value
        case "ID_INPUT_JOYSTICK": joystick = value
        case "ACCEL_MOUNT_MATRIX": mountMatrix = value
        case "ACCEL_LOCATION": location = value
        default: break
        }
    }
}
