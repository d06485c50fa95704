import TiltCore

/// What a stranger's table is, made out of the names of its columns and of the numbers under them.
///
/// Nothing of it is certain: it is said as the options that would have told it, so that any can be given otherwise.
struct ColumnGuess {
    /// The options that were given, and those that were guessed.
    private(set) var options: ImportOptions
    /// Whose signs they are, and what is said of all this.
    private(set) var phone = Phone()

    /// Lengths of the specific force, in m/s², below which gravity cannot be in it.
    private static let leastLength = 3.0
    /// Rates of which one in twenty is above this are degrees: 2000 °/s is 35 rad/s.
    private static let mostRadians = 35.0
    /// Lengths of the specific force, in g, that no unit is doubted for.
    private static let usualLengths = 0.5...2.0

    /// True where the names or the units of columns say that they are acceleration.
    let isNamed: Bool

    private let sample: TableSample
    /// How rows tell their sensor, where they do.
    private let kinds: RowKinds?
    private let columns: [ColumnName?]
    private var told: [String] = []
    /// Why some of that is so.
    private var reasons: [String] = []

    /// Looks at the beginning of a file; `nil` where it is of a known format, or no line names three axes of acceleration.
    ///
    /// Where the numbers tell the unit of its rates, those of the whole file at `origin` do.
    /// - Throws: ``ImportError`` where one does, and there is no gravity in them or no time beside them.
    init?(
        _ bytes: PeekedBytes, _ options: ImportOptions, again origin: ByteOrigin? = nil
    ) throws(ImportError) {
        let start = bytes.start
        guard LogFormat(start: start, isWhole: true) == nil, ForeignPacking(start: start) == nil else {
            return nil
        }
        let all = bytes.lines
        kinds = RowKinds.find(all)
        let lines = kinds.map { $0.lines(of: $0.force, all) } ?? all
        let named = TableSample.named(lines) { names in
            let columns = names.map { ColumnName($0) }
            return Self.forces.contains { !Self.groups($0, columns).isEmpty }
        }
        let found =
            if let named { named as TableSample? } else {
                try TableSample.nameless(lines, isTold: kinds != nil)
            }
        guard let sample = found else { return nil }
        self.sample = sample
        self.options = options
        columns = sample.names.map { ColumnName($0) }
        let isTold = options.accelerationUnit != nil || options.accelScale != nil
        guard let (force, quantity) = Self.force(in: sample, columns, isTold: isTold) else {
            if let error = Self.ofNoUnit(sample, columns) { throw error }
            return nil
        }
        isNamed =
            quantity == .acceleration || quantity == .linear
            || columns[force[0]]?.unit.acceleration != nil
        guard let length = sample.length(force) else {
            guard quantity == .acceleration || quantity == .linear else { return nil }
            throw Self.tooFewRows(sample)
        }
        let isCounted = try setUnit(of: force, quantity, length)
        let time = try setTime(force)
        let rates = isCounted && options.rateUnit == nil ? nil : Self.groups(.rate, columns).first
        let list = ColumnList(
            roles: columns.indices.map { column in
                if column == time?.column { return "t" }
                if let axis = force.firstIndex(of: column) { return ["ax", "ay", "az"][axis] }
                if kinds == nil, let axis = rates?.firstIndex(of: column) { return ["gx", "gy", "gz"][axis] }
                return "-"
            })
        self.options.columns = list
        if let kinds {
            if let rate = kinds.rate {
                try setUnit(
                    ofRates: force, in: sample.with(rows: kinds.lines(of: rate, all)), of: bytes,
                    again: origin)
            }
        } else if let rates {
            try setUnit(ofRates: rates, in: sample, of: bytes, again: origin)
        }
        if options.timeUnit == nil, let time, time.unit != .seconds {
            told.append("--time-unit " + time.unit.rawValue)
        }
        if options.sampleRate == nil, let rate = self.options.sampleRate {
            told.append("--sample-rate " + rate.shortText)
        }
        if named == nil, rates == nil, kinds == nil { sayWhatIsLeft(time, force) }
        if named != nil { sayWhatIsPassedOver(list) }
        told.insert("--columns " + list.names.joined(separator: ","), at: 0)
        phone.guesses.insert(
            "it is of no format that this program knows; by its names and numbers it is read as "
                + told.joined(separator: " ") + ", which you can give otherwise"
                + (reasons.isEmpty ? "" : " (" + reasons.joined(separator: "; ") + ")"), at: 0)
        setSign(force)
    }

