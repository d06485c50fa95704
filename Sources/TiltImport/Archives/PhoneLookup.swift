import TiltCore

/// Finds out whose signs and units a phone's tables have: what the export tells, else what its numbers show.
struct PhoneLookup {
    /// Rows that are looked at.
    private static let rows = 1000
    /// Rows of two sensors at the same time of which most must agree to the nanosecond, and at least so many.
    private static let (leastShare, leastRows) = (0.9, 5)
    /// Lengths of the specific force below this are in g, above it in m/s²: the geometric mean of 1 and 9.81.
    private static let limitOfG = 3.13

    let group: any FileGroup
    let options: ImportOptions

    /// The phone that exported `table`, with `tables` beside it.
    func phone(of table: GroupFile, among tables: [GroupFile]) throws(ImportError) -> Phone {
        let directory = FileName(table.name).directory
        switch table.format {
        case .table(.phyphox):
            return Phone(name: text(of: "meta/device.csv", in: directory).flatMap(Phyphox.model))
        case .table(.sensorLogger):
            let own = table.ownName
            let text =
                text(of: own.before + "Metadata" + own.after + ".csv", in: directory)
                ?? text(of: "Metadata.csv", in: directory)
            let metadata = text.map(SensorLogger.metadata) ?? .init()
            var phone = Phone(name: metadata.name)
            if table.content == .uncalibrated { try measure(table, &phone) }
            if let platform = options.platform ?? metadata.platform {
                phone.sign = metadata.isStandardised ? 1 : platform.sign
                if try !opposes(metadata, table, tables, &phone) {
                    try contradict(metadata, table, tables, &phone)
                }
            } else if try !opposes(metadata, table, tables, &phone) {
                try guess(table, tables, &phone)
            }
            return phone
        default: return Phone()
        }
    }

    /// Tells the unit of an uncalibrated accelerometer, and with it the system: iOS measures in g.
    private func measure(_ table: GroupFile, _ phone: inout Phone) throws(ImportError) {
        guard options.accelerationUnit == nil, options.accelScale == nil else { return }
        var lengths: [Double] = []
        try table.read(Self.rows) { reading in
            if let force = reading.accelerometer {
                lengths.append((force.x * force.x + force.y * force.y + force.z * force.z).squareRoot())
            }
        }
        guard !lengths.isEmpty else { return }
        let length = lengths.sorted()[lengths.count / 2]
        phone.unit = length < Self.limitOfG ? .g : .metres
        let (unit, other) =
            length < Self.limitOfG ? (AccelerationUnit.g, AccelerationUnit.metres) : (.metres, .g)
        var buffer = ByteBuffer(capacity: 16)
        buffer.append(length, decimals: 2)
        phone.guesses.append(
            "it is taken to be in \(unit.words), as its middle length is \(buffer.text); "
                + "--unit \(other.rawValue) overrules that")
    }

    /// Guesses the system, whose signs go with it.
    private func guess(_ table: GroupFile, _ tables: [GroupFile], _ phone: inout Phone) throws(ImportError) {
        // Only Android has acceleration and gravity in one file in m/s².
        guard table.content != .acceleration else { return }
        let (platform, reason): (Platform, String)
        if table.content == .uncalibrated {
            guard let unit = phone.unit else { return }
            (platform, reason) =
                unit == .g ? (.ios, "iOS measures in g") : (.android, "Android measures in m/s²")
        } else {
            switch try sharedTimes(table, tables).map({ $0 >= Self.leastShare }) {
            case true?: (platform, reason) = (.ios, Self.shared)
            case false?:
                (platform, reason) = (.android, "its sensors have time stamps of their own, as on Android")
            case nil: (platform, reason) = (.android, "no Metadata.csv tells the phone")
            }
        }
        phone.sign = platform.sign
        let (whose, other) =
            platform == .ios ? ("those of iOS", Platform.android) : ("Android's", Platform.ios)
        phone.guesses.append(
            "\(reason): signs are taken for \(whose); --platform \(other.rawValue) has the opposite")
    }

