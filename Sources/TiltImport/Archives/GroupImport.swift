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
        guard let last = group.lastBeforeCut else { return try found() }
        do throws(ImportError) { return CutReadings(try found(), last: last) } catch {
            throw .cutArchive(last: last, error)
        }
    }

    private func found() throws(ImportError) -> any ReadingSource {
        // A workbook of Excel since 2007 is a zip of XML (ECMA-376).
        if group.names.contains(where: { $0.hasPrefix("xl/") }) { throw .foreignFile(.spreadsheet) }
        let names = group.names.filter { !$0.split(separator: "/").dropLast().contains("meta") }
        var files: [GroupFile] = []
        for name in names.prefix(Self.mostFiles) {
            if let file = try GroupFile(name, in: group, options), file.content != .other {
                files.append(file)
            }
        }
        let found = try Recording.all(in: files)
        guard found.count < 2 else { throw .severalLogs(names: found.map { $0.main.name }) }
        guard let only = found.first else { return try guessed(names) }
        // What a program wrote besides is none of these.
        let others = names.prefix(Self.mostFiles).filter { name in
            !files.contains { $0.name == name } && GroupFile.looksLikeLog(name, in: group, options)
        }
        let isUseless = [.gravity, .rates].contains(only.main.content)
        if isUseless, let other = others.first {
            guard others.count == 1 else { throw .severalLogs(names: others) }
            return LeftFiles(try guessed([other]), taken: other, left: files.map { $0.name })
        }
        let readings =
            only.main.isTable ? try join(only.main, with: only.tables) : try only.main.readings(.init())
        return others.isEmpty ? readings : LeftFiles(readings, taken: only.main.name, left: others)
    }

    /// The only table of no known format that can be read by its names and numbers.
    private func guessed(_ names: [String]) throws(ImportError) -> any ReadingSource {
        var found: [(name: String, readings: any ReadingSource)] = []
        var refusal: ImportError?
        for name in names.prefix(Self.mostFiles) {
            do throws(ImportError) {
                guard let readings = try GroupFile.guessed(name, in: group, options) else { continue }
                found.append((name, readings))
            } catch {
                refusal = refusal ?? .member(name: name, error)
            }
        }
        guard found.count < 2 else { throw .severalLogs(names: found.map { $0.name }) }
        if let only = found.first { return only.readings }
        for name in names.prefix(Self.mostFiles) {
            if let kind = try GroupFile.foreign(name, in: group) {
                throw .member(name: name, .foreignFile(kind))
            }
        }
        throw refusal ?? .noLog(names: group.names)
    }

    /// The refusal of what has the name of a phone's recording and is none; `nil` where no file has.
    func misnamed() throws(ImportError) -> ImportError? {
        let name = group.names.first { SensorLogger.content(named: FileName($0).stem) != nil }
        guard let name else { return nil }
        return try isNoLog(name)
    }

    /// The refusal of a file by how it begins.
    private func isNoLog(_ name: String) throws(ImportError) -> ImportError {
        let start = try PackedBytes.unpacked(try group.open(name)).start
        let line = start.prefix { $0 != 0x0a }.prefix(256)
        return .member(name: name, .log(.unknownFormat(firstLine: String(decoding: line, as: UTF8.self))))
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
                for content in contents(in: tables) {
                    let same = tables.filter { $0.content == content }
                    guard let main = same.first else { continue }
                    // Another of the same is of another recording.
                    guard same.count == 1 || content == .rates else {
                        throw .severalLogs(names: same.map { $0.name })
                    }
                    let hasForces = content != .gravity && content != .rates
                    let recording = Recording(main: main, tables: tables)
                    if hasForces { recordings.append(recording) } else { useless.append(recording) }
                    break
                }
            }
            return recordings.isEmpty ? Array(useless.prefix(1)) : recordings
        }

        /// What is taken for the forces, the best first: gravity must be in them.
        private static func contents(in tables: [GroupFile]) -> [TableContent] {
            let canAdd = tables.contains { $0.content == .gravity }
            return [.acceleration] + (canAdd ? [.linear, .uncalibrated] : [.uncalibrated, .linear])
                + [.gravity, .rates]
        }
    }

    /// The readings of one table with what is beside it and belongs to it; `name` is its own in the group.
    func readings(besides name: String, _ format: TableFormat) throws(ImportError) -> any ReadingSource {
        var tables: [GroupFile] = []
        // However many other files there are, as in a folder of downloads.
        let own = SensorLogger.name(FileName(name).stem)
        let partners = group.names.filter { candidate in
            let other = SensorLogger.name(FileName(candidate).stem)
            return candidate != name && Self.partners.contains(other.sensor) && other.rest == own.rest
        }
        for candidate in [name] + partners.prefix(Self.mostFiles) {
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
    private static let partners = ["Accelerometer", "Gravity", "Gyroscope", "GyroscopeUncalibrated"]

    /// Names under which phones export the specific force, or what it can be made of.
    private static let forces = ["TotalAcceleration", "AccelerometerUncalibrated", "Accelerometer"]

    private func join(_ table: GroupFile, with tables: [GroupFile]) throws(ImportError) -> any ReadingSource {
        var phone = try PhoneLookup(group: group, options: options).phone(of: table, among: tables)
        var partner = phone
        partner.guesses = []
        var rates = table.hasRates ? nil : Self.rates(in: tables)
        for other in try strangers(beside: table, tables) {
            phone.guesses.append(other.words)
            if other.name == rates?.name { rates = nil }
        }
        if let name = rates?.name, rates?.ownName.sensor.hasPrefix("Gyro") == false {
            phone.guesses.append("\(name.excerpt), which lies beside, is taken for its rates")
        }
        if rates == nil, !table.hasRates, let stray = try strayRates(beside: table, tables) {
            phone.guesses.append(stray)
        }
        func first(_ content: TableContent) -> GroupFile? { tables.first { $0.content == content } }
        let forces: any ReadingSource
        switch table.content {
        case .acceleration, .uncalibrated:
            forces = try table.readings(phone)
        case .linear, .gravity:
            guard table.format == .table(.sensorLogger), let linear = first(.linear),
                let gravity = first(.gravity)
            else { throw try incomplete(table, beside: tables) }
            forces = GravitySum(
                linear: try linear.readings(phone), gravity: try gravity.readings(partner),
                names: (linear.name, gravity.name))
        case .rates, .other:
            throw try incomplete(table, beside: tables)
        }
        guard let rates else { return forces }
        return RateMerge(
            accelerometer: forces, gyroscope: try rates.readings(partner), names: [table.name, rates.name])
    }

    /// What is said of a file that has a gyroscope's name, and nothing of this recording's in it; `nil` where there is none.
    private func strayRates(beside table: GroupFile, _ tables: [GroupFile]) throws(ImportError) -> String? {
        let directory = FileName(table.name).directory
        let rest = table.ownName.rest
        let stray = (group.names + group.emptyNames).first { name in
            let own = SensorLogger.name(FileName(name).stem)
            return own.sensor == "Gyroscope" && own.rest == rest && FileName(name).directory == directory
                && !tables.contains { $0.name == name }
        }
        guard let stray else { return nil }
        if group.names.contains(stray), let file = try GroupFile(stray, in: group, options),
            case .table(let theirs) = file.format, case .table(let ours) = table.format, theirs != ours
        {
            return "\(stray.excerpt) is a table of \(theirs.sensorName), and \(table.name.excerpt) one of "
                + "\(ours.sensorName): they are of two recordings, and its rates are left out"
        }
        return "\(stray.excerpt) is no table of it, and its rates are missing: is it empty or cut off?"
    }

    /// Files whose beginnings are compared.
    private static let mostCompared = 16

    /// The tables that begin when this one does not, by the clock of the day: they are of other recordings.
    private func strangers(
        beside table: GroupFile, _ tables: [GroupFile]
    ) throws(ImportError) -> [(name: String, words: String)] {
        guard table.format == .table(.sensorLogger), let start = try table.start() else { return [] }
        var strangers: [(name: String, words: String)] = []
        for other in tables.prefix(Self.mostCompared) where other.name != table.name {
            guard let theirs = try other.start() else { continue }
            let seconds = theirs.seconds(since: start)
            guard seconds.magnitude > RateMerge.longestLag else { continue }
            strangers.append(
                (
                    other.name,
                    "\(other.name.excerpt) begins \(Self.span(seconds.magnitude)) \(seconds < 0 ? "before" : "after") "
                        + "\(table.name.excerpt): it is of another recording, and not read"
                ))
        }
        return strangers
    }

    /// A time in words: minutes, hours or days.
    private static func span(_ seconds: Double) -> String {
        let (number, unit) =
            seconds < 7200
            ? (seconds / 60, "minutes")
            : seconds < 172_800 ? (seconds / 3600, "hours") : (seconds / 86_400, "days")
        var buffer = ByteBuffer(capacity: 24)
        buffer.append(number, decimals: 0)
        return buffer.text + " " + unit
    }

    /// The file with the rates: the calibrated one, else one that is named so, else any.
    private static func rates(in tables: [GroupFile]) -> GroupFile? {
        let rates = tables.filter { $0.content == .rates }
        return rates.first { $0.ownName.sensor == "Gyroscope" }
            ?? rates.first { $0.ownName.sensor.hasPrefix("Gyro") } ?? rates.first
    }

    private func incomplete(
        _ table: GroupFile, beside tables: [GroupFile]
    ) throws(ImportError) -> ImportError {
        let isSensorLogger = table.format == .table(.sensorLogger)
        let missing: String
        switch table.content {
        case .linear where isSensorLogger:
            if let other = try stranger("Gravity", beside: table) { return other }
            missing = "Gravity.csv beside it, or TotalAcceleration.csv"
        case .gravity where isSensorLogger:
            if let other = try stranger("Accelerometer", beside: table) { return other }
            missing = "Accelerometer.csv beside it, or TotalAcceleration.csv"
        case .linear: missing = "a recording of \"Acceleration (with g)\""
        case .other where isSensorLogger && SensorLogger.content(named: FileName(table.name).stem) == nil:
            return Self.nameless(table.name)
        case .other:
            return .unusableColumns(
                line: 1, got: table.header, reason: table.content.words, cure: table.content.cure)
        default:
            if table.content == .rates, let other = try instead(of: table) {
                return .incomplete(name: table.name, reason: table.content.words, missing: other)
            }
            for stem in Self.forces where !tables.contains(where: { $0.ownName.sensor == stem }) {
                if let other = try stranger(stem, beside: table) { return other }
            }
            missing = "the accelerometer's file beside it, or the folder or zip of the whole export"
        }
        return .incomplete(name: table.name, reason: table.content.words, missing: missing)
    }

    /// What to give in the place of a table of rates: the accelerometer's beside it, which takes them along; `nil`
    /// where none is there.
    private func instead(of table: GroupFile) throws(ImportError) -> String? {
        let directory = FileName(table.name).directory
        var found: [GroupFile] = []
        for name in group.names where FileName(name).directory == directory && name != table.name {
            let own = SensorLogger.name(FileName(name).stem)
            guard Self.forces.contains(own.sensor) || own.sensor == "Gravity",
                let file = try GroupFile(name, in: group, options), file.isBeside(table)
            else { continue }
            found.append(file)
        }
        let hasGravity = found.contains { $0.content == .gravity }
        for content in [.acceleration, .uncalibrated] + (hasGravity ? [TableContent.linear] : []) {
            guard let file = found.first(where: { $0.content == content }) else { continue }
            return "\(file.name.excerpt) instead, which lies beside it and takes its rates along"
        }
        return nil
    }

    /// The refusal of the file that is missing, where one of its name is there and is something else.
    private func stranger(_ stem: String, beside table: GroupFile) throws(ImportError) -> ImportError? {
        let directory = FileName(table.name).directory
        func isMeant(_ name: String) -> Bool {
            FileName(name).stem == stem && FileName(name).directory == directory
        }
        if let name = group.emptyNames.first(where: isMeant) {
            return .incomplete(name: name, reason: "nothing", missing: ImportError.wholeExport)
        }
        let names = group.names.filter(isMeant)
        // What is a log is only none of this recording.
        guard let name = names.first, try GroupFile(name, in: group, options) == nil else { return nil }
        return try isNoLog(name)
    }

    /// The refusal of a table of Sensor Logger without its own name.
    static func nameless(_ name: String) -> ImportError {
        .incomplete(
            name: name, reason: "one sensor of Sensor Logger, and only the name of the file would tell which",
            missing: "the folder or zip of the whole export, or the file under the name it was exported with")
    }
}
