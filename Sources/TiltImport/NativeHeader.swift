import TiltCore

/// What the header lines of a .tiltlog say that is not kept: keys that are not known, and the ends of long names.
struct NativeHeader {
    private static let keys = [
        "tiltlog", "clock", "id", "name", "device", "source", "rate_hz", "accel_scale", "accel_offset",
        "accel_range", "gyro_scale", "gyro_offset", "gyro_range", "only_changes", "mount_matrix",
        "mount_source", "mount_convention", "raw_sign",
    ]
    private static let names = ["id", "name", "device"]
    /// More than these are not named: a header may be of any length.
    private static let mostNamed = 8

    /// One sentence part each.
    private(set) var losses: [String] = []

    /// Takes one line, with its `#`.
    mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
        guard losses.count < Self.mostNamed,
            let equals = line.firstIndex(of: UInt8(ascii: "="))
        else { return }
        let key = String(decoding: line[1..<equals], as: UTF8.self).trimmingSpaces
        guard Self.keys.contains(key) else { return losses.append("the header's \(key.excerpt)") }
        guard Self.names.contains(key) else { return }
        let value = String(decoding: line[(equals + 1)...], as: UTF8.self).trimmingSpaces
        let most = SensorDescription.longestName
        if value.onOneLine().utf8.count > most {
            losses.append("the end of the header's \(key), which is longer than \(most) bytes")
        }
    }
}
