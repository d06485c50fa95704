package import LinuxSystem
package import TiltCore

/// Why a file cannot be read as a log, or a line of it not.
package enum ImportError: Error, Equatable {
    /// What may be wrong in any log, and all that may be wrong in one of ours.
    case log(LogError)
    /// A field of a line is not what the format says; the column counts bytes from 1.
    case field(line: Int, column: Int, got: String, expected: String)
    /// Column names that hold no acceleration with gravity in them; `reason` says what they hold.
    case unusableColumns(line: Int, got: String, reason: String, cure: String)
    /// Not one row of a table could be read, since a spreadsheet rounded the times; what was wrong with the first.
    case roundedTimes(first: String)
    /// No line is a row of the columns that were told.
    case noTable(first: String, columns: [String])
    /// An option that makes no sense with this recording; `reason` says why.
    case option(String, reason: String)
    /// It is a file of another kind, which is not read here.
    case foreignFile(ForeignFile)
    /// A file of a phone's export that is of no use alone; `missing` would make it one.
    case incomplete(name: String, reason: String, missing: String)
    /// Nothing in a folder or an archive is a log.
    case noLog(names: [String])
    /// More than one file in a folder or an archive is a log, and they do not belong together.
    case severalLogs(names: [String])
    /// No device in a recording is an accelerometer that can be used; each with the reason.
    case noAccelerometer(reasons: [String])
    /// No device in a recording has the name that was given.
    case unknownDevice(String, known: [String])
    /// A recording of events without the device's own description.
    case noDescription(sibling: String)
    /// Packed bytes cannot be unpacked.
    case packed(format: String, reason: String)
    /// Packed bytes end before their end.
    case cutOff(format: String)
    /// A file of an archive has a password.
    case encrypted(name: String)
    /// It is packed, or written, in a way that is not read here; `command` would make it one that is.
    case foreign(format: String, command: String)
    /// Hardly any of so many lines is of use.
    case idle(lines: Int, useful: Int)
    /// More comes out of packed bytes than any log has.
    case tooLarge(format: String, limit: Int)
    /// An archive is cut off in or behind a file, and what is left is of no use.
    indirect case cutArchive(last: String, ImportError)
    /// One file of a folder or an archive is at fault.
    indirect case member(name: String, ImportError)
    /// A call failed.
    case system(SystemError)

    /// True where the rest of the log can still be read.
    package var isSkippable: Bool {
        switch self {
        case .log(let error): error.isSkippable
        case .field: true
        case .member(_, let error): error.isSkippable
        case .unusableColumns, .roundedTimes, .noTable, .option, .foreignFile, .incomplete, .noLog,
            .severalLogs,
            .noAccelerometer, .unknownDevice,
            .noDescription, .packed, .cutOff, .encrypted, .foreign, .idle, .tooLarge, .cutArchive,
            .system:
            false
        }
    }
}

extension ImportError {
    /// What is missing where a file of an export is empty.
    static let wholeExport = "the export again, made while the phone has room for it"
    /// What to do where times are rounded to nothing.
    static let fileBefore = "a spreadsheet rounded its times away: take the file as it was before"

    /// What to do where rows have the same time.
    package static let cureOfRepetition =
        "give its times with more digits, or of a table the rows a second: --sample-rate HZ"

    /// True where a log, or the file of it that matters, has come to its end without a reading.
    package var isOfNoReading: Bool {
        switch self {
        case .log(.empty): true
        case .member(_, let error): error.isOfNoReading
        default: false
        }
    }

    /// The line of a row that goes back in time, in whichever file.
    package var backwardLine: Int? {
        switch self {
        case .log(.timeWentBack(let line, _, _)): line
        case .member(_, let error): error.backwardLine
        default: nil
        }
    }
}

extension ImportError {
    /// True of a row that has the time of the row before it, in whichever file.
    package var repeatsTime: Bool {
        switch self {
        case .log(.timeWentBack(_, let got, let previous)): Self.bare(got) == Self.bare(previous)
        case .member(_, let error): error.repeatsTime
        default: false
        }
    }

    /// A time without the zeroes that its decimals end with.
    private static func bare(_ time: String) -> Substring {
        guard time.contains(".") else { return time[...] }
        var bare = time[...]
        while bare.last == "0" { bare.removeLast() }
        if bare.last == "." { bare.removeLast() }
        return bare
    }
}

