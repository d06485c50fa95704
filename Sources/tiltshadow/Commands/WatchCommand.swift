import ArgumentParser
import CLinux
import TiltClient
import TiltCore

/// `tiltshadow watch`: what the daemon publishes, as it comes.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show the offsets the daemon publishes, live.",
        discussion: """
            On a terminal: a gauge with the offset as a dot in a box. Anywhere else: a line a frame. A restart of the \
            daemon is survived; with --count, which scripts wait for, only where --wait is given, too. The socket is the one given, else \
            TILTSHADOW_SOCKET, else $XDG_RUNTIME_DIR/tiltshadow/tiltshadow.sock or $XDG_RUNTIME_DIR/tiltshadow.sock where \
            there is one, else /run/tiltshadow/tiltshadow.sock.

            EXAMPLES:
              tiltshadow watch
              tiltshadow watch --graph
              tiltshadow watch --mapping projection --gain 20
              tiltshadow watch --json --count 100 > frames.json
              tiltshadow watch --seconds 10 | tail -1

            EXIT STATUS:
              0 ended by a limit, q, Ctrl-C or SIGTERM, 1 failed, or with --count and without --wait the daemon went too \
            early, 2 wrong use, 69 no daemon, not a word of one in --seconds, or fewer frames than --count when the time was \
            over or a signal came
            """)

    @Flag(help: "Print every frame as a line of JSON.")
    var json = false

    @Flag(help: "On a terminal, draw the last ten seconds of x and y instead of the gauge.")
    var graph = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("End after this many frames.", valueName: "n"))
    var count: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("End after this many seconds.", valueName: "s"))
    var seconds: Double?

    @Flag(help: "Wait for the daemon where there is none yet.")
    var wait = false

    @OptionGroup(title: "What to ask for")
    var subscription: SubscriptionOptions

    func validate() throws(ValidationError) {
        try Self.checkSocket(socket)
        if json, graph { throw ValidationError("give --json or --graph, not both") }
        if let count, count < 1 { throw ValidationError("--count \(count): expected 1 or more") }
        if let seconds { try Self.checkSeconds(seconds) }
    }

    /// The longest time that may be asked for, in seconds: some 32 years.
    private static let mostSeconds = 1e9

    static func checkSeconds(_ seconds: Double, option: String = "--seconds") throws(ValidationError) {
        guard !(seconds > 0 && seconds <= mostSeconds) else { return }
        throw ValidationError(
            "\(option) \(seconds.shortText): expected a number greater than 0, at most \(mostSeconds.shortText)"
        )
    }

    /// A socket is named by something, as the daemon wants it, too.
    static func checkSocket(_ path: String?) throws(ValidationError) {
        if path == "" { throw ValidationError("--socket needs a value") }
    }

    mutating func run() throws(ToolError) {
        let connection = ReconnectingConnection(
            to: Console.current.finder(of: socket), options: subscription.change,
            patience: wait ? .always : count == nil ? .failAtFirst : .never)
        let limits = WatchLoop.Limits(frames: count, seconds: seconds)
        guard !json, TerminalScreen.isAvailable else {
            if graph { Diagnostics.note("--graph needs a terminal that can place its cursor: lines instead") }
            let view = LineView(output: .standardOutput(), isJSON: json)
            var loop = WatchLoop(connection: connection, view: view, limits: limits, readsKeys: false)
            return try loop.run()
        }
        let hasKeyboard = Console.current.hasKeyboard
        let view = GaugeView(
            screen: try TerminalScreen.open(), symbols: TerminalScreen.symbols, isGraph: graph,
            keys: hasKeyboard ? Gauge.recentring : [])
        var loop = WatchLoop(connection: connection, view: view, limits: limits, readsKeys: hasKeyboard)
        try loop.run()
    }
}
