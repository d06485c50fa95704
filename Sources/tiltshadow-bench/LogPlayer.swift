import TiltCore

/// Lines of a log in, CSV frames out.
struct LogPlayer {
    /// The frames so far; whoever takes them clears it.
    var output = ByteBuffer(capacity: 1 << 17)
    /// The error that ended the log, or the last one that was passed over.
    private(set) var error: LogError?

    private let subscription: Subscription
    private var reader = LogReader()
    private var replay: Replay?
    private var lineNumber = 0

    /// Creates a player whose frames are made with `subscription`.
    init(_ subscription: Subscription) {
        self.subscription = subscription
        output.append(text: FrameEncoder.csvHeader)
    }

    /// True where a last line without its LF is a whole one.
    var acceptsUnfinishedLine: Bool { reader.acceptsUnfinishedLine }

    /// Takes the next line; false where the log makes no sense from here on.
    mutating func take(_ line: LineSplitter.Line) -> Bool {
        lineNumber += 1
        do throws(LogError) {
            guard case .whole(let bytes) = line else { throw .lineTooLong(line: lineNumber, limit: 4096) }
            if let reading = try reader.read(bytes, number: lineNumber) { play(reading) }
            return true
        } catch {
            self.error = error
            return error.isSkippable
        }
    }

    /// Takes the end of the log.
    mutating func finish() {
        do throws(LogError) { try reader.finish() } catch { self.error = error }
        replay?.finish { FrameEncoder.appendCSV($0, to: &output) }
    }

    private mutating func play(_ reading: Reading) {
        if replay == nil, let header = reader.header {
            replay = Replay(options: subscription, sensor: header.sensor)
        }
        replay?.feed(reading) { FrameEncoder.appendCSV($0, to: &output) }
    }
}
