import TiltCore

/// A .tiltlog or neutral CSV.
final class NativeReader: LineReader {
    /// Used by nobody else meanwhile, so that no row need wait for a check of that.
    @exclusivity(unchecked) private var reader = LogReader()
    /// m/s² per count that the caller knows better; `nil` takes the log's own.
    private let accelScale: Double?

    /// What was taken for granted before the first line.
    private let guesses: [String]
    private var notes = NativeHeader()
    private var decimals = LastDecimals()
    /// What is wrong with the end of the log.
    private var endDoubts: [String] = []

    init(_ options: ImportOptions, doubts: [String]) {
        accelScale = options.accelScale
        guesses = doubts
    }

    var doubts: [String] { guesses + endDoubts }
    var losses: [String] { notes.losses }

    var header: LogHeader? {
        guard let accelScale, var header = reader.header else { return reader.header }
        header.sensor.calibration.accelerometer.scale = Reading.Counts(
            x: accelScale, y: accelScale, z: accelScale)
        return header
    }
    private(set) var dropped = 0
    var acceptsUnfinishedLine: Bool { reader.acceptsUnfinishedLine }
    var checksRows: Bool { true }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        guard line.count < ProtocolVersion.longestLine else {
            throw .log(.lineTooLong(line: number, limit: ProtocolVersion.longestLine))
        }
        if line.first == UInt8(ascii: "#") {
            if reader.header == nil {
                notes.take(line)
            } else if reader.rows > 0, !reader.hasEnded {
                readEnd(line, number)
            }
        }
        let hadEnded = reader.hasEnded
        do throws(LogError) {
            let reading = try reader.read(line, number: number)
            if !hadEnded, reader.hasEnded { doubtEnd(line, number) }
            if reading != nil, reader.acceptsUnfinishedLine { decimals.take(line) }
            return reading
        } catch {
            throw Self.otherUnit(error) ?? .log(error)
        }
    }

    func endsUnfinished(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
        guard let text = decimals.cutNumber(line) else { return }
        endDoubts.append(
            "line \(number), the last one, has no end: its last number, \(text.quoted), may be cut off")
    }

    /// What is wrong with a time that is one in another unit than seconds; `nil` of anything else.
    private static func otherUnit(_ error: LogError) -> ImportError? {
        guard case .notANumber(let line, "t", var got) = error,
            let unit = got.withUTF8({ TimeUnit(tooLargeForSeconds: $0) })
        else { return nil }
        return .field(line: line, column: 1, got: got, expected: unit.insteadOfSeconds + " for t")
    }

    func finish(rows: Int) throws(ImportError) {
        do throws(LogError) { try reader.finish() } catch { throw .log(error) }
    }

    /// Says of the line that ended the log where that is no end of its own.
    private func doubtEnd(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) {
        guard reader.rows > 0, !line.starts(with: "#end".utf8) else { return }
        endDoubts.append(
            "line \(number): another log has begun; " + LogError.cutOff(rows: reader.rows).description)
    }

    /// Reads `#end samples=… dropped=…` of a .tiltlog; older ones may do without the latter.
    private func readEnd(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) {
        guard !reader.acceptsUnfinishedLine else { return }
        let text = String(decoding: line.prefix(256), as: UTF8.self)
        let words = text.split(separator: " ").map { String($0).trimmingSpaces }
        guard words.first == "#end" else { return }
        let samples = Self.count("samples=", in: words)
        let lost = Self.count("dropped=", in: words)
        dropped = (lost ?? 0) ?? 0
        guard samples == nil || samples == .some(nil) || lost == .some(nil) else { return }
        endDoubts.append(
            "line \(number): \(text.quoted) is no end that can be read, expected #end samples=N dropped=N")
    }

    /// What stands behind a key; `.some(nil)` where that is no number of rows, `nil` where the key is not there.
    private static func count(_ key: String, in words: [String]) -> Int?? {
        guard let word = words.first(where: { $0.hasPrefix(key) }) else { return nil }
        let number = DecimalParser.integer(String(word.dropFirst(key.count)))
        return .some(number.flatMap { $0 < 0 ? nil : Int(exactly: $0) })
    }
}
