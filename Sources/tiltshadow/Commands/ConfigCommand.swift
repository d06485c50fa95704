import ArgumentParser
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// `tiltshadow config`: what the daemon's settings are, and whether a file is right.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print or check the daemon's settings.",
        discussion: """
            EXAMPLES:
              tiltshadow config --defaults > ~/.config/tiltshadow.conf
              tiltshadow config --check /etc/tiltshadow/tiltshadow.conf
              sudo tiltshadow config --effective

            EXIT STATUS:
              0 fine, 1 the file to check is wrong or cannot be read, 2 wrong use, or settings in force that are wrong
            """)

    @Flag(help: "Print a settings file with every key at its default, explained.")
    var defaults = false

    @Option(
        help: ArgumentHelp("Say what is wrong in a settings file.", valueName: "file"), completion: .file())
    var check: String?

    @Flag(
        help:
            "Print every setting in force, of the system's daemon as root, else of your own, with the file and line it came from."
    )
    var effective = false

    @OptionGroup var file: SettingsFileOption

    func validate() throws(ValidationError) {
        let count = [defaults, check != nil, effective].count { $0 }
        guard count == 1 else { throw ValidationError("give one of --defaults, --check and --effective") }
        guard file.config == nil || effective else { throw ValidationError("--config goes with --effective") }
    }

    /// What to know where the settings name a sensor that is not here; `nil` where it is, or they name none.
    ///
    /// Nothing is wrong with that: it may be unplugged, or the file be another machine's.
    static func absentDevice(in survey: SensorSurvey) -> String? {
        guard let device = survey.options.device else { return nil }
        let candidates = survey.candidates()
        guard !candidates.contains(where: { $0.isNamed }) else { return nil }
        return "[sensor] device = \(device) is not here now; "
            + (candidates.isEmpty
                ? "this machine has no motion sensor at present"
                : "there is \(candidates.prefix(4).map { $0.id }.joined(separator: ", "))")
    }

    mutating func run() throws(ToolError) {
        let output = OutputFile.standardOutput()
        if let check {
            let settings = try SettingsFileOption.load(check)
            if let mirror = MirroredMatrix.fault(ofFile: check) {
                throw ToolError.settings("\(check): \(mirror)")
            }
            output.buffer.append(text: "\(check): fine\n")
            let survey = SensorCatalog.survey(settings.sensorOptions)
            if let absent = Self.absentDevice(in: survey) { Diagnostics.note("\(check): \(absent)") }
        } else {
            output.buffer.append(text: effective ? try effectiveText() : Settings.defaultFile())
        }
        try output.flush()
    }

    /// Whether they are a user's own, of whom no word needs to be right of the system's.
    private var isOwn: Bool {
        file.config == nil && SettingsFileOption.files(nil).file != DaemonPaths.systemSettings
    }

    private func effectiveText() throws(ToolError) -> String {
        let reading = try file.reading()
        let files =
            reading.files.isEmpty ? "No file was read." : "Read: \(reading.files.joined(separator: ", "))."
        let mirror = MirroredMatrix.fault(of: reading.layers.settings)
        if let mirror { Diagnostics.warn(mirror) }
        let mode = SettingsTable.setting(.socket, "mode").flatMap { reading.layers.place(of: $0) }
        return reading.layers.effectiveText(
            notes: (isOwn
                ? ["A daemon of your own has them; the system's: sudo tiltshadow config --effective"] : [])
                + [files]
                + (mode == nil
                    ? ["tiltshadowd --user has mode 0666 of the socket where no file sets it."] : [])
                + reading.passedOver.map { "Wrong: \($0)." }
                + reading.layers.warnings.map { "Old: \($0)." }
                + (mirror.map { ["Wrong: \($0)."] } ?? []))
    }
}
