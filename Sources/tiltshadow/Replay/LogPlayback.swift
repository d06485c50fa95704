import TiltCore

/// Plays a log into frames: bytes in, frames out, with one row in memory at a time.
struct LogPlayback {
    /// How many rows in a row may go back in time before the log is given up, not a clock that was once set.
    static let mostBackwardRows = 100
    /// A first line longer than this is no log, in bytes; nobody waits for its end.
    private static let longestFirstLine = 64 * 1024

    /// What the frames are made with.
    let parameters: TiltEngine.Parameters
    let subscription: Subscription
    /// What the log is called in messages.
    let name: String

    private var lines = LineSplitter()
    private var reader = LogReader()
    private var replay: Replay?
    private var complaints: LogComplaints
    private var doubts: SensorDoubts
    private var backwardRows = 0
    private var bytesRead = 0
    private var beginning: [UInt8] = []

    init(name: String, parameters: TiltEngine.Parameters, subscription: Subscription) {
        self.name = name
        self.parameters = parameters
        self.subscription = subscription
        complaints = LogComplaints(name: name)
        doubts = SensorDoubts(name: name)
    }

    /// Rows used so far.
    var rows: Int { reader.rows }
    /// Frames handed out so far.
    var frames: UInt64 { replay?.frames ?? 0 }

    /// Takes the next bytes; `body` gets the frames and returns false to stop.
    mutating func feed(_ chunk: UnsafeBufferPointer<UInt8>, _ body: (Frame) -> Bool) throws(ToolError) {
        bytesRead += chunk.count
        if beginning.isEmpty { beginning = Array(chunk.prefix(256)) }
        var failure: ToolError?
        var lines = self.lines
        var lineNumber = lines.lineNumber
        lines.feed(chunk) { line in
            lineNumber += 1
            do throws(ToolError) { return try take(line, lineNumber, body) } catch { failure = error }
            return false
        }
        self.lines = lines
        if let failure { throw failure }
        if lineNumber == 0, bytesRead > Self.longestFirstLine {
            throw .log(path: name, .unknownFormat(firstLine: String(decoding: beginning, as: UTF8.self)))
        }
    }

    /// Takes a last line without its end, hands out the frames that are left and says what is missing.
    mutating func finish(_ body: (Frame) -> Bool) throws(ToolError) {
        var failure: ToolError?
        var lines = self.lines
        let lineNumber = lines.lineNumber + 1
        if reader.acceptsUnfinishedLine {
            lines.flush { line in
                do throws(ToolError) { return try take(line, lineNumber, body) } catch { failure = error }
                return false
            }
        }
        if let failure { throw failure }
        replay?.finish { _ = body($0) }
        do throws(LogError) { try reader.finish() } catch { try complain(error) }
        complaints.sum()
    }

    private mutating func take(
        _ line: LineSplitter.Line, _ number: Int, _ body: (Frame) -> Bool
    ) throws(ToolError) -> Bool {
        do throws(LogError) {
            guard case .whole(let bytes) = line else { throw .lineTooLong(line: number, limit: lines.limit) }
            guard let reading = try reader.read(bytes, number: number) else { return true }
            backwardRows = 0
            return play(reading, body)
        } catch {
            try complain(error)
            return true
        }
    }

    private mutating func play(_ reading: Reading, _ body: (Frame) -> Bool) -> Bool {
        if replay == nil {
            let sensor = reader.header?.sensor ?? LogHeader.neutralCSV.sensor
            replay = Replay(engine: parameters, options: subscription, sensor: sensor)
        }
        var goesOn = true
        replay?.feed(reading) { goesOn = body($0) && goesOn }
        if let complaints = replay?.complaints { doubts.follow(complaints, at: reading.time) }
        return goesOn
    }

    private mutating func complain(_ error: LogError) throws(ToolError) {
        guard error.isSkippable else { throw .log(path: name, error) }
        complaints.add(error)
        guard case .timeWentBack(let line, _, _) = error else { return }
        backwardRows += 1
        if backwardRows > Self.mostBackwardRows { throw .unordered(path: name, line: line) }
    }
}
