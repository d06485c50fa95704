import TiltCore

/// One file of a group, looked at: its format, and what it holds where that is a table.
struct GroupFile {
    let name: String
    let format: LogFormat
    let content: TableContent
    /// The names of a table's columns as they stand there; empty where it is none.
    let header: String
    /// True where a table has rates besides the forces.
    let hasRates: Bool
    private let group: any FileGroup
    private let options: ImportOptions

    /// Looks at the beginning of a file; `nil` where it is no log of any format.
    init?(_ name: String, in group: any FileGroup, _ options: ImportOptions) throws(ImportError) {
        let bytes = try Self.unpacked(name, in: group)
        guard let told = LogFormat(start: bytes.start, isWhole: true) else { return nil }
        let format = try told.told(by: options, start: bytes.start)
        self.name = name
        self.format = format
        self.group = group
        self.options = options
        header = Self.header(format, bytes)
        content = Self.content(format, header, name)
        if case .table(let table) = format {
            hasRates = table.table(header).map { $0.hasAcceleration && $0.hasRates } ?? false
        } else {
            hasRates = false
        }
    }

    /// True for a table of a known program or data set; one whose columns are told is whole in one file.
    var isTable: Bool {
        if case .table(let table) = format { return table.hasHeader }
        return false
    }

    /// The kind of a file that holds recordings and is not read here; `nil` for any other.
    static func foreign(_ name: String, in group: any FileGroup) throws(ImportError) -> ForeignFile? {
        let start = try unpacked(name, in: group).start
        // A workbook of Excel since 2007 is a zip of XML (ECMA-376).
        if start.starts(with: zip) { return name.hasSuffix(".xlsx") ? .spreadsheet : .archive }
        return name.hasSuffix(".json") ? nil : ForeignFile(start: start)
    }

    /// The readings of a table of no known format, by its names and numbers; `nil` where it is none.
    static func guessed(
        _ name: String, in group: any FileGroup, _ options: ImportOptions
    ) throws(ImportError) -> (any ReadingSource)? {
        let bytes = try unpacked(name, in: group)
        // What was stored in it as it is looks like the table that it was.
        guard !bytes.start.starts(with: zip) else { return nil }
        let guess = try ColumnGuess(bytes, options) { () throws(ImportError) in try group.open(name) }
        guard let guess else { return nil }
        return NamedReadings(name, try guess.readings(bytes))
    }

    /// True for a table of no known format that would be read by the names of its columns.
    static func looksLikeLog(_ name: String, in group: any FileGroup, _ options: ImportOptions) -> Bool {
        do throws(ImportError) {
            let bytes = try unpacked(name, in: group)
            guard !bytes.start.starts(with: zip) else { return false }
            // Its rates need no look at all of it.
            var options = options
            options.rateUnit = options.rateUnit ?? .radians
            return try ColumnGuess(bytes, options)?.isNamed ?? false
        } catch {
            return false
        }
    }

    /// How a member of a zip begins.
    private static let zip: [UInt8] = [0x50, 0x4b, 3, 4]

    private static func unpacked(_ name: String, in group: any FileGroup) throws(ImportError) -> PeekedBytes {
        let file = try group.open(name)
        do throws(ImportError) { return try PackedBytes.unpacked(file) } catch {
            // An archive names its member itself.
            if case .packed(format: "zip", _) = error { throw error }
            throw .member(name: name, error)
        }
    }

    /// True where both are tables of one program in one directory, and of one recording by their names.
    func isBeside(_ other: GroupFile) -> Bool {
        format == other.format && FileName(name).directory == FileName(other.name).directory
            && ownName.rest == other.ownName.rest
    }

    /// The name that the program gave it, which for most is all of it.
    var ownName: SensorLogger.Name {
        let stem = FileName(name).stem
        guard format == .table(.sensorLogger) else {
            return SensorLogger.Name(sensor: stem, before: "", after: "")
        }
        return SensorLogger.name(stem)
    }

    /// The time of its first reading; `nil` where it has none.
    func start() throws(ImportError) -> Timestamp? {
        let readings = try readings(Phone())
        do throws(ImportError) { return try readings.next()?.time } catch { return nil }
    }

    /// Its first readings, at most so many; those that make no sense are left out.
    func read(_ most: Int, _ body: (Reading) -> Void) throws(ImportError) {
        let readings = try readings(Phone())
        for _ in 0..<most {
            do throws(ImportError) {
                guard let reading = try readings.next() else { return }
                body(reading)
            } catch {
                // What is wrong with it is said when it is read as a whole.
                guard error.isSkippable else { return }
            }
        }
    }

    /// What a table holds, by its header and its name.
    private static func content(_ format: LogFormat, _ header: String, _ name: String) -> TableContent {
        guard case .table(let table) = format, table.hasHeader else { return .acceleration }
        return TableContent(table, header: header, stem: FileName(name).stem)
    }

    private static func header(_ format: LogFormat, _ bytes: PeekedBytes) -> String {
        guard case .table(let table) = format else { return "" }
        let start = String(decoding: bytes.start.prefix(8192), as: UTF8.self)
        let lines = start.split(whereSeparator: { $0.isNewline }).prefix(8)
        return lines.first { table.table($0.withoutMark) != nil }?.withoutMark ?? ""
    }

    /// Its readings, from the beginning.
    func readings(_ phone: Phone) throws(ImportError) -> any ReadingSource {
        let bytes = try PackedBytes.unpacked(try group.open(name))
        let reader: any LineReader
        switch format {
        case .native, .table(.columns):
            let table = try ToldTable(format, bytes, options) { () throws(ImportError) in
                try group.open(name)
            }
            reader = table.reader(name: name, content: content, phone: phone)
        default:
            let described = isTable ? nil : try UmockdevDescription.beside(name, in: group)
            reader = format.reader(
                options, name: name, content: content, phone: phone, described: described)
        }
        return NamedReadings(name, FileReadings(format.lines(bytes, name: name), reader))
    }
}

extension Substring {
    /// The text without the byte order mark that some programs put first.
    var withoutMark: String { String(unicodeScalars.drop { $0 == "\u{feff}" }) }
}