    /// Says where acceleration points the other way than the gravity beside it: files of two phones were mixed.
    ///
    /// Two files against one: what `Metadata.csv` tells is gravity's, and the acceleration is of the other system.
    private func opposes(
        _ metadata: SensorLogger.Metadata, _ table: GroupFile, _ tables: [GroupFile], _ phone: inout Phone
    ) throws(ImportError) -> Bool {
        guard options.platform == nil, table.content == .acceleration,
            let gravity = tables.first(where: { $0.content == .gravity })
        else { return false }
        let (force, pull) = (try mean(of: table), try mean(of: gravity))
        let product = force.x * pull.x + force.y * pull.y + force.z * pull.z
        let lengths = (force.length * pull.length)
        guard lengths > 0, product < -0.5 * lengths else { return false }
        if let platform = metadata.platform, !metadata.isStandardised { phone.sign = -platform.sign }
        let (name, other) = phone.sign > 0 ? ("Android's", Platform.ios) : ("those of iOS", .android)
        phone.guesses.append(
            "\(gravity.name.excerpt) points the other way than \(table.name.excerpt): they are of two phones; "
                + "signs are taken for \(name); --platform \(other.rawValue) has the opposite")
        return true
    }

    /// The mean of the first accelerations of a table, in its own numbers.
    private func mean(of table: GroupFile) throws(ImportError) -> Acceleration<SensorAxes> {
        var sum = Acceleration<SensorAxes>.zero
        try table.read(Self.rows) { reading in
            guard let counts = reading.accelerometer else { return }
            sum = sum + Acceleration(x: counts.x, y: counts.y, z: counts.z)
        }
        return sum
    }

    /// Says where what `Metadata.csv` tells cannot be: files of two phones were mixed.
    private func contradict(
        _ metadata: SensorLogger.Metadata, _ table: GroupFile, _ tables: [GroupFile], _ phone: inout Phone
    ) throws(ImportError) {
        guard options.platform == nil, let platform = metadata.platform,
            let share = try sharedTimes(table, tables)
        else { return }
        // Sensors that are read at rates of their own share few times on iOS, too.
        let reason =
            switch platform {
            case .android where share >= Self.leastShare: Self.shared
            case .ios where share == 0: "its sensors share no time stamp at all, as on Android"
            case .android, .ios: ""
            }
        guard !reason.isEmpty else { return }
        let (name, other) = platform == .ios ? ("iOS", Platform.android) : ("Android", .ios)
        phone.guesses.append(
            "Metadata.csv says \(name), and \(reason): are they of two phones? "
                + "--platform \(other.rawValue) has the opposite signs")
    }

    private static let shared =
        "its sensors have the same time stamps to the nanosecond, as only iOS has them"

    /// The share of the gyroscope's times that are the accelerometer's, too; `nil` where that cannot be told.
    private func sharedTimes(_ table: GroupFile, _ tables: [GroupFile]) throws(ImportError) -> Double? {
        guard [.linear, .gravity, .acceleration].contains(table.content),
            let rates = tables.first(where: { $0.ownName.sensor == "Gyroscope" })
        else { return nil }
        var (forces, turns): ([Timestamp], [Timestamp]) = ([], [])
        try table.read(Self.rows) { forces.append($0.time) }
        try rates.read(Self.rows) { turns.append($0.time) }
        guard let first = forces.first, let last = forces.last, first <= last else { return nil }
        let together = turns.filter { (first...last).contains($0) }
        guard together.count >= Self.leastRows else { return nil }
        let times = Set(forces.map { $0.nanoseconds })
        let same = together.count { times.contains($0.nanoseconds) }
        return Double(same) / Double(together.count)
    }

    /// The first lines of a small file; `nil` where there is none.
    private func text(of name: String, in directory: String) -> String? {
        do throws(ImportError) {
            let lines = LineSource(try group.open(directory.isEmpty ? name : directory + "/" + name))
            var texts: [String] = []
            // A record of Metadata.csv is two lines, but a phone's name may have line feeds in it.
            while texts.count < 64, let next = try lines.next() {
                guard case .whole(let line) = next else { break }
                texts.append(String(decoding: line, as: UTF8.self))
            }
            return texts.joined(separator: "\n")
        } catch {
            return nil
        }
    }
}
