public import ArgumentParser
import CLinux
import LinuxSystem
import TiltClient
public import TiltCore

extension ShadowMapping: ExpressibleByArgument {
    /// The mapping of this name, or of one that it had, with a note.
    public init?(argument: String) {
        var change = SubscriptionChange()
        guard let option = SubscribeOption.named("mapping"),
            (try? change.set(option, to: argument)) != nil, let mapping = change.mapping
        else { return nil }
        if let warning = option.warning(of: argument, option: "--mapping") { Diagnostics.note(warning) }
        self = mapping
    }
}

/// `tiltshadow demo`: the real daemon and a real socket, without a sensor.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "See it work: no sensor, no daemon and no privileges needed.",
        discussion: """
            Starts tiltshadowd on a log that comes with this program and watches it. The motion is simulated: a hand \
            raises a device from a table, rocks it through the vertical, leans it and lays it down, in eight seconds. \
            Passing the vertical is where the usual mapping makes the shadow jump; --mapping euler shows that.

            EXAMPLES:
              tiltshadow demo
              tiltshadow demo --mapping euler
              tiltshadow demo --seconds 8 | cat
              tiltshadow demo --socket /tmp/tilt.sock   for a program of your own to draw by
            """)

    @Option(help: "The function from tilt to offset; euler is the one that jumps at the vertical.")
    var mapping = ShadowMapping.tilt

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End after this many seconds. (default: never on a terminal or with --socket, else 5)",
            valueName: "s"))
    var seconds: Double?

    @Option(
        help: ArgumentHelp(
            "The socket to serve at meanwhile, for programs of your own. (default: one that nobody knows)",
            valueName: "path"),
        completion: .file())
    var socket: String?

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        if let seconds { try WatchCommand.checkSeconds(seconds) }
    }

    mutating func run() throws(ToolError) {
        // Until the daemon and its files are gone, no signal may end us.
        let signals = try SignalWatch.openForCommand()
        defer { signals.takeAll() }
        try play(until: signals.descriptor)
    }

    private func play(until stop: CInt) throws(ToolError) {
        var daemon = try DemoDaemon.start(on: socket)
        try daemon.waitUntilReady()
        let isLive = TerminalScreen.isAvailable
        let statistics = try watch(daemon, isLive: isLive)
        let output = OutputFile.standardOutput()
        output.leave(on: stop)
        output.buffer.append(text: closingLine(statistics) + "\n")
        try output.flush()
    }

    /// Watches until the end; the screen is back as it was when this returns.
    private func watch(_ daemon: borrowing DemoDaemon, isLive: Bool) throws(ToolError) -> WatchStatistics {
        var change = SubscriptionChange()
        change.mapping = mapping
        let connection = ReconnectingConnection(
            to: { [path = daemon.socket] in path }, options: change, patience: .never)
        let hasKeyboard = Console.current.hasKeyboard
        let view: any WatchView
        if isLive {
            view = GaugeView(
                screen: try TerminalScreen.open(), symbols: TerminalScreen.symbols,
                keys: hasKeyboard ? [" q ends"] : [])
        } else {
            view = LineView(output: .standardOutput(), isJSON: false, spacing: 100_000_000)
        }
        var loop = WatchLoop(
            connection: connection, view: view,
            limits: WatchLoop.Limits(seconds: seconds ?? (isLive || socket != nil ? nil : 5)),
            readsKeys: isLive && hasKeyboard)
        do throws(ToolError) { try loop.run() } catch {
            guard case .client = error, daemon.hasEnded else { throw error }
            throw daemon.end
        }
        return loop.statistics
    }

    private func closingLine(_ statistics: WatchStatistics) -> String {
        let step = FrameLine.number(statistics.largestStep, decimals: 2, signed: false)
        let result =
            "largest step between two of \(statistics.frames) frames: \(step) points (\(mapping.rawValue))"
        return mapping == .euler ? result : result + "; compare `tiltshadow demo --mapping euler`"
    }
}