    /// Says that a nameless table has as many columns more as a gyroscope, and how those would be told.
    private mutating func sayWhatIsLeft(_ time: TimeColumn?, _ force: [Int]) {
        let starts = [force[0] + 3, force[0] - 3]
        let free = starts.first { start in
            start >= 0 && start + 3 <= columns.count && !(start..<start + 3 ~= (time?.column ?? -1))
                && (start..<start + 3).allSatisfy { column in sample.numbers(column).contains { $0 != nil } }
        }
        guard let free else { return }
        let names = (0..<max(free, force[0]) + 3).map { column in
            if column == time?.column { return "t" }
            if force[0]..<force[0] + 3 ~= column { return ["ax", "ay", "az"][column - force[0]] }
            return free..<free + 3 ~= column ? ["gx", "gy", "gz"][column - free] : "-"
        }
        phone.guesses.append(
            "columns \(free + 1) to \(free + 3) are not read, as nothing names them: where they are rates, give --columns "
                + names.joined(separator: ",") + " and --rate-unit")
    }

    /// Names the columns of the header that are not read.
    private mutating func sayWhatIsPassedOver(_ list: ColumnList) {
        let names = sample.names.indices.filter { !list.reads($0) && $0 != kinds?.column }
            .map { sample.names[$0] }
        if let words = ColumnList.passedOver(names) { phone.guesses.append(words) }
    }

    /// The refusal of a time and three axes of no name that no unit makes as long as gravity; `nil` of any other table.
    private static func ofNoUnit(_ sample: TableSample, _ columns: [ColumnName?]) -> ImportError? {
        guard columns.contains(where: { $0?.quantity == .time }),
            let axes = groups(.bare, columns).first, let length = sample.length(axes)
        else { return nil }
        return .unusableColumns(
            line: sample.line, got: sample.text,
            reason: "three axes of nobody knows what, which are usually \(text(length)) long: "
                + "gravity is 1 g, 9.81 m/s² or 1000 mg",
            cure: "where they are acceleration with gravity, tell its unit: --unit g, m/s2 or mg, "
                + "or --accel-scale, the m/s² of 1")
    }

    private static func tooFewRows(_ sample: TableSample) -> ImportError {
        let rows = sample.rowCount
        return .unusableColumns(
            line: sample.line, got: sample.text,
            reason: rows == 0
                ? "acceleration, and the table has no rows"
                : "acceleration, and \(rows) \(rows == 1 ? "row is" : "rows are") too few to guess by",
            cure: rows == 0
                ? "give one that has, or export it again"
                : "tell what they are: --columns t,ax,ay,az, --unit, --time-unit")
    }

    /// Reads the table, whose beginning was looked at.
    func readings(_ bytes: PeekedBytes) throws(ImportError) -> any ReadingSource {
        let columns = options.columns ?? ColumnList(roles: [])
        if let kinds { return try kinds.readings(bytes, options, columns, phone) }
        return FileReadings(bytes, TableReader(.columns(columns), options, phone: phone))
    }

    /// What may be the specific force, the best first.
    private static let forces: [ColumnName.Quantity] = [.acceleration, .linear, .bare, .unknown]

    /// The three columns that are the specific force: as long as gravity, where there is a choice or the name is poor.
    ///
    /// Where a person tells their unit (`isTold`), whatever is there is they.
    private static func force(in sample: TableSample, _ columns: [ColumnName?], isTold: Bool) -> (
        [Int], ColumnName.Quantity
    )? {
        for quantity in forces {
            let groups = groups(quantity, columns)
            let spread = quantity == .unknown ? 0.92...1.08 : 0.5...1.5
            let heavy = groups.first { group in
                let length = sample.length(group) ?? 0
                let told = columns[group[0]]?.unit.acceleration.map { [standardGravity / $0.scale] } ?? []
                return ([1, standardGravity, 1000] + told).contains { spread ~= length / $0 }
            }
            if let heavy { return (heavy, quantity) }
            let isNamed = quantity == .acceleration || quantity == .linear
            if isNamed || isTold && quantity == .bare, let first = groups.first { return (first, quantity) }
        }
        return nil
    }

