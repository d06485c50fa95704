import ArgumentParser
import TiltCore
import TiltDaemon
import TiltSensors

/// `tiltshadow sensors`: the sensors of this machine, and which the daemon would use.
struct SensorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensors",
        abstract: "List the motion sensors, which would be used, and why.",
        discussion: """
            The chosen one is marked with *, those that cannot be used with -, each with the reason. Ends with 69 \
            where none can be used.

            EXAMPLES:
              tiltshadow sensors
              tiltshadow sensors --json
              tiltshadow sensors --check 20    turn the device about meanwhile
              sudo tiltshadow sensors          where permissions are the question
            """)

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Read the chosen one for this many seconds and tell what its readings say against it: garbage, clipping, "
                + "the length of gravity, rates that disagree with it.", valueName: "s"))
    var check: Double?

    @OptionGroup var file: SettingsFileOption

    func validate() throws {
        if let check { try WatchCommand.checkSeconds(check, option: "--check") }
    }

    mutating func run() throws {
        let catalog = SensorCatalog(options: try file.settings().sensorOptions)
        let candidates = catalog.candidates()
        let output = OutputFile.standardOutput()
        output.buffer.append(text: json ? SensorReport.json(candidates) : SensorReport.text(candidates))
        try output.flush()
        guard candidates.contains(where: { $0.rank != nil }) else {
            throw ToolError.noSensor(found: candidates.count)
        }
        guard let check else { return }
        var trial = SensorTrial(try SensorChoice.open(catalog, named: nil))
        try trial.run(seconds: check)
        output.buffer.append(text: json ? trial.json : trial.text)
        try output.flush()
    }
}
