import TiltCore
import TiltImport

/// Writes the rest of a log in another format.
enum Conversion {
    /// Writes `first` and what follows it in `input`; warns of what is wrong with the sensor, unless somebody else will.
    static func run(
        _ input: LogInput, from first: Reading, _ export: any LogExport, _ output: OutputFile,
        judgesSensor: Bool = true
    ) throws(ToolError) {
        var inspector = SensorInspector(input.header.sensor)
        var doubts = SensorDoubts(name: input.name)
        var progress = ProgressLine()
        defer { progress.clear() }
        export.begin(&output.buffer)
        var reading: Reading? = first
        while let row = reading {
            export.append(row, to: &output.buffer)
            if judgesSensor {
                _ = inspector.sample(from: row)
                doubts.follow(inspector.faults, at: row.time)
            }
            try output.flushIfLarge()
            progress.update { input.progress }
            reading = try input.next()
            if judgesSensor, reading == nil {
                inspector.finish(at: row.time)
                doubts.finish(inspector.faults)
            }
        }
        export.finish(dropped: input.dropped, &output.buffer)
        if let lack = export.lack { throw .lacking(path: input.name, lack) }
        try output.finish()
    }
}
