import TiltCore
import TiltImport

/// Writes the rest of a log in another format.
enum Conversion {
    /// Writes `first` and what follows it in `input`.
    static func run(
        _ input: LogInput, from first: Reading, _ export: any LogExport, _ output: OutputFile
    ) throws(ToolError) {
        var progress = ProgressLine()
        defer { progress.clear() }
        export.begin(&output.buffer)
        var reading: Reading? = first
        while let row = reading {
            export.append(row, to: &output.buffer)
            try output.flushIfLarge()
            progress.update { input.progress }
            reading = try input.next()
        }
        export.finish(dropped: input.dropped, &output.buffer)
        try output.finish()
    }
}
