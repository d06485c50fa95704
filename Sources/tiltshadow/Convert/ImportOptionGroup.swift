import ArgumentParser
import TiltCore
import TiltImport

extension Platform: ExpressibleByArgument {}
extension AccelerationUnit: ExpressibleByArgument {}
extension RateUnit: ExpressibleByArgument {}
extension TimeUnit: ExpressibleByArgument {}

/// What a person may know better than a recording.
struct ImportOptionGroup: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name or node of the device to take. (default: the first accelerometer)", valueName: "name"))
    var device: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "m/s² per count of a recorded device, or per number of a table, in the place of what it tells.",
            valueName: "scale"))
    var accelScale: Double?

    @Option(
        help: """
            The system of the phone, whose signs its export has. (default: as its Metadata.csv says, else as its time \
            stamps and units look, and said)
            """)
    var platform: Platform?

    @Option(
        // A list may begin with a dash.
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            What the columns of a table are, with or without a header, in their order: t,ax,ay,az, perhaps gx,gy,gz, and \
            - for any other. (default: as the header says)
            """, valueName: "names"))
    var columns: String?

    @Option(help: "The unit of a table's acceleration. (default: as the format has it, else m/s2)")
    var unit: AccelerationUnit?

    @Option(
        help: """
            The unit of a table's rates. (default: as the format has it, else as gravity turns by them, by all of a file or \
            the first 64 KiB of a pipe, else rad/s)
            """)
    var rateUnit: RateUnit?

    @Option(help: "The unit of a table's times. (default: as the format has it, else s)")
    var timeUnit: TimeUnit?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Rows of a table a second, in the place of its times.", valueName: "hz"))
    var sampleRate: Double?

    func validate() throws(ValidationError) {
        if let accelScale, !(accelScale.isFinite && accelScale > 0) {
            throw ValidationError("--accel-scale \(accelScale.shortText): expected a number above 0")
        }
        if let sampleRate { try OptionRange.check("--sample-rate", sampleRate, 0.1...1e5) }
        if accelScale != nil, unit != nil {
            throw ValidationError("--unit and --accel-scale say the same: give one of them")
        }
        guard let columns else { return }
        do throws(ColumnList.Failure) { _ = try ColumnList(parsing: columns) } catch {
            throw ValidationError("--columns \"\(columns)\": \(error)")
        }
    }

    /// The options as the importer takes them.
    var options: ImportOptions {
        var options = ImportOptions(device: device, accelScale: accelScale)
        options.platform = platform
        do throws(ColumnList.Failure) { options.columns = try columns.map(ColumnList.init) } catch {
            // Validated above.
            options.columns = nil
        }
        options.accelerationUnit = unit
        options.rateUnit = rateUnit
        options.timeUnit = timeUnit
        options.sampleRate = sampleRate
        return options
    }
}