extension ImportError: CustomStringConvertible {
    /// What happened, quoting what was given.
    package var description: String {
        switch self {
        case .log(let error): error.description
        case .field(let line, let column, let got, let expected):
            "line \(line), column \(column): expected \(expected), got \(got.quoted)"
        case .unusableColumns(let line, let got, let reason, _):
            "line \(line): the columns \(got.quoted) hold \(reason)"
        case .roundedTimes(let first): "no row of it can be read: \(first)"
        case .noTable(let first, let columns):
            "no line has \(columns.count(where: { $0 != "-" })) numbers where the columns "
                + "\(columns.joined(separator: ",")) say; the first is \(first.quoted)"
        case .option(let name, let reason): "\(name) makes no sense here: \(reason)"
        case .foreignFile(let kind): "it is \(kind.words), and not read here"
        case .incomplete(let name, let reason, _): "\(name.excerpt) holds \(reason)"
        case .noLog(let names):
            names.isEmpty ? "there is no file in it to read" : "none of these is a log: \(Self.list(names))"
        case .severalLogs(let names): "more than one of these is a log: \(Self.list(names))"
        case .noAccelerometer(let reasons):
            reasons.isEmpty
                ? "the recording describes no device"
                : "no accelerometer in the recording: \(Self.list(reasons))"
        case .unknownDevice(let name, _): "the recording has no device \"\(name.excerpt)\""
        case .noDescription: "the recording holds events, and not what the device's counts mean"
        case .packed(let format, let reason): "the \(format) data cannot be unpacked: \(reason)"
        case .cutOff(let format): "the \(format) data are cut off"
        case .encrypted(let name): "\(name.excerpt) has a password"
        case .foreign(let format, _): "it is in \(format), which is not read here"
        case .idle(let lines, let useful):
            "of its first \(lines) lines \(useful == 0 ? "none is" : "only \(useful) are") of a recording"
        case .tooLarge(let format, let limit): "the \(format) data unpacks to more than \(limit >> 20) MiB"
        case .cutArchive(let last, let error):
            "the zip is cut off in or behind \(last.excerpt): \(error.description)"
        case .member(let name, let error): "\(name.excerpt): \(error.description)"
        case .system(let error): error.description
        }
    }

    /// What to try.
    package var hint: String {
        switch self {
        case .log(.timeWentBack) where repeatsTime: "the row was left out; " + Self.cureOfRepetition
        case .log(.unknownFormat), .log(.missingColumns):
            "give a .tiltlog, evemu, libinput record, evtest, umockdev events, Sensor Logger, phyphox, Physics Toolbox, "
                + "AndroSensor, EuRoC, TUM RGB-D, or CSV with the header t,ax,ay,az[,gx,gy,gz] in s, m/s² and rad/s; "
                + "of any other table, tell the columns: --columns t,ax,ay,az, and where it holds a chip's counts "
                + "--accel-scale, the m/s² of one"
        case .log(let error): error.hint
        case .field: "the line was left out"
        case .unusableColumns(_, _, _, let cure): cure
        case .roundedTimes: Self.fileBefore
        case .noTable: "count the columns again; - stands for one that is not read"
        case .option("--columns", let reason) where reason.hasPrefix("none"):
            "name the column of times t, or give the rows a second: --sample-rate HZ"
        case .option: "leave it out"
        case .foreignFile(let kind): kind.hint
        case .incomplete(_, _, let missing): "give \(missing)"
        case .noLog(let names): names.isEmpty ? "give the recording itself" : "name a log in it"
        case .severalLogs: "name one of them; unpack an archive first"
        case .noAccelerometer:
            "record an accelerometer; where one does not say what its counts are, give --accel-scale, "
                + "and --device where it does not say that it is one"
        case .unknownDevice(_, let known):
            known.isEmpty ? "the recording describes no device" : Self.list(known)
        case .noDescription(let sibling):
            "put \(sibling) of umockdev-record beside it, or record with evemu-record"
        case .packed, .cutOff: "copy or pack the file again"
        case .encrypted: "unpack it with the password, and give what comes out"
        case .foreign(_, let command): "`\(command)`, then give what comes out"
        case .idle: "give the recording of the sensor without what stands between its rows"
        case .tooLarge: "unpack it yourself, and give what is a log in it"
        case .cutArchive(_, .incomplete(_, _, let missing)):
            "copy the file again, or export it again; to be read it lacks \(missing)"
        case .cutArchive: "copy the file again, or export it again"
        case .member(_, let error): error.hint
        case .system(let error): error.hint ?? ""
        }
    }

    /// At most eight of the texts, with commas.
    private static func list(_ texts: [String]) -> String {
        texts.prefix(8).map { $0.onOneLine(limit: 120) }.joined(separator: ", ")
            + (texts.count > 8 ? " and \(texts.count - 8) more" : "")
    }
}
