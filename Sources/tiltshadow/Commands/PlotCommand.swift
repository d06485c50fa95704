import ArgumentParser
import TiltCore
import TiltImport

/// `tiltshadow plot`: a log as a picture.
struct PlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plot",
        abstract: "Draw a log: what the sensor said, and what became of it.",
        discussion: """
            Acceleration, up, pitch and roll, and the offset over the same axis of time, with the euler mapping in grey \
            beside the one asked for: the jump that is cured. Gaps, stale frames and clipped or rejected readings are \
            marked. Reads what `tiltshadow replay` reads. Writes SVG, light or dark as its viewer prefers, or PNG, by \
            rsvg-convert or inkscape.

            EXAMPLES:
              tiltshadow plot desk.tiltlog                      writes desk.svg beside it
              tiltshadow plot phone-export.zip -o walk.png --theme dark
              tiltshadow record --seconds 10 - | tiltshadow plot - > now.svg
              tiltshadow plot desk.tiltlog --mapping projection --estimator low-pass --force
            """)

    @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "file"), completion: .file())
    var log: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            """
            The picture to write, .svg or .png; - is standard output, as SVG. (default: the log's name with .svg, or - \
            for standard input and for a pipe)
            """, valueName: "file"),
        completion: .file(extensions: ["svg", "png"]))
    var output: String?

    @Option(help: "The colours; auto is the viewer's choice in SVG, and light in PNG.")
    var theme = PlotTheme.auto

    @Flag(help: "Add a panel of how much each step of the offset differs from the last: judder, to an eye.")
    var judder = false

    @Flag(help: "Replace a file that is there.")
    var force = false

    @OptionGroup(title: "Options for recordings of others")
    var options: ImportOptionGroup

    @OptionGroup(title: "Engine options")
    var engine: EngineOptions

    func validate() throws(ValidationError) {
        if let output, PlotFormat(path: output) == nil {
            throw ValidationError("--output \"\(output)\": expected a name that ends with .svg or .png")
        }
    }

    mutating func run() throws(ToolError) {
        let path = output ?? PlotFormat.path(beside: log)
        let isPNG = PlotFormat(path: path) == .png
        let renderer = isPNG ? try PictureRenderer.find() : nil
        let settings = try engine.settings()
        let input = try LogInput(log, options.options)
        let file = try OutputFile.open(path, besides: input.descriptors, overwrite: force)
        let traces = try LogTracer.traces(of: input, settings)
        let heading = PlotHeading(
            sensor: input.header.sensor.name, name: input.name, traces: traces,
            mapping: settings.shadow.mapping.rawValue, rateHz: settings.shadow.rateHz, dropped: input.dropped)
        let document = PlotDocument(
            heading: heading, traces: traces, mapping: settings.shadow.mapping.rawValue,
            theme: isPNG && theme == .auto ? .light : theme, showsJudder: judder)
        let picture = try renderer?.png(of: document.svg) ?? document.svg
        file.buffer.append(picture)
        try file.finish()
        if path != "-" { Diagnostics.note("\(path) written: \(heading.source)") }
    }
}
