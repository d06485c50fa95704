import ArgumentParser
import TiltCore
import TiltImport

/// `tiltshadow convert`: a recording of another program, as a log of this one, and back.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a recording of another program, or into its format.",
        discussion: """
            Reads, told by content: .tiltlog, neutral CSV, evemu 1.0 to 1.3, `libinput record`, what umockdev-record \
            writes with --evemu-events or --script beside its .ioctl file, what evtest prints, Sensor Logger (a folder, \
            a zip, or a CSV beside the others), phyphox (likewise; all its delimiters), Physics Toolbox, AndroSensor, \
            EuRoC and TUM-VI imu.csv, TUM RGB-D accelerometer.txt; each also packed by gzip or zstd. Any other table is \
            read by the names of its columns and by its numbers, where these tell an acceleration with gravity; \
            --columns tells them of one that does not. Writes .tiltlog, evemu or neutral CSV, by the ending of the name or --to, and \
            says what that format has no place for.

            Signs and units that a recording leaves open are guessed; each guess is said, with its reason and the option \
            that overrules it, and what of a header is not read. So is what the readings themselves speak against: a length \
            that is not gravity's, an axis that never changes, readings that pile up at the end of a range, rates that turn \
            gravity another way, times that are too far apart. Of dates that do not begin with the year only the days \
            between them are read, and it is said where these cannot be told.

            EXAMPLES:
              tiltshadow convert 2026-03-01_walk.zip walk.tiltlog
              tiltshadow convert touch.yml --device 'Accel' pad.tiltlog
              tiltshadow convert desk.tiltlog desk.evemu    then: evemu-device desk.evemu
              tiltshadow convert mav0/imu0/data.csv - --to csv | head
              tiltshadow convert watch.csv w.tiltlog --columns t,-,ax,ay,az --unit g --time-unit ms
            """)

    @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "in"), completion: .file())
    var log: String

    @Argument(
        help: ArgumentHelp("The file to write; - is standard output.", valueName: "out"), completion: .file())
    var result: String

    @Option(
        help: "The format to write. (default: what the name of the file to write ends with, else tiltlog)")
    var to: ExportFormat?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup var options: ImportOptionGroup

    func validate() throws(ValidationError) {
        try PackedName.refuse(result, "tiltshadow convert IN - --to FORMAT")
    }

    mutating func run() throws(ToolError) {
        let input = try LogInput(log, options.options)
        let first = try input.first()
        let output = try OutputFile.open(result, besides: input.descriptors, overwrite: force)
        let export = (to ?? ExportFormat(path: result) ?? .tiltlog).writer(for: input.header)
        try Conversion.run(input, from: first, export, output)
        let lost = input.dropped > 0 ? "; \(input.dropped) readings were lost while it was recorded" : ""
        Diagnostics.note("\(input.rows) rows of \(input.header.sensor.name)\(lost)")
        for loss in input.losses + export.losses { Diagnostics.note("not kept: \(loss)") }
    }
}
