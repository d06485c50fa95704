/// What is wrong in a log, with the line it stands in.
public enum LogError: Error, Equatable {
    /// The file has no bytes, or no row.
    case empty
    /// The first line is neither `#tiltlog=1` nor a header of neutral CSV.
    case unknownFormat(firstLine: String)
    /// A version of the format that is newer than this program.
    case unknownVersion(String)
    /// A header line cannot be understood.
    case header(line: Int, key: String, value: String, expected: String)
    /// A mount matrix that is none, or that its convention cannot use.
    case mountMatrix(line: Int, MountMatrixError)
    /// Lines before the column names hold no names.
    case missingColumns(line: Int, got: String)
    /// A row has not as many fields as there are columns.
    case fieldCount(line: Int, got: Int, expected: Int)
    /// A field is not a number.
    case notANumber(line: Int, column: String, got: String)
    /// A value no sensor can have measured.
    case implausible(line: Int, column: String, got: String)
    /// A row is not later than the one before.
    case timeWentBack(line: Int, got: String, previous: String)
    /// A line has more bytes than any row has.
    case lineTooLong(line: Int, limit: Int)
    /// The file ends in the middle of a recording.
    case cutOff(rows: Int)
    /// So many lines stand behind the `#end` line, from that one on.
    case linesBehindEnd(line: Int, count: Int)
    /// The `#end` line counts other rows than there are.
    case rowCount(said: Int, found: Int)

    /// True where the rest of the log can still be read.
    public var isSkippable: Bool {
        switch self {
        case .fieldCount, .notANumber, .implausible, .timeWentBack, .lineTooLong, .cutOff, .linesBehindEnd,
            .rowCount:
            true
        case .empty, .unknownFormat, .unknownVersion, .header, .mountMatrix, .missingColumns: false
        }
    }
}

extension LogError: CustomStringConvertible {
    /// What happened, quoting what was given.
    public var description: String {
        switch self {
        case .empty: "the log holds no samples"
        case .unknownFormat(let line): "this is no sensor log: it begins with \(line.quoted)"
        case .unknownVersion(let text):
            "the log is of version \(text.excerpt), this program reads version 1"
        case .header(let line, let key, let value, let expected):
            "line \(line): \(key) is \"\(value.excerpt)\", expected \(expected)"
        case .mountMatrix(let line, let error): "line \(line): \(error.description)"
        case .missingColumns(let line, let got):
            "line \(line): expected column names such as t_ns,ax,ay,az, got \(got.quoted)"
        case .fieldCount(let line, let got, let expected): "line \(line): \(got) fields, expected \(expected)"
        case .notANumber(let line, let column, let got):
            "line \(line): \(column) is \(got.quoted), expected \(Self.expected(column))"
        case .implausible(let line, let column, let got):
            "line \(line): \(column) is \(got.excerpt), more than any sensor measures"
        case .timeWentBack(let line, let got, let previous):
            "line \(line): time \(got) is not later than \(previous) before it"
        case .lineTooLong(let line, let limit): "line \(line): longer than \(limit) bytes"
        case .cutOff(let rows): "the recording is cut off after \(rows) whole \(rows == 1 ? "row" : "rows")"
        case .linesBehindEnd(let line, let count):
            "line \(line): the log ended before it; \(count) \(count == 1 ? "line" : "lines") behind its end are left out"
        case .rowCount(let said, let found): "the log says it has \(said) rows, \(found) were found"
        }
    }

    /// What a column of a log holds.
    private static func expected(_ column: String) -> String {
        switch column {
        case "t": "seconds below 9200000000, as a decimal number"
        case "t_ns": "nanoseconds, as a whole number"
        default: "a decimal number"
        }
    }

    /// What to try.
    public var hint: String {
        switch self {
        case .empty: "record one with `tiltshadow record FILE`"
        case .unknownFormat, .missingColumns:
            "give a .tiltlog, or CSV with the header t,ax,ay,az or t,ax,ay,az,gx,gy,gz in s, m/s² and rad/s"
        case .unknownVersion: "install a newer tiltshadow"
        case .header, .mountMatrix: "correct the line, or take the log again"
        case .fieldCount, .notANumber, .implausible, .lineTooLong: "the row was left out"
        case .timeWentBack: "the row was left out; cut the log in two where its clock was set back"
        case .cutOff: "it was read to its last whole row"
        case .linesBehindEnd: "of logs in one file, give each on its own"
        case .rowCount: "rows were lost or added after recording"
        }
    }
}
