import ArgumentParser
import CLinux
import LinuxSystem
import TiltCore
import TiltDaemon
import TiltSensors

/// `tiltshadow record`: the sensor's raw readings, kept in a file.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record the sensor's raw readings to a .tiltlog.",
        discussion: """
            Keeps what the sensor says in its own counts, so that a better filter can be tried on an old log. Rows \
            are written every second; Ctrl-C ends the log properly. Where the daemon holds the sensor alone, stop it \
            first, or let it record: tiltshadowd --record FILE.

            EXAMPLES:
              tiltshadow record desk.tiltlog
              tiltshadow record --seconds 30 walk.tiltlog
              tiltshadow record --device /dev/iio:device1 - | gzip > base.tiltlog.gz
            """)

    @Argument(
        help: ArgumentHelp("The log to write; - is standard output.", valueName: "file"), completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp("The id, name or node of the sensor. (default: the best one)", valueName: "sensor")
    )
    var device: String?

    @Option(help: ArgumentHelp("End after this many seconds.", valueName: "s"))
    var seconds: Double?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var file: SettingsFileOption

    func validate() throws {
        if let seconds { try WatchCommand.checkSeconds(seconds) }
    }

    mutating func run() throws {
        guard force || log == "-" || access(log, F_OK) != 0 else { throw ToolError.exists(path: log) }
        var options = try file.settings().sensorOptions
        if let device { options.device = device }
        let catalog = SensorCatalog(options: options)
        let sensor = try SensorChoice.open(catalog, named: device)
        Diagnostics.note("recording \(sensor.description.name) to \(log == "-" ? "standard output" : log)")
        var loop = RecordLoop(sensor: sensor, seconds: seconds)
        try loop.run(to: log, overwrite: force)
        Diagnostics.note("\(loop.rows) rows recorded")
    }
}
