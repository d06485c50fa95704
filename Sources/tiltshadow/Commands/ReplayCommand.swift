import ArgumentParser
import TiltCore

/// `tiltshadow replay`: frames from a log, the same ones every time.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Make frames from a recorded log.",
        discussion: """
            Reads a .tiltlog, or CSV with the header t,ax,ay,az[,gx,gy,gz] in s, m/s² and rad/s. The log's own \
            clock drives everything, so the same log gives the same frames, byte for byte, as fast as this machine \
            goes. A row that makes no sense is left out with a warning.

            EXAMPLES:
              tiltshadow replay desk.tiltlog                  frames as JSON
              tiltshadow replay desk.tiltlog --mapping seed   the jump that is cured
              tiltshadow replay desk.tiltlog --frames f.csv --format csv
              zcat x.csv.gz | tiltshadow replay - --format csv | head
            """)

    @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "file"), completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp("Where frames go; - is standard output.", valueName: "file"), completion: .file())
    var frames = "-"

    @Option(help: "How frames are written.")
    var format = FrameFormat.json

    @Flag(help: "Take as long as the recording took.")
    var realtime = false

    @OptionGroup(title: "Engine options")
    var engine: EngineOptions

    mutating func run() throws {
        let input = try InputFile(log)
        let output = try OutputFile.open(frames, besides: input.descriptor)
        var playback = LogPlayback(
            name: input.name, parameters: engine.parameters, subscription: engine.subscription(for: format))
        var sink = FrameSink(output: output, format: format, isPaced: realtime)
        var progress = ProgressLine()
        defer { progress.clear() }
        while try input.next({ (chunk) throws(ToolError) in try playback.feed(chunk) { sink.take($0) } }) {
            try sink.check()
            progress.update { Self.progress(input, playback) }
        }
        try playback.finish { sink.take($0) }
        try sink.finish()
    }

    private static func progress(_ input: InputFile, _ playback: LogPlayback) -> String {
        let share = input.size.map { size in "\(100 * input.position / max(1, size)) %, " } ?? ""
        return "\(input.name): \(share)\(playback.rows) rows, \(playback.frames) frames"
    }
}
