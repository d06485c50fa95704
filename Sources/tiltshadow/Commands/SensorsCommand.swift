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
              sudo tiltshadow sensors          where permissions are the question
            """)

    @Flag(help: "Print one line of JSON.")
    var json = false

    @OptionGroup var file: SettingsFileOption

    mutating func run() throws {
        let catalog = SensorCatalog(options: try file.settings().sensorOptions)
        let candidates = catalog.candidates()
        let output = OutputFile.standardOutput()
        output.buffer.append(text: json ? SensorReport.json(candidates) : SensorReport.text(candidates))
        try output.flush()
        guard candidates.contains(where: { $0.rank != nil }) else {
            throw ToolError.noSensor(found: candidates.count)
        }
    }
}
