import TiltCore

/// A key of the settings table, with texts that a file may set it to.
///
/// Made from the table, so that no key is forgotten: of a new one are taken those of the usual texts that it takes.
package struct Knob: Sendable {
    let setting: Setting
    /// Those that it takes.
    let texts: [String]
    /// True where it can be changed: its texts are at least two values.
    let turns: Bool

    /// Every key.
    static let all = SettingsTable.all.map { Knob($0) }

    private init(_ setting: Setting) {
        self.setting = setting
        let all = Self.own[setting.name] ?? setting.choices + Self.usual
        texts = all.filter { (try? Settings().with(setting, $0)) != nil }
        let values = texts.compactMap { text in
            (try? Settings().with(setting, text)).map { setting.text(in: $0) }
        }
        turns = Set(values).count > 1
    }

    private static let usual = [
        "", "auto", "0", "0.1", "0.35", "1", "2", "5", "-8", "16", "20", "40", "50", "100", "200", "500",
        "2000", "1, 2", "-3, 0", "0, 1, 0; -1, 0, 0; 0, 0, 1", "0600", "0666", "/run/other", "other",
    ]

    /// Of keys that most values of would leave nothing to be seen, or lead the shadow where the model cannot follow.
    private static let own = [
        "socket.max_subscribers": ["1", "20", "256", "300"],
        "sensor.device": ["", "chip0", "chip1", "nowhere"],
        "sensor.accel_scale": ["0", "0.0024", "0.0096"],
        "motion.min_cutoff_hz": ["0.8", "1", "2", "5"],
        "motion.beta": ["0.5", "1", "5"],
        "motion.derivative_cutoff_hz": ["1", "2"],
        "motion.low_pass_hz": ["2", "4", "10"],
        "motion.sensor_delay_ms": ["auto", "-20", "5", "15"],
        "shadow.fallback": ["0, 0", "0, 4", "-3, 0"],
    ]
}

extension Settings {
    /// The same with another value of one key.
    func with(_ setting: Setting, _ text: String) throws(SettingsError) -> Settings {
        var next = self
        try next.apply(setting.name + "=" + text, option: "a reload")
        return next
    }
}
