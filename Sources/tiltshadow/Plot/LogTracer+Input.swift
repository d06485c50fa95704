import TiltCore
import TiltImport

extension LogTracer {
    /// The traces of all that is left in `input`; warns of what is wrong with the sensor.
    ///
    /// - Throws: what ``LogInput/first()`` does where there is no reading at all.
    static func traces(
        of input: LogInput, _ settings: Settings
    ) throws(ToolError) -> LogTraces {
        let first = try input.first()
        var progress = ProgressLine()
        defer { progress.clear() }
        var doubts = SensorDoubts(name: input.name)
        var tracer = LogTracer(input.header.sensor, settings)
        var reading: Reading? = first
        while let row = reading {
            tracer.take(row, dropped: input.dropped)
            doubts.follow(tracer.faults, at: row.time)
            progress.update { input.progress }
            reading = try input.next()
        }
        tracer.finish()
        doubts.finish(tracer.faults)
        return tracer.traces
    }
}
