import TiltCore

/// The readings of one file: its lines, read by one format and checked as rows of a log are.
final class FileReadings: ReadingSource {
    private let lines: LineSource
    private let reader: any LineReader
    /// Kept beside the header, whose texts are not to be copied for every row.
    private var calibration: Calibration?
    private var last: Reading?
    private var rows = 0
    private var isFinished = false
    /// What was wrong with packed bytes of which rows were read.
    private var damage: String?

    init(_ source: any ByteSource, _ reader: any LineReader) {
        lines = LineSource(source)
        self.reader = reader
    }

    var header: LogHeader? { reader.header }
    var dropped: Int { reader.dropped }
    var losses: [String] { reader.losses }
    var doubts: [String] {
        reader.doubts
            + (damage.map {
                ["\($0): of its \(rows) rows that were read some may be wrong, and others may be missing"]
            } ?? [])
    }

    func next() throws(ImportError) -> Reading? {
        while !isFinished, let line = try nextLine() {
            if lines.isUnfinished, !reader.acceptsUnfinishedLine { break }
            guard let reading = try read(line) else { continue }
            if !reader.checksRows { try check(reading) }
            rows += 1
            lines.useful = rows
            return reading
        }
        guard !isFinished else { return nil }
        isFinished = true
        try reader.finish(rows: rows)
        return nil
    }

    /// What a line says; a last one without its LF that makes no sense is what is left of a row.
    private func read(_ line: LineSplitter.Line) throws(ImportError) -> Reading? {
        do throws(ImportError) {
            let bytes = try whole(line)
            let reading = try reader.read(bytes, number: lines.number)
            if lines.isUnfinished, reading != nil { reader.endsUnfinished(bytes, number: lines.number) }
            return reading
        } catch {
            guard lines.isUnfinished, error.isSkippable, rows > 0 else { throw error }
            throw .log(.cutOff(rows: rows))
        }
    }

    /// The next line; what was packed and is cut off ends like any log that is, after its last whole row, and what was
    /// packed and is damaged where nothing more comes out of it.
    private func nextLine() throws(ImportError) -> LineSplitter.Line? {
        do throws(ImportError) { return try lines.next() } catch {
            guard rows > 0 else { throw error }
            switch error {
            case .cutOff:
                isFinished = true
                throw .log(.cutOff(rows: rows))
            case .packed(_, let reason):
                isFinished = true
                damage = reason
                return nil
            default: throw error
            }
        }
    }

    /// The bytes of a line that is no longer than any has; no log begins with one that is.
    private func whole(_ line: LineSplitter.Line) throws(ImportError) -> UnsafeBufferPointer<UInt8> {
        switch line {
        case .whole(let bytes): return bytes
        case .tooLong(let start):
            guard lines.number == 1 else {
                reader.passesOver(start)
                throw .log(.lineTooLong(line: lines.number, limit: LineSource.longestLine))
            }
            throw .log(.unknownFormat(firstLine: String(decoding: start.prefix(256), as: UTF8.self)))
        }
    }

    /// A converted log must read back as it was: what its reader would refuse is refused here.
    private func check(_ reading: Reading) throws(ImportError) {
        guard let joined = reading.joined(to: last) else {
            throw .log(
                .timeWentBack(
                    line: lines.number, got: Self.text(reading.time),
                    previous: Self.text(last?.time ?? reading.time)))
        }
        if calibration == nil { calibration = reader.header?.sensor.calibration }
        do throws(LogError) {
            try calibration?.refuseImplausible(reading, line: lines.number)
        } catch {
            throw .log(error)
        }
        last = joined
    }

    private static func text(_ time: Timestamp) -> String {
        var buffer = ByteBuffer(capacity: 24)
        buffer.append(seconds: time)
        return buffer.text
    }
}
