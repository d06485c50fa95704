import TiltCore

/// A .tiltlog or neutral CSV.
final class NativeReader: LineReader {
    /// Used by nobody else meanwhile, so that no row need wait for a check of that.
    @exclusivity(unchecked) private var reader = LogReader()
    /// m/s² per count that the caller knows better; `nil` takes the log's own.
    private let accelScale: Double?

    let doubts: [String]

    init(_ options: ImportOptions, doubts: [String]) {
        accelScale = options.accelScale
        self.doubts = doubts
    }

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
        if line.first == UInt8(ascii: "#"), reader.rows > 0 { readEnd(line) }
        do throws(LogError) { return try reader.read(line, number: number) } catch {
            throw Self.otherUnit(error) ?? .log(error)
        }
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

    /// Reads `#end samples=… dropped=…`.
    private func readEnd(_ line: UnsafeBufferPointer<UInt8>) {
        let words = String(decoding: line.prefix(256), as: UTF8.self).split(separator: " ")
        guard words.first == "#end", let word = words.first(where: { $0.hasPrefix("dropped=") }) else {
            return
        }
        dropped = DecimalParser.integer(String(word.dropFirst(8))).map { Int(clamping: $0) } ?? 0
    }
}
