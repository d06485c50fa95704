import TiltCore

/// The formats that can be read, and how each begins.
enum LogFormat: Equatable {
    /// A .tiltlog or neutral CSV.
    case native
    /// evemu, and the events of umockdev.
    case evemu
    /// `libinput record`.
    case libinput
    /// The raw reads of `umockdev-record --script`.
    case umockdevScript
    /// What `evtest` prints.
    case evtest
    /// A table of numbers.
    case table(TableFormat)

    /// Why what is told of a table is not told of any other recording.
    static let tellsItself = "the recording is no table, and tells its units and signs itself"

    /// Bytes of a line that are looked at: AndroSensor's names of columns take a thousand.
    private static let longestHeader = 4096

    /// Tells the format from how a file begins; `nil` where that cannot be told, or not yet.
    ///
    /// `isWhole` is true where nothing more will be looked at, so that a last line without its LF counts.
    init?(start: [UInt8], isWhole: Bool) {
        var rest = start[...]
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0a)
            guard end != nil || isWhole else { return nil }
            let line = String(
                decoding: rest[..<(end ?? rest.endIndex)].prefix(Self.longestHeader), as: UTF8.self)
            if let format = Self(line: line) {
                self = format
                return
            }
            // A remark may stand first in some; any other line would have told.
            guard line.hasPrefix("#") || line.hasPrefix("sep=") || line.trimmingSpaces.isEmpty else {
                return nil
            }
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        }
        return nil
    }

    /// The format whose files have such a line, and no earlier one that is another's.
    private init?(line: String) {
        let signatures: [(LogFormat, [String])] = [
            (.native, ["#tiltlog="]),
            (.evemu, ["# EVEMU ", "N: ", "E: "]),
            (.libinput, ["# libinput record", "version:", "ndevices:"]),
            (.umockdevScript, ["d 0 /dev/"]),
            (
                .evtest,
                [
                    "Input driver version is", "Input device ID: ", "No device specified, trying to",
                    "Event: time ",
                ]
            ),
        ]
        for (format, starts) in signatures where starts.contains(where: { line.hasPrefix($0) }) {
            self = format
            return
        }
        if ["t,", "#t,", "# t,"].contains(where: { line.hasPrefix($0) }), ColumnList(header: line) != nil {
            self = .native
            return
        }
        for format in TableFormat.named where format.table(line.trimmingSpaces) != nil {
            self = .table(format)
            return
        }
        // The command itself was copied with what it printed.
        guard line.hasPrefix("$ "), line.contains("evtest") else { return nil }
        self = .evtest
    }

    /// The line of a file's beginning that names the columns of neutral CSV, and perhaps others; `nil` of a .tiltlog.
    static func neutralHeader(_ start: [UInt8]) -> String? {
        let text = String(decoding: start.prefix(longestHeader), as: UTF8.self)
        let lines = text.split(whereSeparator: { $0.isNewline }).lazy.map { $0.withoutMark }
        guard lines.first.map({ !$0.hasPrefix("#tiltlog=") }) ?? false else { return nil }
        return lines.first { ColumnList(header: $0) != nil }
    }

    /// The format as the caller has it: neutral CSV whose units are told is a table like any other.
    ///
    /// - Throws: ``ImportError/option(_:reason:)`` where they do not go with this format.
    func told(by options: ImportOptions, start: [UInt8]) throws(ImportError) -> LogFormat {
        let line = Self.neutralHeader(start)
        let isOdd = line.map { !Self.isPlain($0, start) } ?? false
        guard options.areForTables || options.accelScale != nil || isOdd else { return self }
        if self == .native, let columns = line.flatMap({ ColumnList(header: $0) }) {
            return .table(.columns(columns))
        }
        if case .table(let table) = self {
            if options.platform != nil, let reason = table.signsAreKnown {
                throw .option("--platform", reason: reason)
            }
            return self
        }
        if let name = options.tableOption ?? (options.platform == nil ? nil : "--platform") {
            // A .tiltlog tells what it is in its first line; anything else that was taken for one is nothing known.
            guard
                self != .native || line != nil
                    || String(decoding: start.prefix(64), as: UTF8.self).contains("#tiltlog=")
            else { return self }
            throw .option(name, reason: Self.tellsItself)
        }
        return self
    }

    /// True where a header of neutral CSV is the first line, and that and the first row are as a log has them.
    private static func isPlain(_ header: String, _ start: [UInt8]) -> Bool {
        let text = String(decoding: start.prefix(longestHeader), as: UTF8.self)
        let lines = text.split(maxSplits: 2, whereSeparator: { $0.isNewline })
        let hasQuotes = lines.dropFirst().first?.contains("\"") ?? false
        return lines.first?.withoutMark == header && ColumnList.isPlain(header: header) && !hasQuotes
    }

    /// What a reader of this format reads of a file called `name`.
    func lines(_ bytes: any ByteSource, name: String) -> any ByteSource {
        self == .umockdevScript ? UmockdevScript(bytes, name: name) : bytes
    }

    /// A reader of this format; `name` is the file's, `described` what a file beside it says of the device.
    func reader(
        _ options: ImportOptions, name: String, content: TableContent = .acceleration,
        phone: Phone = .init(), described: RecordedDevice? = nil
    ) -> any LineReader {
        switch self {
        case .native: return NativeReader(options, doubts: phone.guesses)
        case .evemu, .umockdevScript:
            return EvemuReader(options, device: described, sibling: FileName(name).stem + ".ioctl")
        case .libinput: return LibinputReader(options)
        case .evtest: return EvtestReader(options)
        case .table(let format):
            var phone = phone
            switch format {
            case .physicsToolbox: phone = PhysicsToolbox.phone(options)
            case .columns: phone.sign = options.platform?.sign ?? 1
            case .sensorLogger, .phyphox, .androSensor, .euroc, .tumRGBD: break
            }
            return TableReader(
                format, options, holdsRates: format == .sensorLogger && content == .rates, phone: phone)
        }
    }
}
