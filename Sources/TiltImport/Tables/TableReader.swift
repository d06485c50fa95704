import TiltCore

/// Reads a table of numbers row by row.
///
/// A count is the number itself: a `Double` that is written again with its shortest digits keeps every digit of such a
/// table, and a scale of 1e-9 would round twice.
final class TableReader: LineReader {
    private(set) var header: LogHeader?
    var dropped: Int { 0 }
    var doubts: [String] { phone.guesses + cells.doubts + halves }
    var acceptsUnfinishedLine: Bool { true }

    private let format: TableFormat
    private let options: ImportOptions
    /// True where the three axes are rates; a header of Sensor Logger does not tell.
    private let holdsRates: Bool
    private let phone: Phone
    /// The rows that are read, where not all are.
    private let filter: RowFilter?
    private var table: NumberTable?
    private var cells = TableCells()
    /// Rows so far, whatever is in them.
    private var rows = 0
    /// The first line that was neither a header nor a row, and the first row that made no sense.
    private var firstLine: String?
    private var firstFailure: ImportError?

    /// Reads rows of `format`, as the caller and `phone` have them.
    init(
        _ format: TableFormat, _ options: ImportOptions = .init(), holdsRates: Bool = false,
        phone: Phone = .init(), rows filter: RowFilter? = nil
    ) {
        self.format = format
        self.options = options
        self.holdsRates = holdsRates
        self.phone = phone
        self.filter = filter
    }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        guard let first = line.first else { return nil }
        guard line.count < ProtocolVersion.longestLine else {
            passesOver(line)
            throw .log(.lineTooLong(line: number, limit: ProtocolVersion.longestLine))
        }
        if let filter, !filter.takes(line) { return nil }
        if table == nil {
            try begin(String(decoding: line, as: UTF8.self), number)
            if format.hasHeader { return nil }
        }
        guard let table, first != UInt8(ascii: "#") else { return nil }
        do throws(ImportError) { return try row(line, table, number) } catch {
            firstFailure = firstFailure ?? error
            throw error
        }
    }

    /// A row that is left out took its time, too.
    func passesOver(_ start: UnsafeBufferPointer<UInt8>) {
        guard table != nil, start.first != UInt8(ascii: "#"), filter?.takes(start) ?? true else { return }
        rows += 1
    }

    /// That a sensor has only some of its axes; a column that is misspelt makes it so.
    private var halves: [String] {
        guard let names = table?.halves, !names.isEmpty else { return [] }
        return [
            "not read, as not all three axes are there: " + names.map { $0.quoted }.joined(separator: ", ")
        ]
    }

    func finish(rows: Int) throws(ImportError) {
        guard rows == 0 else { return }
        if cells.hasSpoiltTimes, let firstFailure { throw .roundedTimes(first: firstFailure.description) }
        guard table != nil || format.hasHeader else {
            var columns = options.columns
            if case .columns(let list) = format { columns = list }
            throw .noTable(first: firstLine ?? "", columns: columns?.names ?? [])
        }
        throw .log(.empty)
    }

    private func begin(_ line: String, _ number: Int) throws(ImportError) {
        let bare = line.hasPrefix("\u{feff}") ? String(line.unicodeScalars.dropFirst()) : line
        guard var table = format.table(bare) else {
            firstLine = firstLine ?? bare
            guard bare.hasPrefix("#") || bare.hasPrefix("sep=") || !format.hasHeader else {
                throw .log(.unknownFormat(firstLine: line))
            }
            return
        }
        guard table.hasAcceleration || table.hasRates && !table.isLinear else {
            let content = TableContent(format, header: bare, stem: "")
            throw .unusableColumns(line: number, got: bare, reason: content.words, cure: content.cure)
        }
        if let unit = options.timeUnit { table.timeUnit = unit }
        guard options.sampleRate != nil || table.slots.contains(NumberTable.timeSlot) else {
            throw .option("--columns", reason: "none of them is t, and nothing says how often they were read")
        }
        self.table = table
        // Between quotation marks a comma parts nothing.
        cells.mayHaveCommas = table.delimiter != UInt8(ascii: ",") || line.contains("\"")
        header = header(of: table)
    }

    private func header(of table: NumberTable) -> LogHeader {
        let unit = options.accelerationUnit ?? phone.unit ?? table.accelerationUnit
        let rates = Calibration.Axes(scale: (options.rateUnit ?? table.rateUnit).scale)
        return LogHeader(
            sensor: SensorDescription(
                id: "log", name: (phone.name ?? format.sensorName).onOneLine(limit: 128), kind: .log,
                device: format.hasHeader ? format.sensorName : LogHeader.neutralCSV.sensor.device,
                calibration: Calibration(
                    accelerometer: Calibration.Axes(scale: options.accelScale ?? unit.scale),
                    gyroscope: table.hasRates || holdsRates ? rates : nil),
                mounting: Mounting(
                    matrix: .identity, source: .identity, convention: .kernel, rawSign: phone.sign)),
            clock: format.clock)
    }

    private func row(
        _ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable, _ number: Int
    ) throws(ImportError) -> Reading? {
        var fields = TableFields(line, delimiter: table.delimiter)
        // Six values and two to spare, in a register's shape: no array is made for a row.
        var values = SIMD8<Double>()
        /// One bit for each value that is there.
        var present = 0
        var time: Int64?
        if let rate = options.sampleRate {
            time = Int64(exactly: (Double(rows) * 1e9 / rate).rounded())
            // A row that is left out took its time, too.
            rows += 1
        }
        var column = 0
        while let field = fields.next() {
            guard column < table.slots.count else {
                if table.isOpenEnded { break }
                throw count(line, table, number)
            }
            let slot = table.slots[column]
            if slot < NumberTable.timeSlot, !field.isEmpty, slot < 3 || !TableCells.isNoNumber(field) {
                guard let value = cells.decimal(field) else {
                    throw wrong(field, line, table, column, number)
                }
                values[slot] = value
                present |= 1 << slot
            } else if slot == NumberTable.timeSlot, options.sampleRate == nil {
                time = cells.time(field, table.timeUnit)
                guard time != nil else { throw wrong(field, line, table, column, number) }
            }
            column += 1
        }
        guard column == table.slots.count, let time else { throw count(line, table, number) }
        return try reading(
            at: Timestamp(nanoseconds: time), values, hasForce: present & 0b111 == 0b111,
            hasRate: present & 0b11_1000 == 0b11_1000, table, isPartly: isPartly(present), line, number)
    }

    /// True where one of the two sensors has some axes and not all.
    private func isPartly(_ present: Int) -> Bool {
        [present & 0b111, present >> 3].contains { $0 != 0 && $0 != 0b111 }
    }

    /// What a row says; several sensors may have a row each, where the fields of the other are empty.
    private func reading(
        at time: Timestamp, _ values: SIMD8<Double>, hasForce: Bool, hasRate: Bool, _ table: NumberTable,
        isPartly: Bool, _ line: UnsafeBufferPointer<UInt8>, _ number: Int
    ) throws(ImportError) -> Reading? {
        guard !isPartly, hasForce || hasRate || table.hasAcceleration && table.hasRates else {
            throw missing(line, table, number)
        }
        let force = hasForce ? Reading.Counts(x: values[0], y: values[1], z: values[2]) : nil
        let rate = hasRate ? Reading.Counts(x: values[3], y: values[4], z: values[5]) : nil
        if holdsRates { return Reading(time: time, gyroscope: force) }
        return force == nil && rate == nil ? nil : Reading(time: time, accelerometer: force, gyroscope: rate)
    }

    private func wrong(
        _ field: UnsafeBufferPointer<UInt8>, _ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable,
        _ column: Int, _ number: Int
    ) -> ImportError {
        let found = TableFields.count(line, delimiter: table.delimiter)
        guard found == table.slots.count || table.isOpenEnded && found > table.slots.count else {
            return count(line, table, number)
        }
        let isTime = table.slots[column] == NumberTable.timeSlot
        let kind = isTime && table.timeUnit == .nanoseconds ? "whole" : "decimal"
        // A time with a colon was none because it is no time of day, or its date is too late.
        var expected = "a \(kind) number"
        if isTime, field.contains(UInt8(ascii: ":")) {
            expected = "a time of day, or a date before 2262 with one,"
        } else if isTime, table.timeUnit == .seconds, let unit = TimeUnit(tooLargeForSeconds: field) {
            expected = unit.insteadOfSeconds
        }
        let start = field.baseAddress.flatMap { place in line.baseAddress.map { place - $0 } } ?? 0
        return .field(
            line: number, column: start + 1, got: String(decoding: field.prefix(60), as: UTF8.self),
            expected: "\(expected) for \(table.names[column])")
    }

    /// The error of the first field that is empty, of a sensor that has others.
    private func missing(
        _ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable, _ number: Int
    ) -> ImportError {
        var fields = TableFields(line, delimiter: table.delimiter)
        var column = 0
        while let field = fields.next(), column < table.slots.count {
            if field.isEmpty, table.slots[column] < NumberTable.timeSlot {
                return wrong(field, line, table, column, number)
            }
            column += 1
        }
        return count(line, table, number)
    }

    private func count(_ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable, _ number: Int) -> ImportError
    {
        let found = TableFields.count(line, delimiter: table.delimiter)
        return .log(.fieldCount(line: number, got: found, expected: table.slots.count))
    }
}
