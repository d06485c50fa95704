import TiltCore

/// Finds what belongs together among files: acceleration, gravity and rates of a phone, or the one log there is.
struct GroupImport {
    /// Files of an export that are looked at; more are no export.
    private static let mostFiles = 256

    private let group: any FileGroup
    private let options: ImportOptions

    init(_ group: any FileGroup, _ options: ImportOptions) {
        self.group = group
        self.options = options
    }

    /// The readings of a folder or an archive as a whole.
    func readings() throws(ImportError) -> any ReadingSource {
        let names = group.names.filter { !$0.split(separator: "/").dropLast().contains("meta") }
        var files: [GroupFile] = []
        for name in names.prefix(Self.mostFiles) {
            if let file = try GroupFile(name, in: group, options), file.content != .other {
                files.append(file)
            }
        }
        let found = try Recording.all(in: files)
        guard found.count < 2 else { throw .severalLogs(names: found.map { $0.main.name }) }
        guard let only = found.first else { throw .noLog(names: group.names) }
        return only.main.isTable ? try join(only.main, with: only.tables) : try only.main.readings(.init())
    }

    /// Files of one recording: the tables of one program in one directory, or a log that is whole in one file.
    private struct Recording {
        /// What has the forces.
        let main: GroupFile
        var tables: [GroupFile] = []

        /// The recordings that have forces; where there are none, the first that has anything.
        static func all(in files: [GroupFile]) throws(ImportError) -> [Recording] {
            var recordings: [Recording] = files.filter { !$0.isTable }.map { Recording(main: $0) }
            var rest = files.filter { $0.isTable }
            var useless: [Recording] = []
            while let first = rest.first {
                let tables = rest.filter { $0.isBeside(first) }
                rest.removeAll { $0.isBeside(first) }
                for content in [TableContent.acceleration, .linear, .gravity, .rates] {
                    let same = tables.filter { $0.content == content }
                    guard let main = same.first else { continue }
                    // Another of the same is of another recording.
                    guard same.count == 1 else { throw .severalLogs(names: same.map { $0.name }) }
                    let hasForces = content == .acceleration || content == .linear
                    let recording = Recording(main: main, tables: tables)
                    if hasForces { recordings.append(recording) } else { useless.append(recording) }
                    break
                }
            }
            return recordings.isEmpty ? Array(useless.prefix(1)) : recordings
        }
    }

    /// The readings of one table with what is beside it and belongs to it; `name` is its own in the group.
    func readings(besides name: String, _ format: TableFormat) throws(ImportError) -> any ReadingSource {
        var tables: [GroupFile] = []
        for candidate in group.names.prefix(Self.mostFiles)
        where candidate == name || Self.partners.contains(FileName(candidate).stem) {
            guard let file = try GroupFile(candidate, in: group, options), file.format == .table(format)
            else {
                continue
            }
            tables.append(file)
        }
        guard let table = tables.first(where: { $0.name == name }) else { throw .noLog(names: [name]) }
        return try join(table, with: tables)
    }

    /// Names under which phones export what goes with an accelerometer.
    private static let partners = ["Accelerometer", "Gravity", "Gyroscope"]

    private func join(_ table: GroupFile, with tables: [GroupFile]) throws(ImportError) -> any ReadingSource {
        let phone = phone(tables)
        func first(_ content: TableContent) -> GroupFile? { tables.first { $0.content == content } }
        let forces: any ReadingSource
        switch table.content {
        case .acceleration:
            forces = try table.readings(phone)
        case .linear, .gravity:
            guard table.format == .table(.sensorLogger), let linear = first(.linear),
                let gravity = first(.gravity)
            else { throw incomplete(table) }
            forces = GravitySum(linear: try linear.readings(phone), gravity: try gravity.readings(phone))
        case .rates, .other:
            throw incomplete(table)
        }
        guard let rates = first(.rates) else { return forces }
        return RateMerge(
            accelerometer: forces, gyroscope: try rates.readings(phone), names: [table.name, rates.name])
    }

    private func incomplete(_ table: GroupFile) -> ImportError {
        let isSensorLogger = table.format == .table(.sensorLogger)
        let missing: String
        switch table.content {
        case .linear where isSensorLogger: missing = "Gravity.csv beside it, or TotalAcceleration.csv"
        case .gravity where isSensorLogger: missing = "Accelerometer.csv beside it, or TotalAcceleration.csv"
        case .linear: missing = "a recording of \"Acceleration (with g)\""
        case .other where isSensorLogger && SensorLogger.content(named: FileName(table.name).stem) == nil:
            return Self.nameless(table.name)
        case .other:
            return .unusableColumns(line: 1, got: table.header, reason: table.content.words)
        default: missing = "the folder or zip of the whole export"
        }
        return .incomplete(name: table.name, reason: table.content.words, missing: missing)
    }

    /// The refusal of a table of Sensor Logger without its own name.
    static func nameless(_ name: String) -> ImportError {
        .incomplete(
            name: name, reason: "one sensor of Sensor Logger, and only the name of the file would tell which",
            missing: "it as TotalAcceleration.csv, or the folder or zip of the whole export")
    }

    /// The phone that Sensor Logger's `Metadata.csv` tells of.
    private func phone(_ tables: [GroupFile]) -> SensorLogger.Phone {
        guard let table = tables.first(where: { $0.format == .table(.sensorLogger) }) else { return .init() }
        let directory = FileName(table.name).directory
        let metadata = group.names.first {
            FileName($0).last == "Metadata.csv" && FileName($0).directory == directory
        }
        guard let name = metadata else { return .init() }
        do throws(ImportError) {
            let lines = LineSource(try group.open(name))
            var texts: [String] = []
            // One record of two, but a phone's name may have line feeds in it.
            while texts.count < 16, let next = try lines.next() {
                guard case .whole(let line) = next else { break }
                texts.append(String(decoding: line, as: UTF8.self))
            }
            return SensorLogger.phone(metadata: texts.joined(separator: "\n"))
        } catch {
            return .init()
        }
    }
}
