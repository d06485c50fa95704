import ArgumentParser
import TiltCore

/// `tiltshadow replay`: frames from a log, the same ones every time.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Make frames from a recorded log.",
        discussion: """
            Reads a .tiltlog, CSV with the header t,ax,ay,az[,gx,gy,gz] in s, m/s² and rad/s, and every format that \
            `tiltshadow convert --help` lists. The log's own clock drives everything, so the same log gives the same \
            frames, byte for byte, as fast as this machine goes. JSON frames are those of the daemon with the same \
            settings; CSV is to measure by, with nine significant digits and every frame, and its state is 0 for none, 1 \
            for stale and 2 for tracking. A row that makes no sense is left out with a warning.

            EXAMPLES:
              tiltshadow replay desk.tiltlog --socket /tmp/tilt.sock --loop
              tiltshadow replay desk.tiltlog                  frames as JSON
              tiltshadow replay desk.tiltlog --mapping euler   the jump that is cured
              tiltshadow replay desk.tiltlog --config /etc/tiltshadow/tiltshadow.conf --set shadow.gain=20
              tiltshadow replay desk.tiltlog --frames f.csv
              tiltshadow replay phone-export.zip --format csv | head
            """)

    @Argument(help: ArgumentHelp("The log; - is standard input.", valueName: "file"), completion: .file())
    var log: String

    @Option(
        help: ArgumentHelp("Where frames go; - is standard output. (default: -)", valueName: "file"),
        completion: .file())
    var frames: String?

    @Option(help: "How frames are written. (default: csv for a file that ends with .csv, else json)")
    var format: FrameFormat?

    @Flag(help: "Replace a file that is there.")
    var force = false

    @Flag(help: "Take as long as the recording took.")
    var realtime = false

    @Option(
        help: ArgumentHelp(
            "Serve frames to subscribers at this socket, at the recording's pace, until Ctrl-C.",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Flag(help: "Play the log again and again; goes with --socket.")
    var loop = false

    @OptionGroup(title: "Options for recordings of others")
    var options: ImportOptionGroup

    @OptionGroup(title: "Engine options")
    var engine: EngineOptions

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        if let frames { try PackedName.refuse(frames, "tiltshadow replay LOG --format FORMAT") }
        if socket == nil, loop { throw ValidationError("--loop goes with --socket") }
        if socket != nil, frames != nil { throw ValidationError("give --frames or --socket, not both") }
        if socket != nil, format == .csv {
            throw ValidationError("--format csv goes with --frames: subscribers have JSON")
        }
    }

    mutating func run() throws(ToolError) {
        if let socket {
            return try ReplayServer.run(
                log: log, options.options, socket: socket, isRepeated: loop, settings: engine.settings())
        }
        try writeFrames()
    }

    private func writeFrames() throws(ToolError) {
        let settings = try engine.settings()
        let input = try LogInput(log, options.options)
        let path = frames ?? "-"
        let format = self.format ?? FrameFormat(ofFile: path)
        let output =
            realtime
            ? try OutputFile.openLive(path, besides: input.descriptors, overwrite: force)
            : try OutputFile.open(path, besides: input.descriptors, overwrite: force)
        var playback = LogPlayback(
            name: input.name, settings, settings.subscription(for: format), format.grain)
        var sink = FrameSink(output: output, format: format, isPaced: realtime)
        try playback.play(input) { sink.take($0) }
        try sink.finish()
    }
}
