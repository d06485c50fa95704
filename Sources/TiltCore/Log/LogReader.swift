/// Reads a .tiltlog or neutral CSV line by line; the format is told by the first line.
///
/// It holds one row, whatever the length of the log. A row that cannot be used throws an error that is
/// ``LogError/isSkippable``: the caller reports it and goes on with the next line.
public struct LogReader: Sendable {
    /// The header, once the column names have been read.
    public private(set) var header: LogHeader?
    /// Rows handed out so far.
    public private(set) var rows = 0
    /// True behind the end of the log, which the beginning of another one is, too.
    ///
    /// Kept, as the next is: who asks a reader that is lent for what it would have to reckon has all of it copied, for every row.
    public private(set) var hasEnded = false
    /// False in a .tiltlog: a last line without its LF is half a row there, and half a number reads as a whole one.
    public private(set) var acceptsUnfinishedLine = true

    private enum Stage { case start, header, rows, ended }
    private enum TimeUnit { case nanoseconds, seconds }
    private var stage = Stage.start { didSet { hasEnded = stage == .ended } }
    private var headerParser = LogHeaderParser()
    private var timeUnit = TimeUnit.nanoseconds
    private var columnCount = 0
    /// Kept beside the header, whose texts are not to be copied for every row.
    private var calibration = Calibration.physical
    private var last: Reading?
    private var endLine: Int?
    /// The number of the first line behind that which is neither blank nor a remark, and how many there are.
    private var behind: (first: Int, count: Int)?

    private static let beginning = "#tiltlog="
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let tiltlogColumns = ["t_ns", "ax", "ay", "az", "gx", "gy", "gz"]
    private static let csvColumns = ["t", "ax", "ay", "az", "gx", "gy", "gz"]

    /// Creates a reader that has seen nothing.
    public init() {}

    /// Reads one line, without its LF; `nil` for a header line, a comment or an empty line.
    public mutating func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(LogError) -> Reading? {
        guard let first = line.first else { return nil }
        switch stage {
        case .start:
            try begin(with: line, number: number)
            return nil
        case .header:
            let text = String(decoding: line, as: UTF8.self)
            if first == UInt8(ascii: "#") {
                try headerParser.take(text.dropping(1), line: number)
            } else {
                try readColumnNames(text, Self.tiltlogColumns, number: number)
            }
            return nil
        case .rows:
            guard first != UInt8(ascii: "#") else {
                readComment(line)
                return nil
            }
            // Column names are of another log behind one that was cut off, within a row where its first line is not seen.
            guard first != UInt8(ascii: "t") || timeUnit == .seconds else {
                stage = .ended
                leaveOut(line, number: number)
                return nil
            }
            return try row(line, number: number)
        case .ended:
            leaveOut(line, number: number)
            return nil
        }
    }

    /// Counts what stands behind the end: of logs that were put one behind the other the next begins like a remark.
    private mutating func leaveOut(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
        guard let first = line.first, first > UInt8(ascii: " "), first != UInt8(ascii: "#") else { return }
        behind = (behind?.first ?? number, (behind?.count ?? 0) + 1)
    }

    /// Tells what is missing at the end of the file.
    public func finish() throws(LogError) {
        guard stage == .rows || stage == .ended, rows > 0 else { throw .empty }
        guard timeUnit == .nanoseconds else { return }
        guard stage == .ended else { throw .cutOff(rows: rows) }
        if let behind { throw .linesBehindEnd(line: behind.first, count: behind.count) }
        if let said = endLine, said != rows { throw .rowCount(said: said, found: rows) }
    }

    private mutating func begin(with line: UnsafeBufferPointer<UInt8>, number: Int) throws(LogError) {
        // Spreadsheets begin the text they save with a byte order mark.
        let text = String(
            decoding: line.prefix(256).dropFirst(line.starts(with: Self.byteOrderMark) ? 3 : 0), as: UTF8.self
        )
        if text.hasPrefix(Self.beginning) {
            let version = text.dropping(Self.beginning.utf8.count).trimmingSpaces
            guard version == "1" else { throw .unknownVersion(version) }
            stage = .header
            acceptsUnfinishedLine = false
        } else if text.hasPrefix("t,") || text.hasPrefix("#t,") || text.hasPrefix("# t,") {
            timeUnit = .seconds
            let names = text.hasPrefix("#") ? text.dropping(1).trimmingSpaces : text
            try readColumnNames(names, Self.csvColumns, number: number)
        } else {
            throw .unknownFormat(firstLine: text)
        }
    }

