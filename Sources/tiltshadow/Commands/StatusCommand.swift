import ArgumentParser
import LinuxSystem
import TiltClient
import TiltCore

/// `tiltshadow status`: the daemon's own view of itself.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what the daemon says of itself: sensors, latency, subscribers.",
        discussion: """
            The sensor in use and what its readings say against it, where the time goes from the kernel to the \
            subscribers, who is connected and how far behind, and every sensor that was found with the reason why it \
            is not used. The ring of the kernel is read at the tick, so the newest sample is up to a tick old by \
            design. The socket is found as by `tiltshadow watch`.

            EXAMPLES:
              tiltshadow status
              tiltshadow status --watch
              tiltshadow status --json | tail -1

            EXIT STATUS:
              0 the daemon answers and tracks, 1 failed, 2 wrong use, 3 the daemon has no sensor, 4 its sensor fell \
            silent, 69 no daemon
            """)

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Print the daemon's own lines, one JSON object each; the last one is the summary.")
    var json = false

    @Flag(help: "Show it again each second, until Ctrl-C.")
    var watch = false

    func validate() throws(ValidationError) { try WatchCommand.checkSocket(socket) }

    mutating func run() throws(ToolError) {
        let path = Console.current.socket(socket)
        guard !watch else { return try follow(path) }
        let answer = try StatusQuery(path: path).settledAnswer()
        try Self.write(answer, isJSON: json)
        switch answer.state {
        case .tracking?, nil: return
        case .stale?: throw ToolError.notTracking(.stale)
        case TrackingState.none?: throw ToolError.notTracking(.none)
        }
    }

    private func follow(_ path: String) throws(ToolError) {
        let signals = try SignalWatch.openForCommand()
        defer { signals.takeAll() }
        let view = try Self.view(isJSON: json, until: signals.descriptor)
        try StatusWatch(path: path, view: view).run()
    }

    /// A signal at `stop` ends a wait for room.
    private static func write(
        _ answer: StatusAnswer, isJSON: Bool, separator: String = "", until stop: CInt? = nil
    ) throws(ToolError) {
        let output = OutputFile.standardOutput()
        if let stop { output.leave(on: stop) }
        let report = StatusReport(
            answer: answer, style: .ofStandardOutput, now: MonotonicClock.now(),
            width: TerminalScreen.widthOfOutput)
        let symbols = TerminalScreen.symbols
        let lines = isJSON ? answer.lines : report.lines.map(symbols.spelled)
        for line in lines { output.buffer.append(text: line + "\n") }
        output.buffer.append(text: separator)
        try output.flush()
    }

    /// Shows answers as they come: as a picture on a terminal, one after the other anywhere else.
    private static func view(
        isJSON: Bool, until stop: CInt
    ) throws(ToolError) -> StatusWatch.View {
        guard !isJSON, TerminalScreen.isAvailable else {
            return StatusWatch.View { (result) throws(ToolError) in
                switch result {
                case .success(let answer):
                    try write(answer, isJSON: isJSON, separator: isJSON ? "" : "\n", until: stop)
                case .failure(let error): Diagnostics.note("\(error.description); trying again…")
                }
            }
        }
        let terminal = try TerminalScreen.open()
        terminal.leave(on: stop)
        let hurry = terminal.suspension
        let screen = StatusScreen(terminal)
        return StatusWatch.View(hurry: hurry) { (result) throws(ToolError) in try screen.show(result) }
    }
}
