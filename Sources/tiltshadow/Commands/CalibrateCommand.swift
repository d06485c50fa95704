import ArgumentParser
import CLinux
import LinuxSystem
import TiltClient
import TiltCore
import TiltDaemon
import TiltImport
import TiltSensors

/// `tiltshadow calibrate`: find out how the sensor sits in its device.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate",
        abstract: "Find the mount matrix by laying the device in three poses, or take a pose as level.",
        discussion: """
            On a terminal: asks for the device flat, upright and on its right edge; with --poses 6 then face down, on its \
            left edge and on its top edge, too. Takes each pose by itself once it rests, and prints what to put into the \
            settings, and the entry of udev's hwdb that cures it for everybody with this device; nothing where the \
            mounting is right already. Six poses tell the sensor's own errors, too, and find a pose that was taken the \
            wrong way round.

            Reads the running daemon's sensor, whose raw readings are for root and the group \(RawAccess.groupName), else the \
            sensor itself. --log takes the rests of a recording in the place of poses, in the same order, and needs no \
            terminal.

            --apply puts what was found into a file beside the daemon's settings, tiltshadow.conf.d/60-calibrate.conf, and \
            has a running daemon read it. A file of that name with lines of another's is replaced only with --force, and a \
            link never. With --apply a recording is held against the mounting and the scale in force here, as far as they are \
            known; without, against those that it was recorded with.

            --level takes the pose the device rests in as flat, for all subscribers and for good, as a device in a tilted \
            cradle needs. For a neutral pose until the next one, see `tiltshadow recentre`.

            EXAMPLES:
              sudo tiltshadow calibrate --apply
              tiltshadow calibrate --poses 6 --device /dev/iio:device1
              sudo tiltshadow calibrate -o mount.conf
              tiltshadow record poses.tiltlog && tiltshadow calibrate --log poses.tiltlog
              sudo tiltshadow calibrate --level

            EXIT STATUS:
              0 found, or nothing to change, 1 poses that fit no mounting, q, or no terminal, 2 wrong use, 69 no sensor or no daemon
            """)

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "Open this sensor itself, by its id, name or node, and leave the daemon alone; of a recording, take this device.",
            valueName: "sensor"), completion: .sensorIDs)
    var device: String?

    @Option(
        help: ArgumentHelp(
            "Take the rests of a recording as the poses; - is standard input.", valueName: "file"),
        completion: .file())
    var log: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many poses: 3, or 6 for the sensor's own errors, too.", valueName: "n"),
        completion: .list(["3", "6"]))
    var poses = 3

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "What the driver reports, where that is certain: 1 the reaction to gravity, -1 gravity. (default: as known)",
            valueName: "sign"), completion: .list(["1", "-1"]))
    var rawSign: Int?

    @Flag(help: "Take the pose it rests in as flat.")
    var level = false

    @Flag(help: "Print the result as one line of JSON.")
    var json = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the lines for the settings to a file, too.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Flag(help: "Put the result into the daemon's settings, and have it read them.")
    var apply = false

    @OptionGroup var file: SettingsFileOption

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        if socket != nil, device != nil || log != nil {
            throw ValidationError("--socket goes neither with --device nor with --log")
        }
        if poses != 3, poses != 6 { throw ValidationError("--poses \(poses): expected 3 or 6") }
        if let rawSign, rawSign.magnitude != 1 {
            throw ValidationError("--raw-sign \(rawSign): expected 1 or -1")
        }
        if apply, file.config == "/dev/null" {
            throw ValidationError("--apply does not go with --config /dev/null")
        }
        if level, rawSign != nil { throw ValidationError("--raw-sign does not go with --level") }
    }

    mutating func run() throws(ToolError) {
        let options = try file.settings().sensorOptions
        // Whoever lays a device in six poses learns before the first that the file cannot be written.
        let dropIn = apply ? try SettingsDropIn(try ownFiles(), overwrite: force) : nil
        if let log {
            let input = try LogInput(log, ImportOptions(device: device, accelScale: nil))
            let written = try openOutput(besides: input.descriptors)
            let collector = try LogPoses.collect(level ? [.flat] : Pose.sequence(poses), from: input)
            let sensor = SensorKnowledge(
                log: input.header.sensor, survey: SensorCatalog.survey(options), isToBeChanged: apply)
            var places = Places(file: written, dropIn: dropIn)
            var named = options
            named.device = sensor.device
            places.absentDevice = ConfigCommand.absentDevice(in: SensorCatalog.survey(named))
            return try report(collector, sensor, to: places)
        }
        var written = Places(file: try openOutput(), dropIn: dropIn)
        guard level || Console.current.hasKeyboard && TerminalScreen.isAvailable else {
            throw ToolError.noTerminal
        }
        let signals = try SignalWatch.openForCommand()
        defer { signals.takeAll() }
        let source = try source(options, stop: signals.descriptor)
        written.isPlayed = source.sensor.isPlayed
        guard !level else {
            return try print(try LevelRun.run(source, until: signals.descriptor), to: written)
        }
        try report(try guide(source, until: signals.descriptor), source.sensor, to: written)
    }

    /// The files that the daemon in question reads: the system's are not a user's own.
    private func ownFiles() throws(ToolError) -> SettingsFiles {
        let files = SettingsFileOption.files(file.config)
        let socket = Console.current.socket(socket)
        if file.config == nil, files.file != DaemonPaths.systemSettings, socket == DaemonPaths.systemSocket,
            access(socket, F_OK) == 0
        {
            throw .othersSettings(path: files.file)
        }
        return files
    }

    /// Where the lines for the settings go, besides being printed.
    private struct Places {
        let file: OutputFile?
        let dropIn: SettingsDropIn?
        /// True where the daemon plays a log, which the settings do not change.
        var isPlayed = false
        /// What to know where the sensor of a log is not here; `nil` where it is, or the lines name none.
        var absentDevice: String?
    }

    /// The file for the lines for the settings, where one is asked for besides what is printed.
    private func openOutput(besides inputs: [CInt] = []) throws(ToolError) -> OutputFile? {
        guard let output, output != "-" else { return nil }
        return try .open(output, besides: inputs, overwrite: force)
    }

    /// The daemon where it runs, else the sensor itself.
    private func source(_ options: SensorOptions, stop: CInt) throws(ToolError) -> any PoseSource {
        if device == nil {
            do throws(ToolError) {
                let path = Console.current.socket(socket)
                return try DaemonPoseSource(path: path, survey: SensorCatalog.survey(options), stop: stop)
            } catch {
                switch error {
                case .client(.noSocket), .client(.notListening):
                    if socket != nil { throw error }
                default: throw error
                }
            }
        }
        var options = options
        if let device { options.device = device }
        return try DevicePoseSource(named: device, options: options)
    }

    /// Shows the screen until every pose was taken; the terminal is as it was when this returns.
    private func guide(_ source: any PoseSource, until stop: CInt) throws(ToolError) -> PoseCollector {
        var loop = CalibrationLoop(
            Pose.sequence(poses), source: source, screen: CalibrationTerminal(try TerminalScreen.open()),
            stop: stop)
        try loop.run()
        return loop.collector
    }

    private func report(_ collector: PoseCollector, _ sensor: SensorKnowledge, to places: Places)
        throws(ToolError)
    {
        if level { return try print(try LevelRun.result(collector, sensor), to: places) }
        guard collector.sequence.next == nil else {
            throw .posesMissing(
                collector.sequence.poses, found: collector.sequence.taken.count,
                why: collector.judgement?.words)
        }
        let result = CalibrationResult(
            collector.sequence.taken, of: sensor, rawSign: rawSign.map { Double($0) },
            gyroscope: collector.gyroscopeFault)
        guard let result else {
            throw .posesMissing(collector.sequence.poses, found: 0, why: "The sensor reads nothing.")
        }
        let width = min(TerminalScreen.widthOfOutput ?? 100, 100)
        try print(
            text: CalibrationText(result: result, width: width).text, json: CalibrationJSON.line(result),
            result.snippet,
            to: places)
        switch result.verdict {
        case .right, .change, .changeSign: return
        case .reversed, .swapped, .mirrored: throw .mirroredPoses
        }
    }

    private func print(_ result: LevelResult, to places: Places) throws(ToolError) {
        try print(text: result.text, json: result.json, result.snippet, to: places)
    }

    private func print(
        text: String, json line: String, _ snippet: SettingsSnippet?, to places: Places
    ) throws(ToolError) {
        let standard = OutputFile.standardOutput()
        standard.buffer.append(text: json ? line : text)
        try standard.flush()
        if let output, let file = places.file {
            if let snippet {
                file.buffer.append(text: snippet.text)
                try file.finish()
                Diagnostics.note("the lines for the settings are in \(output)")
            } else {
                Diagnostics.note("there is nothing to write to \(output)")
            }
        }
        guard let dropIn = places.dropIn, let snippet else { return }
        try put(snippet, into: dropIn)
        if let absent = places.absentDevice { Diagnostics.note(absent) }
        if places.isPlayed {
            Diagnostics.note("what the daemon plays is a log, which keeps the mount matrix of its header")
        }
    }

    /// Puts the lines in force, and says what came of it.
    private func put(_ snippet: SettingsSnippet, into dropIn: SettingsDropIn) throws(ToolError) {
        let completed = dropIn.completed(snippet)
        try dropIn.write(completed)
        Diagnostics.note("the lines are in \(dropIn.path)")
        if completed != snippet {
            Diagnostics.note("accel_scale is there, too, as the calibration before has found it")
        }
        if let rival = dropIn.rival {
            Diagnostics.note(
                "they are not in force, or not all: \(rival.place) sets \(rival.setting.name) over them")
        }
        switch DaemonReload.ask(at: Console.current.socket(socket)) {
        case .told: Diagnostics.note("the daemon reads its settings again")
        case .none: Diagnostics.note("no daemon runs; it reads them when it starts")
        case .failed(let reason, let advice):
            Diagnostics.note("the daemon was not told: \(reason); type: \(advice)")
        }
    }
}
