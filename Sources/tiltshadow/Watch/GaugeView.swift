import TiltClient
import TiltCore

/// The live gauge or graph on a terminal, drawn anew at most 30 times a second.
final class GaugeView: WatchView {
    let refreshInterval: Int64? = 200_000_000

    /// Between two drawings, in nanoseconds.
    private static let drawInterval: Int64 = 33_000_000
    /// Offsets kept to show the way: half a second at 50 Hz.
    private static let trailLength = 25

    private var screen: TerminalScreen
    private let symbols: Gauge.Symbols
    private let isGraph: Bool
    private let keys: [String]
    /// What the graph shows.
    private var history = GraphHistory()
    private var content = Gauge.Content()
    private var statistics = WatchStatistics()
    private var nextDrawing: Int64 = 0
    private var retryAt: Int64?
    private var range = 16.0

    init(
        screen: consuming TerminalScreen, symbols: Gauge.Symbols, isGraph: Bool = false,
        keys: [String] = Gauge.recentring
    ) {
        self.isGraph = isGraph
        self.keys = keys
        self.screen = screen
        self.symbols = symbols
    }

    func show(_ event: ClientEvent, _ statistics: WatchStatistics, now: Int64) {
        self.statistics = statistics
        switch event {
        case .hello(let hello):
            content.trouble = nil
            content.title = hello.server + (hello.sensor.map { " · " + $0.name } ?? "")
            retryAt = nil
        case .sensor(let notice):
            if let sensor = notice.sensor, notice.event == "found" {
                content.title = ProtocolVersion.server + " · " + sensor.name
            }
        case .frame(let frame, _): add(frame, now: now)
        case .refused(let refusal): content.trouble = refusal.message
        case .accepted(_, let ignored, _):
            if !ignored.isEmpty { content.trouble = LineView.warning(of: ignored) }
        case .goodbye, .status, .other: break
        }
    }

    func lost(_ error: ClientError, retryAfter: Int64, now: Int64) {
        retryAt = now + retryAfter
        content.trouble = content.title.isEmpty ? "waiting for the daemon…" : "reconnecting…"
        content.trail.removeAll()
        history.interrupt()
    }

    func leave(on stop: CInt, at end: Int64?) { screen.leave(on: stop, at: end) }

    /// Draws, and only here: behind Ctrl-Z that may take for as long as the shell likes, after which the connection is to be
    /// looked at anew.
    func refresh(_ statistics: WatchStatistics, now: Int64) throws(ToolError) {
        self.statistics = statistics
        try draw(now: now)
    }

    private func add(_ frame: Frame, now: Int64) {
        if let last = content.frame { content.trail.append(last.offset) }
        if content.trail.count > Self.trailLength { content.trail.removeFirst() }
        content.frame = frame
        if isGraph { history.add(frame, now: now) }
        // A gain of one's own may need a larger box; it never shrinks again, which would look like motion.
        let reach = max(frame.offset.x.magnitude, frame.offset.y.magnitude)
        if reach > range { range = (reach / 8).rounded(.up) * 8 }
    }

    private func draw(now: Int64) throws(ToolError) {
        guard now >= nextDrawing else { return }
        nextDrawing = now + Self.drawInterval
        content.rate = retryAt == nil ? statistics.rate : nil
        content.age = content.frame.map { Timestamp(nanoseconds: now).seconds(since: $0.time) }
        content.dropped = statistics.dropped
        content.largestStep = statistics.largestStep
        let size = screen.size
        let gauge = Gauge(width: size.columns, height: size.rows, range: range, symbols: symbols, keys: keys)
        guard isGraph else { return try screen.draw(gauge.lines(content)) }
        let silence = history.silence(at: now)
        try screen.draw(Graph(gauge: gauge).lines(content, history.points, silence: silence))
    }
}
