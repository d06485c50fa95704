import TiltClient
import TiltCore

/// One line a frame, for pipes and files: compact for people, or JSON for programs.
final class LineView: WatchView {
    let refreshInterval: Int64? = nil

    private let output: OutputFile
    private let isJSON: Bool
    /// At least so far apart, in nanoseconds of the frames' clock; 0 shows every frame.
    private let spacing: Int64
    private var start: Timestamp?
    private var last: Timestamp?
    private var hasSaidLost = false
    private var hasBeenConnected = false

    init(output: OutputFile, isJSON: Bool, spacing: Int64 = 0) {
        self.output = output
        self.isJSON = isJSON
        self.spacing = spacing
    }

    func show(_ event: ClientEvent, _ statistics: WatchStatistics, now: Int64) throws(ToolError) {
        switch event {
        case .hello(let hello):
            if hasSaidLost {
                Diagnostics.note("connected \(hasBeenConnected ? "again " : "")to \(hello.server)")
            }
            (hasSaidLost, hasBeenConnected) = (false, true)
        case .frame(let frame, let dropped): try write(frame, dropped)
        case .refused(let refusal): Diagnostics.warn(refusal.message)
        case .accepted(_, let ignored, _):
            if !ignored.isEmpty { Diagnostics.warn(Self.warning(of: ignored)) }
        case .sensor, .goodbye, .status, .other: break
        }
    }

    /// What is said of options that an older daemon does not know.
    static func warning(of ignored: [String]) -> String {
        "the daemon ignores \(ignored.joined(separator: ", ")): it is of another version than this program"
    }

    func lost(_ error: ClientError, retryAfter: Int64, now: Int64) {
        guard !hasSaidLost else { return }
        hasSaidLost = true
        Diagnostics.note("\(error.description); \(hasBeenConnected ? "reconnecting" : "waiting for it")…")
    }

    func leave(on stop: CInt, at end: Int64?) { output.leave(on: stop, at: end) }

    func refresh(_ statistics: WatchStatistics, now: Int64) {}

    private func write(_ frame: Frame, _ dropped: UInt64) throws(ToolError) {
        if let last, frame.time > last, frame.time < last.advanced(by: spacing) { return }
        last = frame.time
        if isJSON {
            FrameEncoder.appendJSON(frame, dropped: dropped, to: &output.buffer)
        } else {
            let start = self.start ?? frame.time
            self.start = start
            let line = FrameLine.text(frame, since: start, dropped: dropped)
            output.buffer.append(text: TerminalScreen.symbols.spelled(line) + "\n")
        }
        try output.flush()
    }
}