    private mutating func readColumnNames(_ text: String, _ columns: [String], number: Int) throws(LogError) {
        let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(Substring($0)).trimmingSpaces }
        guard names == Array(columns.prefix(4)) || names == columns else {
            throw .missingColumns(line: number, got: text)
        }
        columnCount = names.count
        let header = try headerParser.finished(hasGyroscope: columnCount == 7)
        calibration = header.sensor.calibration
        self.header = header
        stage = .rows
    }

    /// `#end samples=… dropped=…` of a .tiltlog, or the beginning of another; everything else between rows is a remark.
    private mutating func readComment(_ line: UnsafeBufferPointer<UInt8>) {
        guard timeUnit == .nanoseconds else { return }
        let text = String(decoding: line.prefix(256), as: UTF8.self).trimmingSpaces
        if text.hasPrefix(Self.beginning) { stage = .ended }
        let words = text.utf8.split(separator: 32)
        guard let first = words.first, String(Substring(first)) == "#end" else { return }
        stage = .ended
        for part in words {
            let word = String(Substring(part))
            if word.hasPrefix("samples="), let count = DecimalParser.integer(word.dropping(8)) {
                endLine = Int(clamping: count)
            }
        }
    }

    private mutating func row(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(LogError) -> Reading {
        var fields = FieldCursor(line)
        guard let time = Self.takeTime(of: &fields, timeUnit) else {
            throw notANumber(line, number, column: 0)
        }
        var (accelerometer, gyroscope): (Reading.Counts?, Reading.Counts?)
        if let fault = Self.take(&accelerometer, of: &fields) {
            throw refusal(of: line, number, fault, from: 1)
        }
        if columnCount == 7, let fault = Self.take(&gyroscope, of: &fields) {
            throw refusal(of: line, number, fault, from: 4)
        }
        guard fields.next() == nil else { throw fieldCount(line, number) }
        let reading = Reading(time: time, accelerometer: accelerometer, gyroscope: gyroscope)
        try calibration.refuseImplausible(reading, line: number)
        guard let joined = reading.joined(to: last) else {
            var again = FieldCursor(line)
            throw .timeWentBack(
                line: number, got: again.next().map(text) ?? "", previous: text(last?.time ?? time))
        }
        last = joined
        rows += 1
        return reading
    }

    /// What is wrong with three fields.
    private enum Fault {
        case missing
        /// The field that many behind the first.
        case notANumber(Int)
    }

    /// Takes three fields, none where all are empty: that sensor had nothing new.
    ///
    /// Static, as all that a row is read by: a reader that is lent is copied, more than a kilobyte of it.
    private static func take(_ counts: inout Reading.Counts?, of fields: inout FieldCursor) -> Fault? {
        let start = fields
        if let x = fields.nextNumber(), let y = fields.nextNumber(), let z = fields.nextNumber() {
            counts = Reading.Counts(x: x, y: y, z: z)
            return nil
        }
        fields = start
        guard let x = fields.next(), let y = fields.next(), let z = fields.next() else { return .missing }
        if x.isEmpty, y.isEmpty, z.isEmpty { return nil }
        guard let xValue = DecimalParser.double(x) else { return .notANumber(0) }
        guard let yValue = DecimalParser.double(y) else { return .notANumber(1) }
        guard let zValue = DecimalParser.double(z) else { return .notANumber(2) }
        counts = Reading.Counts(x: xValue, y: yValue, z: zValue)
        return nil
    }

    private static func takeTime(of fields: inout FieldCursor, _ unit: TimeUnit) -> Timestamp? {
        let plain = unit == .seconds ? fields.nextSeconds() : fields.nextInteger()
        if let plain { return Timestamp(nanoseconds: plain) }
        guard let field = fields.next() else { return nil }
        let nanoseconds =
            unit == .seconds ? DecimalParser.nanoseconds(seconds: field) : DecimalParser.integer(field)
        return nanoseconds.map { Timestamp(nanoseconds: $0) }
    }

    private func refusal(
        of line: UnsafeBufferPointer<UInt8>, _ number: Int, _ fault: Fault, from column: Int
    ) -> LogError {
        switch fault {
        case .missing: fieldCount(line, number)
        case .notANumber(let index): notANumber(line, number, column: column + index)
        }
    }

    private func notANumber(_ line: UnsafeBufferPointer<UInt8>, _ number: Int, column: Int) -> LogError {
        guard FieldCursor.count(line) == columnCount else { return fieldCount(line, number) }
        var fields = FieldCursor(line)
        for _ in 0..<column { _ = fields.next() }
        let names = timeUnit == .seconds ? Self.csvColumns : Self.tiltlogColumns
        return .notANumber(line: number, column: names[column], got: fields.next().map(text) ?? "")
    }

    private func fieldCount(_ line: UnsafeBufferPointer<UInt8>, _ number: Int) -> LogError {
        .fieldCount(line: number, got: FieldCursor.count(line), expected: columnCount)
    }

    private func text(_ field: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: field, as: UTF8.self)
    }

    private func text(_ time: Timestamp) -> String {
        guard timeUnit == .seconds else { return time.nanoseconds.description }
        var buffer = ByteBuffer(capacity: 24)
        buffer.append(seconds: time)
        return buffer.text
    }
}

extension Reading {
    /// All that is known of its time, where it may stand behind rows of which `last` is that; `nil` where it may not.
    ///
    /// It is later, or two sensors have a row each, and it has what was missing at the same time.
    public func joined(to last: Reading?) -> Reading? {
        guard let last, time <= last.time else { return self }
        guard time == last.time, accelerometer == nil || last.accelerometer == nil,
            gyroscope == nil || last.gyroscope == nil, accelerometer != nil || gyroscope != nil
        else { return nil }
        return Reading(
            time: time, accelerometer: accelerometer ?? last.accelerometer,
            gyroscope: gyroscope ?? last.gyroscope)
    }
}
