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

    private let sample: TableSample
    private let columns: [ColumnName?]
    private var told: [String] = []

    /// Looks at the beginning of a file; `nil` where it is of a known format, or no line names three axes of acceleration.
    ///
    /// - Throws: ``ImportError`` where one does, and there is no gravity in them or no time beside them.
    init?(_ bytes: PeekedBytes, _ options: ImportOptions) throws(ImportError) {
        let start = bytes.start
        guard LogFormat(start: start, isWhole: true) == nil, ForeignPacking(start: start) == nil else {
            return nil
        }
        var lines = start.split(separator: 0x0a, omittingEmptySubsequences: false)
        // The last may go on.
        if !bytes.isWhole { lines.removeLast() }
        let named = TableSample.named(lines) { names in
            let columns = names.map { ColumnName($0) }
            return Self.forces.contains { !Self.groups($0, columns).isEmpty }
        }
        guard let sample = named ?? TableSample.nameless(lines) else { return nil }
        self.sample = sample
        self.options = options
        columns = sample.names.map { ColumnName($0) }
        guard let (force, quantity) = Self.force(in: sample, columns), let length = sample.length(force)
        else {
            return nil
        }
        let isCounted = try setUnit(of: force, quantity, length)
        let rates = isCounted && options.rateUnit == nil ? nil : Self.groups(.rate, columns).first
        if let rates { setUnit(ofRates: rates) }
        let time = try setTime(force)
        let list = ColumnList(
            roles: columns.indices.map { column in
                if column == time { return "t" }
                if let axis = force.firstIndex(of: column) { return ["ax", "ay", "az"][axis] }
                if let axis = rates?.firstIndex(of: column) { return ["gx", "gy", "gz"][axis] }
                return "-"
            })
        self.options.columns = list
        told.insert("--columns " + list.names.joined(separator: ","), at: 0)
        phone.guesses = [
            "it is of no format that this program knows; by its names and numbers it is read as "
                + told.joined(separator: " ") + ", which you can give otherwise"
        ]
        setSign()
    }

    /// Reads the table.
    var reader: any LineReader {
        TableReader(.columns(options.columns ?? ColumnList(roles: [])), options, phone: phone)
    }

    /// What may be the specific force, the best first.
    private static let forces: [ColumnName.Quantity] = [.acceleration, .linear, .bare, .unknown]

    /// The three columns that are the specific force: as long as gravity, where there is a choice or the name is poor.
    private static func force(in sample: TableSample, _ columns: [ColumnName?]) -> (
        [Int], ColumnName.Quantity
    )? {
        for quantity in forces {
            let groups = groups(quantity, columns)
            let spread = quantity == .unknown ? 0.92...1.08 : 0.5...1.5
            let heavy = groups.first { group in
                let length = sample.length(group) ?? 0
                return [1, standardGravity, 1000].contains { spread ~= length / $0 }
            }
            if let heavy { return (heavy, quantity) }
            if quantity != .bare, quantity != .unknown, let first = groups.first { return (first, quantity) }
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
        if options.accelScale == nil, options.accelerationUnit == nil {
            if let named = Self.accelerationUnit(columns[force[0]]?.unit ?? "") {
                options.accelerationUnit = named
            } else {
                switch length {
                case ..<3.13: options.accelerationUnit = .g
                case ..<40: options.accelerationUnit = .metres
                case 500..<1500: options.accelerationUnit = .thousandths
                default: isCounted = true
                }
            }
            if let unit = options.accelerationUnit { told.append("--unit " + unit.rawValue) }
        }
        if isCounted {
            var buffer = ByteBuffer(capacity: 24)
            buffer.append(significant: standardGravity / length)
            options.accelScale = DecimalParser.double(buffer.text)
            told.append("--accel-scale " + buffer.text)
        }
        let metres = length * (options.accelScale ?? options.accelerationUnit?.scale ?? 1)
        // A bare x is anything; what is called linear has gravity in ROS.
        let isLinear = quantity == .linear && !(0.5...1.5 ~= metres / standardGravity)
        guard metres >= Self.leastLength, !isLinear else {
            throw .unusableColumns(
                line: sample.line, got: sample.text,
                reason: TableContent.linear.words,
                cure: TableContent.linear.cure)
        }
        return isCounted
    }

    private static func accelerationUnit(_ text: String) -> AccelerationUnit? {
        switch text {
        case "g", "gs", "g-force": .g
        case "mg", "milli-g", "millig": .thousandths
        default:
            text.hasPrefix("m") && text.contains("s") && text.contains("2") || text.hasSuffix("s²")
                || text == "mss" ? .metres : nil
        }
    }

    private mutating func setUnit(ofRates rates: [Int]) {
        guard options.rateUnit == nil else { return }
        let unit = columns[rates[0]]?.unit ?? ""
        if unit.contains("rad") {
            options.rateUnit = .radians
        } else if unit.contains("deg") || unit.contains("dps") || unit.contains("°") {
            options.rateUnit = .degrees
        } else {
            let sizes = rates.flatMap { sample.numbers($0) }.compactMap { $0?.magnitude }.sorted()
            let large = sizes.isEmpty ? 0 : sizes[sizes.count * 19 / 20]
            options.rateUnit = large > Self.mostRadians ? .degrees : .radians
        }
        if let unit = options.rateUnit { told.append("--rate-unit " + unit.rawValue) }
    }

    /// Finds the column of times and its unit.
    private mutating func setTime(_ force: [Int]) throws(ImportError) -> Int? {
        guard options.sampleRate == nil else { return nil }
        let named = columns.indices.filter { columns[$0]?.quantity == .time }
        let candidates = named.isEmpty && !force.contains(0) ? [0] : named
        for column in candidates {
            let unit = options.timeUnit ?? TimeUnit(named: columns[column]) ?? sample.timeUnit(column)
            guard sample.rises(column, unit) else { continue }
            if options.timeUnit == nil, unit != .seconds { told.append("--time-unit " + unit.rawValue) }
            options.timeUnit = unit
            return column
        }
        // HyperIMU says above: `@ Date:…, Sampling Rate:100ms`.
        let rate = sample.head.compactMap { line in
            line.split(separator: ":").last.flatMap {
                $0.hasSuffix("ms") ? DecimalParser.double(String($0.dropLast(2))) : nil
            }
        }
        if let milliseconds = rate.first, 1...10_000 ~= milliseconds {
            let hertz = 1000 / milliseconds
            told.append("--sample-rate " + hertz.shortText)
            options.sampleRate = hertz
            return nil
        }
        let list = columns.indices.map { column in
            force.firstIndex(of: column).map { ["ax", "ay", "az"][$0] } ?? "-"
        }
        throw .unusableColumns(
            line: sample.line, got: sample.text,
            reason: "acceleration, and no times that rise from row to row",
            cure:
                "say how often it was read: --columns \(ColumnList(roles: list).names.joined(separator: ",")) --sample-rate 50"
        )
    }

    private mutating func setSign() {
        guard options.platform == nil else {
            phone.sign = options.platform?.sign ?? 1
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

extension TimeUnit {
    /// The unit that the name of a column tells; `nil` where it tells none.
    init?(named column: ColumnName?) {
        let words = Set((column?.group ?? "").split(separator: " ").map(String.init))
        func has(_ names: String...) -> Bool {
            names.contains(column?.unit ?? "") || !words.isDisjoint(with: names)
        }
        if has("ms", "msec", "millis", "milliseconds") {
            self = .milliseconds
        } else if has("us", "µs", "usec", "micros", "microseconds") {
            self = .microseconds
        } else if has("ns", "nsec", "nanos", "nanoseconds") {
            self = .nanoseconds
        } else if has("s", "sec", "secs", "seconds") {
            self = .seconds
        } else {
            return nil
        }
    }
}
