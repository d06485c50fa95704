import ArgumentParser
import LinuxSystem
import TiltCore
import TiltDaemon

/// `tiltshadow config`: what the daemon's settings are, and whether a file is right.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Print or check the daemon's settings.",
        discussion: """
            EXAMPLES:
              tiltshadow config --defaults > ~/.config/tiltshadow.conf
              tiltshadow config --check /etc/tiltshadow/tiltshadow.conf
              tiltshadow config --effective
            """)

    @Flag(help: "Print a settings file with every key at its default, explained.")
    var defaults = false

    @Option(
        help: ArgumentHelp("Say what is wrong in a settings file.", valueName: "file"), completion: .file())
    var check: String?

    @Flag(help: "Print every setting in force, those that were changed marked.")
    var effective = false

    @OptionGroup var file: SettingsFileOption

    func validate() throws {
        let count = [defaults, check != nil, effective].count { $0 }
        guard count == 1 else { throw ValidationError("give one of --defaults, --check and --effective") }
        guard file.config == nil || effective else { throw ValidationError("--config goes with --effective") }
    }

    mutating func run() throws {
        let output = OutputFile.standardOutput()
        if let check {
            _ = try SettingsFileOption.load(check)
            output.buffer.append(text: "\(check): fine\n")
        } else {
            output.buffer.append(
                text: effective ? try file.settings().effectiveText() : Settings.defaultFile())
        }
        try output.flush()
    }
}
