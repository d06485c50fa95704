/// An option by which somebody says how frames are to be made: what the command line calls a setting.
///
/// The setting knows the rest: kind, range, unit, default and meaning. Help, manual pages, completions, and what is said
/// of a wrong value come from there.
public struct FrameOption: Sendable {
    /// What stands behind the two dashes: `rate`.
    public let name: String
    /// What it is a value of.
    public let setting: Setting

    /// Every option, once, in the order of the help.
    public static let all: [FrameOption] = [
        ("estimator", .motion, "estimator"), ("mapping", .shadow, "mapping"),
        ("reference", .shadow, "reference"), ("gain", .shadow, "gain"), ("limit", .shadow, "limit"),
        ("rate", .shadow, "rate_hz"), ("lookahead-ms", .shadow, "lookahead_ms"),
        ("display-rotation", .shadow, "display_rotation"), ("yaw-assist", .shadow, "yaw_assist"),
    ].compactMap { (name: String, section: SettingsSection, key: String) in
        SettingsTable.setting(section, key).map { FrameOption(name: name, setting: $0) }
    }

    /// The option of this name; `nil` where there is none.
    public static func named(_ name: String) -> FrameOption? { all.first { $0.name == name } }

    /// Kind, range, unit and default of the value.
    ///
    /// For example `A number from 1 to 200, in Hz. Default: 50.`
    public var expectation: String {
        let kind =
            setting.choices.isEmpty
            ? "A" + String(Substring(setting.expected.utf8.dropFirst())) : "One of " + setting.expected
        return kind + ". Default: " + setting.defaultText + "."
    }
}
