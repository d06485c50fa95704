import TiltCore

/// Reads a table of numbers row by row.
///
/// Values are in physical units already, so a count is the number itself: a `Double` that is written again with its
/// shortest digits keeps every digit of such a table, and a scale of 1e-9 would round twice.
final class TableReader: LineReader {
    private(set) var header: LogHeader?
    var dropped: Int { 0 }
    var doubts: [String] {
        sign == nil
            ? ["no Metadata.csv tells the phone: signs are taken for Android's; iOS has the opposite"] : []
    }
    var acceptsUnfinishedLine: Bool { true }

    private let format: TableFormat
    /// True where the three axes are rates; a header of Sensor Logger does not tell.
    private let holdsRates: Bool
    private let name: String
    private let sign: Double?
    private var table: NumberTable?
    private var mayHaveCommas = false
    private let scratch = ByteRoom(count: 64)

    /// Reads rows of `format`; `name` is the sensor's, `sign` -1 where it reports gravity and not the reaction to it, and
    /// `nil` where that is in doubt.
    init(_ format: TableFormat, holdsRates: Bool = false, name: String? = nil, sign: Double? = 1) {
        self.format = format
        self.holdsRates = holdsRates
        self.name = name ?? format.sensorName
        self.sign = sign
    }

    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading? {
        guard let first = line.first else { return nil }
        guard line.count < ProtocolVersion.longestLine else {
            throw .log(.lineTooLong(line: number, limit: ProtocolVersion.longestLine))
        }
        guard let table else {
            try begin(String(decoding: line, as: UTF8.self), number)
            return nil
        }
        guard first != UInt8(ascii: "#") else { return nil }
        return try row(line, table, number)
    }

    func finish(rows: Int) throws(ImportError) {
        guard rows > 0 else { throw .log(.empty) }
    }

    private func begin(_ line: String, _ number: Int) throws(ImportError) {
        let bare = line.hasPrefix("\u{feff}") ? String(line.unicodeScalars.dropFirst()) : line
        guard let table = format.table(bare) else {
            guard bare.hasPrefix("#") else { throw .log(.unknownFormat(firstLine: line)) }
            return
        }
        guard table.hasAcceleration || table.hasRates else {
            let content = TableContent(format, header: bare, stem: "")
            throw .unusableColumns(line: number, got: bare, reason: content.words)
        }
        self.table = table
        mayHaveCommas = table.delimiter != UInt8(ascii: ",")
        let axes = Calibration.Axes(scale: 1)
        header = LogHeader(
            sensor: SensorDescription(
                id: "log", name: name.onOneLine(limit: 128), kind: .log, device: format.sensorName,
                calibration: Calibration(
                    accelerometer: axes, gyroscope: table.hasRates || holdsRates ? axes : nil),
                mounting: Mounting(
                    matrix: .identity, source: .identity, convention: .kernel, rawSign: sign ?? 1)),
            clock: format.clock)
    }

    private func row(
        _ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable, _ number: Int
    ) throws(ImportError) -> Reading? {
        var fields = TableFields(line, delimiter: table.delimiter)
        // Six values and two to spare, in a register's shape: no array is made for a row.
        var values = SIMD8<Double>()
        var time: Int64?
        var column = 0
        while let field = fields.next() {
            guard column < table.slots.count else { throw count(line, table, number) }
            let slot = table.slots[column]
            if slot < NumberTable.timeSlot {
                guard let value = decimal(field) else { throw wrong(field, line, table, column, number) }
                values[slot] = value
            } else if slot == NumberTable.timeSlot {
                time = seconds(field, table.timeUnit)
                guard time != nil else { throw wrong(field, line, table, column, number) }
            }
            column += 1
        }
        guard column == table.slots.count, let time else { throw count(line, table, number) }
        let stamp = Timestamp(nanoseconds: time)
        let first = Reading.Counts(x: values[0], y: values[1], z: values[2])
        let second = Reading.Counts(x: values[3], y: values[4], z: values[5])
        guard table.hasAcceleration, !holdsRates else {
            return Reading(time: stamp, gyroscope: holdsRates ? first : second)
        }
        return Reading(time: stamp, accelerometer: first, gyroscope: table.hasRates ? second : nil)
    }

    private func seconds(_ field: UnsafeBufferPointer<UInt8>, _ unit: NumberTable.TimeUnit) -> Int64? {
        switch unit {
        case .nanoseconds: DecimalParser.integer(field)
        case .seconds: DecimalParser.nanoseconds(seconds: pointed(field))
        }
    }

    private func decimal(_ field: UnsafeBufferPointer<UInt8>) -> Double? {
        DecimalParser.double(pointed(field)).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The field with a decimal point in the place of a comma.
    ///
    /// Where commas part fields there is none in one.
    private func pointed(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        guard mayHaveCommas, field.contains(UInt8(ascii: ",")),
            field.count <= scratch.bytes.count
        else { return field }
        for (index, byte) in field.enumerated() {
            scratch.bytes[index] = byte == UInt8(ascii: ",") ? UInt8(ascii: ".") : byte
        }
        return scratch.first(field.count)
    }

    private func wrong(
        _ field: UnsafeBufferPointer<UInt8>, _ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable,
        _ column: Int, _ number: Int
    ) -> ImportError {
        guard TableFields.count(line, delimiter: table.delimiter) == table.slots.count else {
            return count(line, table, number)
        }
        let kind =
            table.slots[column] == NumberTable.timeSlot && table.timeUnit == .nanoseconds
            ? "whole" : "decimal"
        let start = field.baseAddress.flatMap { place in line.baseAddress.map { place - $0 } } ?? 0
        return .field(
            line: number, column: start + 1, got: String(decoding: field.prefix(60), as: UTF8.self),
            expected: "a \(kind) number for \(table.names[column])")
    }

    private func count(_ line: UnsafeBufferPointer<UInt8>, _ table: NumberTable, _ number: Int) -> ImportError
    {
        let found = TableFields.count(line, delimiter: table.delimiter)
        return .log(.fieldCount(line: number, got: found, expected: table.slots.count))
    }
}
