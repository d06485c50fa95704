import CLinux
import LinuxSystem
import TiltCore

/// Where every log begins to be read, whatever its format: it is told by content, not by name.
package enum Import {
    /// Bytes looked at to tell a format, at most: comments may stand before the first telling line.
    static let longestStart = 64 * 1024
    /// Levels of directories below one that is given in which a log is looked for.
    private static let deepestLevel = 3

    /// Opens the log at `path`; `-` is standard input, the process's own unless another descriptor is given.
    ///
    /// - Throws: ``ImportError`` where the file cannot be opened. What is wrong in it shows while it is read.
    package static func open(
        _ path: String, _ options: ImportOptions = .init(), standardInput: CInt = STDIN_FILENO
    ) throws(ImportError) -> ImportedLog {
        let file = try FileBytes(path, standardInput: standardInput)
        if file.isDirectory {
            return try readings(below: path, file, options)
        }
        let name = FilePath.inputName(path)
        guard path != "-" else {
            return ImportedLog(
                try readings(file, name: name, NoFiles(), options, again: nil), file: file,
                options)
        }
        let folder = Folder(of: path)
        let origin: ByteOrigin? =
            file.size == nil ? nil : { FilePart(file, from: 0, count: file.count) }
        return ImportedLog(
            try readings(file, name: name, folder, options, again: origin), file: file, in: folder,
            options)
    }

    /// Opens a log that is in memory and is handed out `piece` bytes at a time, for tests and fuzzing.
    package static func log(
        in bytes: [UInt8], _ options: ImportOptions = .init(), piece: Int = 1 << 16
    ) throws(ImportError) -> ImportedLog {
        ImportedLog(
            try readings(
                MemoryBytes(bytes, piece: piece), name: "memory", NoFiles(), options,
                again: { MemoryBytes(bytes, piece: piece) }), file: nil, options)
    }

    /// Reads arbitrary bytes to their end and throws everything away: what a fuzzer calls.
    ///
    /// - Throws: ``ImportError`` where nothing more can be read.
    package static func read(_ bytes: [UInt8]) throws(ImportError) {
        let log = try log(in: bytes)
        while true {
            do throws(ImportError) {
                guard try log.next() != nil else { return }
            } catch {
                guard error.isSkippable else { throw error }
            }
        }
    }

    /// The log in a directory: of the files in it, else of those a level deeper, as EuRoC's `mav0/imu0/data.csv`.
    private static func readings(below path: String, _ file: FileBytes, _ options: ImportOptions)
        throws(ImportError) -> ImportedLog
    {
        try refuseColumns(options, "a folder")
        var levels = 0
        while true {
            let folder = Folder(path, levels: levels)
            do throws(ImportError) {
                return ImportedLog(
                    try GroupImport(folder, options).readings(), file: file, in: folder,
                    options)
            } catch {
                guard case .noLog = error else { throw error }
                guard levels < deepestLevel else {
                    throw try GroupImport(folder, options).misnamed() ?? error
                }
                levels += 1
            }
        }
    }

    /// The readings of an archive, of a table with what is beside it, or of one file, whose bytes come from `origin` again.
    private static func readings(
        _ source: any ByteSource, name: String, _ group: any FileGroup, _ options: ImportOptions,
        again origin: ByteOrigin?
    ) throws(ImportError) -> any ReadingSource {
        let bytes = try PackedBytes.unpacked(source)
        // An archive without a file has nothing but its directory's end.
        if [[0x50, 0x4b, 0x03, 0x04], [0x50, 0x4b, 0x05, 0x06]].contains(where: bytes.start.starts) {
            try refuseColumns(options, "an archive")
            return try GroupImport(try archive(source, bytes), options).readings()
        }
        if let kind = ForeignFile(start: bytes.start) { throw .foreignFile(kind) }
        if let columns = options.columns {
            if LogFormat(start: bytes.start, isWhole: true) == .native,
                LogFormat.neutralHeader(bytes.start) == nil
            {
                throw .option("--columns", reason: LogFormat.tellsItself)
            }
            if let kinds = RowKinds.find(bytes.lines), !columns.reads(kinds.column) {
                let table = try ToldTable(kinds, columns, bytes, options, again: origin)
                let phone = Phone(sign: options.platform?.sign ?? 1, guesses: table.guesses)
                return try kinds.readings(bytes, table.options, columns, phone)
            }
            let table = try ToldTable(.table(.columns(columns)), bytes, options, again: origin)
            return FileReadings(bytes, table.reader(name: name))
        }
        if let guess = try ColumnGuess(bytes, options, again: origin) { return try guess.readings(bytes) }
        let format = try format(bytes).told(by: options, start: bytes.start)
        var described: RecordedDevice?
        switch format {
        case .table(.sensorLogger), .table(.phyphox):
            let own = FileName(name).last
            if case .table(let table) = format, group.names.contains(own) {
                return try GroupImport(group, options).readings(besides: own, table)
            }
            if format == .table(.sensorLogger) { throw GroupImport.nameless(name) }
        case .evemu, .umockdevScript:
            described = try UmockdevDescription.beside(FileName(name).last, in: group)
        case .native, .table(.columns):
            return FileReadings(
                bytes, try ToldTable(format, bytes, options, again: origin).reader(name: name))
        case .libinput, .evtest, .table: break
        }
        return FileReadings(
            format.lines(bytes, name: name), format.reader(options, name: name, described: described))
    }

    /// The format of a file that is no archive; a .tiltlog, whose reader says what is wrong, where none is known.
    private static func format(_ bytes: PeekedBytes) throws(ImportError) -> LogFormat {
        if let told = LogFormat(start: bytes.start, isWhole: true) { return told }
        if let packing = ForeignPacking(start: bytes.start) {
            throw .foreign(format: packing.format, command: packing.command)
        }
        // No log begins with such a line, and its end may never come.
        if bytes.start.count >= longestStart, !bytes.start.contains(0x0a) {
            throw .log(.unknownFormat(firstLine: String(decoding: bytes.start.prefix(256), as: UTF8.self)))
        }
        return .native
    }

    /// Columns are told of one table.
    private static func refuseColumns(_ options: ImportOptions, _ what: String) throws(ImportError) {
        guard options.columns != nil else { return }
        throw .option("--columns", reason: "it tells the columns of one table, and this is \(what)")
    }

    /// A zip archive: read where it lies, or gathered where it comes through a pipe or is itself packed.
    private static func archive(_ source: any ByteSource, _ bytes: PeekedBytes) throws(ImportError)
        -> ZipArchive
    {
        if !bytes.isUnpacked, let file = source as? FileBytes, file.size != nil {
            return try ZipArchive(file)
        }
        return try ZipArchive(try GatheredBytes(bytes))
    }
}