    /// The threes of columns that are the axes of one sensor.
    private static func groups(_ quantity: ColumnName.Quantity, _ columns: [ColumnName?]) -> [[Int]] {
        var groups: [[Int]] = []
        for column in columns where column?.quantity == quantity {
            let group = (0..<3).compactMap { axis in
                columns.firstIndex {
                    $0?.quantity == quantity && $0?.axis == axis && $0?.group == column?.group
                }
            }
            if group.count == 3, !groups.contains(group) { groups.append(group) }
        }
        return groups
    }

    /// Sets the unit of the specific force; true where that is the counts of a chip.
    private mutating func setUnit(
        of force: [Int], _ quantity: ColumnName.Quantity, _ length: Double
    ) throws(ImportError) -> Bool {
        var isCounted = false
        let isGuess = options.accelScale == nil && options.accelerationUnit == nil
        if options.accelScale == nil, options.accelerationUnit == nil {
            if let named = try told(of: force, { $0.acceleration }, "acceleration", Self.cureOfAcceleration) {
                options.accelerationUnit = named
            } else {
                switch length {
                case ..<3.13: options.accelerationUnit = .g
                case ..<40: options.accelerationUnit = .metres
                case 500..<1500: options.accelerationUnit = .thousandths
                default: isCounted = true
                }
                reasons.append("its acceleration is usually \(Self.text(length)) long")
            }
            if let unit = options.accelerationUnit { told.append("--unit " + unit.rawValue) }
        }
        if isCounted {
            var buffer = ByteBuffer(capacity: 24)
            buffer.append(significant: standardGravity / length)
            options.accelScale = DecimalParser.double(buffer.text)
            told.append("--accel-scale " + buffer.text)
        }
        let scale = options.accelScale ?? options.accelerationUnit?.scale ?? 1
        if isGuess, sample.hasNoGravity(force, standardGravity / scale) {
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: "what looks like linear acceleration: no gravity in it, as its directions cancel out",
                cure: TableContent.linear.cure + "; where it is in there, tell its unit: --unit g")
        }
        let metres = length * scale
        // A bare x is anything; what is called linear has gravity in ROS.
        let isLinear = quantity == .linear && !(0.5...1.5 ~= metres / standardGravity)
        guard metres >= Self.leastLength, !isLinear else {
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: TableContent.linear.words,
                cure: TableContent.linear.cure)
        }
        if !Self.usualLengths.contains(metres / standardGravity) {
            phone.guesses.append(
                "its acceleration is usually \(Self.text(metres / standardGravity)) times gravity: is the unit right? "
                    + "--unit or --accel-scale overrule it")
        }
        return isCounted
    }

    private static func text(_ number: Double) -> String {
        var buffer = ByteBuffer(capacity: 24)
        buffer.append(number, decimals: 2)
        return buffer.text
    }

    private static var cureOfAcceleration: String {
        "convert it, and tell its unit: --unit " + list(AccelerationUnit.allCases)
            + "; or --accel-scale, the m/s² of 1"
    }
    private static var cureOfRates: String {
        "convert them, and tell their unit: --rate-unit " + list(RateUnit.allCases)
            + "; or leave them out: --columns t,ax,ay,az"
    }
    private static var cureOfTimes: String {
        "convert them, and tell their unit: --time-unit " + list(TimeUnit.allCases)
            + "; or say how many rows a second there are: --sample-rate HZ"
    }

    private static func list<Unit: RawRepresentable<String>>(_ units: [Unit]) -> String {
        units.dropLast().map { $0.rawValue }.joined(separator: ", ") + " or " + (units.last?.rawValue ?? "")
    }

    /// The unit that the names of the axes of one sensor tell; `nil` where none does.
    ///
    /// - Throws: ``ImportError`` where one tells a unit that is not read here, or not all the same.
    private func told<Unit: Equatable>(
        of axes: [Int], _ unit: (UnitName) -> Unit?, _ quantity: String, _ cure: String
    ) throws(ImportError) -> Unit? {
        var found: (unit: Unit, name: UnitName)?
        for name in axes.compactMap({ columns[$0]?.unit }) {
            guard let own = unit(name) else {
                guard name.isUnit else { continue }
                throw .unusableColumns(
                    line: sample.line, got: sample.text,
                    reason: "\(quantity) in \(name.text.quoted), which is not read here", cure: cure)
            }
            if let found, found.unit != own {
                throw .unusableColumns(
                    line: sample.line, got: sample.text,
                    reason: "\(quantity) in \(found.name.text.quoted) and in \(name.text.quoted)", cure: cure)
            }
            found = (own, name)
        }
        return found?.unit
    }

    /// Sets the unit of the rates: as their names tell, else as gravity turns by them, else by their size in `sample`.
    private mutating func setUnit(
        ofRates rates: [Int], in sample: TableSample, of bytes: PeekedBytes, again origin: ByteOrigin?
    ) throws(ImportError) {
        guard options.rateUnit == nil else { return }
        // What rows tell by a word is in the columns of another sensor.
        if kinds == nil, let named = try told(of: rates, { $0.rate }, "rates", Self.cureOfRates) {
            options.rateUnit = named
        } else {
            let evidence = RateEvidence(over: try readings(try bytes.again(origin)))
            if let fit = evidence.unit {
                options.rateUnit = fit
                reasons.append("gravity turns by its rates in \(fit.rawValue)")
            } else {
                guessUnit(ofRates: rates, in: sample, fitsNeither: evidence.fitsNeither)
            }
        }
        if let unit = options.rateUnit { told.append("--rate-unit " + unit.rawValue) }
    }

    /// Guesses the unit of rates by their size alone.
    private mutating func guessUnit(ofRates rates: [Int], in sample: TableSample, fitsNeither: Bool) {
        let sizes = rates.flatMap { sample.numbers($0) }.compactMap { $0?.magnitude }.sorted()
        let large = sizes.isEmpty ? 0 : sizes[sizes.count * 19 / 20]
        guard large <= Self.mostRadians else {
            options.rateUnit = .degrees
            reasons.append("its rates are as large as \(Self.text(large))")
            return
        }
        options.rateUnit = .radians
        phone.guesses.append(
            "the unit of its rates is a guess: they are small, and "
                + (fitsNeither
                    ? RateEvidence.misfit : "it does not turn enough to tell; --rate-unit deg/s is the other")
        )
    }

    /// Finds the column of times and its unit, or the rate that stands above the table.
    private mutating func setTime(_ force: [Int]) throws(ImportError) -> TimeColumn? {
        guard options.sampleRate == nil else { return nil }
        let absence: TimeColumn.Absence
        do throws(TimeColumn.Absence) {
            let time = try TimeColumn(in: sample, columns, besides: force, unit: options.timeUnit)
            if let reason = time.reason { reasons.append(reason) }
            options.timeUnit = time.unit
            return time
        } catch {
            absence = error
        }
        if let rate = StatedRate(above: sample.head) {
            options.sampleRate = rate.hertz
            if let reason = rate.reason { reasons.append(reason) }
            return nil
        }
        let cure = "say how many rows a second there are: --sample-rate HZ"
        switch absence {
        case .none:
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: "acceleration, and no times that rise from row to row", cure: cure)
        case .rowNumbers:
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: "acceleration, and numbers of rows in the place of times",
                cure: cure + "; or, where they are times, their unit: --time-unit ms")
        case .unknownUnit(let text):
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: "acceleration, and times in \(text.quoted), which is not read here",
                cure: Self.cureOfTimes)
        case .unreadable(let text, let unit):
            let isRounded = DecimalParser.double(text) != nil && text.uppercased().contains("E")
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: "acceleration, and times that are none in \(unit.rawValue), as \(text.quoted)",
                cure: isRounded ? ImportError.fileBefore : "tell their unit: --time-unit ms; or " + cure)
        }
    }

    private mutating func setSign(_ force: [Int]) {
        guard options.platform == nil else {
            phone.sign = options.platform?.sign ?? 1
            return
        }
        guard !sample.isComputedGravity(force) else {
            phone.sign = Platform.ios.sign
            phone.guesses.append(
                "it is always 1 long, as only the gravity that iOS computes is: signs are taken for those of iOS; "
                    + "--platform android has the opposite")
            return
        }
        // SensorLog is an app for iOS only.
        guard sample.names.contains("accelerometerAccelerationX(G)") else {
            phone.guesses.append(
                "its signs are taken as they are, + for what points up at rest; --platform ios has the opposite"
            )
            return
        }
        phone.sign = Platform.ios.sign
        phone.guesses.append(
            "its columns are those of SensorLog: signs are taken for those of iOS; --platform android has the opposite"
        )
    }
}
