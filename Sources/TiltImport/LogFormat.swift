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
    /// A table of numbers.
    case table(TableFormat)

    /// Tells the format from how a file begins; `nil` where that cannot be told, or not yet.
    ///
    /// `isWhole` is true where nothing more will be looked at, so that a last line without its LF counts.
    init?(start: [UInt8], isWhole: Bool) {
        var rest = start[...]
        if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
        while !rest.isEmpty {
            let end = rest.firstIndex(of: 0x0a)
            guard end != nil || isWhole else { return nil }
            let line = String(decoding: rest[..<(end ?? rest.endIndex)].prefix(256), as: UTF8.self)
            if let format = Self(line: line) {
                self = format
                return
            }
            // A remark may stand first in some; any other line would have told.
            guard line.hasPrefix("#") || line.trimmingSpaces.isEmpty else { return nil }
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
        }
        return nil
    }

    /// The format whose files have such a line, and no earlier one that is another's.
    private init?(line: String) {
        let signatures: [(LogFormat, [String])] = [
            (.native, ["#tiltlog=", "t,", "#t,", "# t,"]),
            (.evemu, ["# EVEMU ", "N: ", "E: "]),
            (.libinput, ["# libinput record", "version:", "ndevices:"]),
            (.umockdevScript, ["d 0 /dev/"]),
        ]
        for (format, starts) in signatures where starts.contains(where: { line.hasPrefix($0) }) {
            self = format
            return
        }
        for format in [TableFormat.sensorLogger, .phyphox, .euroc, .tumRGBD]
        where format.table(line.trimmingSpaces) != nil {
            self = .table(format)
            return
        }
        return nil
    }

    /// What a reader of this format reads of a file called `name`.
    func lines(_ bytes: any ByteSource, name: String) -> any ByteSource {
        self == .umockdevScript ? UmockdevScript(bytes, name: name) : bytes
    }

    /// A reader of this format; `name` is the file's, `described` what a file beside it says of the device.
    func reader(
        _ options: ImportOptions, name: String, content: TableContent = .acceleration,
        phone: SensorLogger.Phone = .init(), described: RecordedDevice? = nil
    ) -> any LineReader {
        switch self {
        case .native: return NativeReader()
        case .evemu, .umockdevScript:
            return EvemuReader(options, device: described, sibling: FileName(name).stem + ".ioctl")
        case .libinput: return LibinputReader(options)
        case .table(let format):
            // Only Android has acceleration and gravity in one file, and the signs of rates are the same everywhere.
            let isSignOfPhone = format == .sensorLogger && [.linear, .gravity].contains(content)
            return TableReader(
                format, holdsRates: format == .sensorLogger && content == .rates, name: phone.name,
                sign: isSignOfPhone ? phone.sign : phone.sign ?? 1)
        }
    }
}
