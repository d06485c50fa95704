import TiltCore

/// Settings of the sensor that a log has of its own: what is set of them changes no frame.
enum LogOwnSettings {
    private static let keys = [
        "device", "sampling_hz", "mount_matrix", "matrix_convention", "raw_sign", "accel_scale",
    ]

    /// What is said of those that `layers` set to something; `nil` where they set none.
    static func note(_ layers: LayeredSettings) -> String? {
        let names = SettingsTable.all.filter { setting in
            setting.section == .sensor && keys.contains(setting.key) && layers.place(of: setting) != nil
                && setting.text(in: layers.settings) != setting.defaultText
        }.map { $0.name }
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return others.isEmpty
            ? "\(last) is the log's own here and is not used"
            : "\(others) and \(last) are the log's own here and are not used"
    }
}
