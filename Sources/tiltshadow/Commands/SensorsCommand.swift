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
            where none can be used, and with 1 where --check waited for a second or more and the sensor sent nothing, though it \
            should at rest, too. With --json --check adds a line of its own, in which short is true where nothing speaks \
            against the sensor, but too little was read for that to mean anything.

            EXAMPLES:
              tiltshadow sensors
              tiltshadow sensors --json
              tiltshadow sensors --check 20    turn the device about meanwhile
              tiltshadow sensors --explain-matrix
              sudo tiltshadow sensors          where permissions are the question
            """)

    @Flag(help: "Print one line of JSON.")
    var json = false

    @Flag(help: "Print the ids alone, a line each.")
    var ids = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Read the chosen one for this many seconds and tell what its readings say against it: garbage, clipping, "
                + "the length of gravity, rates that disagree with it.", valueName: "s"))
    var check: Double?

    @Flag(
        help:
            "Say which way each axis of the sensors points, where their mount matrices came from, and what is wrong."
    )
    var explainMatrix = false

    @Argument(
        help: ArgumentHelp("Only the sensor with this id, name or node.", valueName: "sensor"),
        completion: .sensorIDs)
    var sensor: String?

    @OptionGroup var file: SettingsFileOption

    func validate() throws(ValidationError) {
        if let check { try WatchCommand.checkSeconds(check, option: "--check") }
        if ids, json || explainMatrix || check != nil {
            throw ValidationError("give --ids without --json, --check and --explain-matrix")
        }
        if check != nil, explainMatrix { throw ValidationError("give --check or --explain-matrix, not both") }
    }

    mutating func run() throws(ToolError) {
        let options = try file.settings().sensorOptions
        let survey = SensorCatalog.survey(options)
        let found = survey.candidates()
        let candidates = found.filter { candidate in
            sensor.map { [candidate.id, candidate.name, candidate.device].contains($0) } ?? true
        }
        if let sensor, candidates.isEmpty {
            throw ToolError.unknownSensor(sensor, known: found.map { $0.id })
        }
        if let wrong = survey.namesNothing(of: found) { Diagnostics.warn(wrong) }
        let output = OutputFile.standardOutput()
        if ids {
            for candidate in candidates { output.buffer.append(text: candidate.id.onOneLine() + "\n") }
        } else if explainMatrix {
            let entries = MatrixReport.entries(candidates, in: survey)
            output.buffer.append(text: json ? MatrixReport.json(entries) : MatrixReport.text(entries))
        } else {
            let best = SensorReport.best(of: found)
            output.buffer.append(
                text: json
                    ? SensorReport.json(candidates, chosen: best)
                    : SensorReport.text(candidates, chosen: best))
        }
        try output.flush()
        guard candidates.contains(where: { $0.rank != nil }) else {
            throw ToolError.noSensor(found: candidates.count)
        }
        guard let check else { return }
        var probation = SensorProbation(try SensorChoice.open(SensorCatalog(options: options), named: sensor))
        try probation.run(seconds: check)
        output.buffer.append(text: json ? probation.json : probation.text)
        try output.flush()
        if probation.isSilent { throw ToolError.ended(status: 1) }
    }
}

extension CompletionKind {
    /// The ids of this machine's sensors.
    static var sensorIDs: CompletionKind { .shellCommand("tiltshadow sensors --ids 2>/dev/null") }
}
