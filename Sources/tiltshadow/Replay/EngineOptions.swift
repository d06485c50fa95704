import ArgumentParser
import TiltCore
import TiltDaemon

/// The options of everything that makes frames from readings: the daemon's settings, and names for some of them.
///
/// What a name means, its range and its default stand in ``FrameOption``.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Settings to begin with, as the daemon reads them. (default: its defaults and no file, so that a log gives \
            the same frames on every machine)
            """, valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp(
            "One setting over the file's, such as motion.sensor_delay_ms=4; the options below stand over it. May be repeated.",
            valueName: "section.key=value"))
    var set: [String] = []

    @Option("estimator") var estimator: String?
    @Option("mapping") var mapping: String?
    @Option("reference") var reference: String?
    @Option("gain") var gain: String?
    @Option("limit") var limit: String?
    @Option("rate") var rate: String?
    @Option("lookahead-ms") var lookahead: String?
    @Option("display-rotation") var displayRotation: String?
    @Flag("yaw-assist") var yawAssist: Bool?

    /// What was given, by the names of the options, in their order.
    var given: [(name: String, text: String?)] {
        [
            ("estimator", estimator), ("mapping", mapping), ("reference", reference), ("gain", gain),
            ("limit", limit), ("rate", rate), ("lookahead-ms", lookahead),
            ("display-rotation", displayRotation), ("yaw-assist", yawAssist.map { $0 ? "yes" : "no" }),
        ]
    }

    func validate() throws(ValidationError) {
        do throws(SettingsError) { _ = try applied(to: LayeredSettings()) } catch {
            throw ValidationError(error.description)
        }
    }

    /// The settings in force: the file's, then those of --set, then the options with names of their own.
    func settings() throws(ToolError) -> Settings {
        var layers = LayeredSettings()
        if let config {
            layers = try SettingsFileOption.read(config, elseThrowing: { .refusedSettings($0) }).layers
        }
        let said = layers.warnings.count
        do throws(SettingsError) { layers = try applied(to: layers) } catch {
            throw .refusedSettings(error.description)
        }
        for message in layers.warnings[said...] { Diagnostics.note(message) }
        // Nothing but what is named here has been read.
        if let note = LogOwnSettings.note(layers) { Diagnostics.note(note) }
        return layers.settings
    }

    private func applied(to layers: LayeredSettings) throws(SettingsError) -> LayeredSettings {
        var layers = layers
        for assignment in set { try layers.apply(assignment, option: "--set") }
        for (name, text) in given {
            guard let text, let option = FrameOption.named(name) else { continue }
            try layers.apply(text, of: option)
        }
        return layers
    }
}

extension Option<String?> {
    /// An option of ``FrameOption/all``; a value that begins with a dash is a value, too.
    fileprivate init(_ name: String) {
        let option = FrameOption.named(name)
        let choices = option?.setting.choices ?? []
        self.init(
            name: .customLong(name), parsing: .unconditional, help: ArgumentHelp(frameOption: name),
            completion: choices.isEmpty ? nil : .list(choices))
    }
}

extension Flag<Bool?> {
    /// An option of ``FrameOption/all`` that is yes or no.
    fileprivate init(_ name: String) {
        self.init(
            name: .customLong(name), inversion: .prefixedNo, help: ArgumentHelp(frameFlag: name))
    }
}

extension ArgumentHelp {
    /// What the table says of an option.
    fileprivate init(frameOption name: String) {
        let option = FrameOption.named(name)
        let text = option.map { "\($0.setting.meaning) \($0.expectation)" } ?? ""
        self.init(text, valueName: option?.valueName)
    }

    /// What the table says of an option that is yes or no, and is given without a value.
    fileprivate init(frameFlag name: String) {
        let setting = FrameOption.named(name)?.setting
        self.init("\(setting?.meaning ?? "") Default: \(setting?.defaultText ?? "").")
    }
}

extension FrameOption {
    /// What stands for the value in help: its unit in a word, or the option's own name.
    fileprivate var valueName: String {
        setting.unit.isEmpty || !setting.choices.isEmpty
            ? name : setting.unit.split(separator: " ")[0].lowercased()
    }
}

extension Settings {
    /// The subscription of somebody who asks for nothing; CSV frames always carry up.
    func subscription(for format: FrameFormat) -> Subscription {
        var subscription = subscription
        subscription.include = format == .csv ? .up : []
        return subscription
    }
}
