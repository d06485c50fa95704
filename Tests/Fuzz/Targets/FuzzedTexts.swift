/// The texts of an input, one `name=text` a line.
struct FuzzedTexts {
    /// The attributes that an input may set, below one of three directories.
    static let attributes = [
        "name", "label", "location", "uniq", "phys", "properties", "capabilities/abs", "capabilities/key",
        "in_accel_scale", "in_accel_x_scale", "in_accel_offset", "in_accel_hysteresis", "in_accel_x_raw",
        "in_accel_y_raw", "in_accel_z_raw", "in_mount_matrix", "in_anglvel_mount_matrix", "in_gravity_x_raw",
        "scan_elements/in_accel_x_en", "scan_elements/in_accel_y_en", "scan_elements/in_accel_z_en",
        "scan_elements/in_anglvel_x_en", "scan_elements/in_anglvel_y_en", "scan_elements/in_anglvel_z_en",
    ]

    private var texts: [String: String] = [:]

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        for line in bytes.split(separator: 10) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: line[..<equals], as: UTF8.self)
            texts[name] = String(decoding: line[(equals + 1)...], as: UTF8.self)
        }
    }

    subscript(name: String) -> String? { texts[name] }
}
