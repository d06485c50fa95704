import TiltCore

/// What the name of a stranger's column says of it: a quantity, an axis, a unit.
struct ColumnName: Equatable {
    /// A quantity of a motion sensor.
    enum Quantity: Equatable {
        case time
        /// The specific force, if gravity is in it.
        case acceleration
        /// Acceleration that is called linear: without gravity on phones, with it in ROS.
        case linear
        case rate
        /// An axis of nobody knows what.
        case bare
        /// An axis of a sensor that is called by its chip, perhaps.
        case unknown
    }

    let quantity: Quantity
    /// 0 to 2; `nil` for a time.
    let axis: Int?
    /// What is left of the name: the same for the three axes of one sensor.
    let group: String
    /// The unit that stands there; ``UnitName/none`` where none does.
    let unit: UnitName

    private static let accelerations: Set = [
        "a", "acc", "acce", "accel", "accele", "accelero", "acceleration", "accelerometer", "aceleracion",
        "aceleracao", "beschleunigung", "acceleratie", "gf",
    ]
    private static let rates: Set = [
        "g", "gy", "gyr", "gyro", "gyroscope", "w", "omega", "angular", "ang", "angvel", "rotation", "rot",
        "rotationrate",
    ]
    private static let linear: Set = ["lin", "linear", "linacc", "linaccel", "linearacceleration"]
    private static let times: Set = [
        "t", "time", "times", "timestamp", "timestamps", "datetime", "elapsed", "seconds", "sec", "secs",
        "millis", "milliseconds", "micros", "microseconds", "nanos", "nanoseconds", "ms", "us", "ns", "zeit",
        "tiempo", "tempo", "temps", "unix", "epoch", "utc",
    ]
    /// Words of columns that are something else, or are made from many readings.
    private static let strangers: Set = [
        "mag", "magn", "magnetometer", "magnetic", "grav", "gravity", "user", "useracceleration", "body",
        "mean", "avg", "std", "var", "max", "min", "mad", "energy", "fft", "jerk", "orientation",
        "quaternion",
        "quat", "euler", "pos", "position", "vel", "speed", "bias", "offset", "gps", "label", "angle",
        "pitch",
        "roll", "yaw", "sma", "entropy", "abs", "absolute", "norm", "magnitude", "covariance", "touch",
        // As EuRoC names positions, quaternions and the biases of sensors.
        "p", "q", "b",
    ]
    /// Words that say nothing.
    private static let fillers: Set = ["axis", "value", "values", "data", "raw", "sensor", "imu"]
    /// Words at the end that may be a unit together, as in `acc_x_m_s2`.
    private static let mostUnitWords = 3

    /// The sensor that a word names by which rows tell theirs, as `ACCE`, `UncalGyro`, `TYPE_ACCELEROMETER`; `nil` for
    /// others, such as a rotation vector.
    static func sensor(named word: String) -> Quantity? {
        let words = Set(words(word).filter { $0.count > 1 })
        guard words.isDisjoint(with: strangers.union(linear)) else { return nil }
        if !words.isDisjoint(with: accelerations) { return .acceleration }
        return words.contains { $0.hasPrefix("gyr") } ? .rate : nil
    }

    /// Reads the name of a column; `nil` where it is nothing of a motion sensor.
    init?(_ name: String) {
        let (bare, unit) = Self.parts(name)
        var axis: Int?
        var said: Set<String> = []
        var rest: [String] = []
        let words = Self.words(bare)
        // `gy_x` is the x of a gyroscope, and `gy` alone its y.
        let standsAlone = words.contains { ["x", "y", "z"].contains($0) }
        for word in words {
            if axis == nil, let (found, before) = Self.axis(of: word), before.isEmpty || !standsAlone {
                axis = found
                if !before.isEmpty { said.insert(before) }
                rest.append(before)
            } else {
                if word.first?.isLetter ?? false { said.insert(word) }
                rest.append(word)
            }
        }
        self.unit = unit
        self.axis = axis
        group = rest.joined(separator: " ")
        guard axis != nil else {
            let isTime = !said.isDisjoint(with: Self.times) || said.contains { $0.hasSuffix("timestamp") }
            guard isTime else { return nil }
            quantity = .time
            return
        }
        let isRate = !said.isDisjoint(with: Self.rates)
        let strange = said.intersection(Self.strangers)
        // An angular velocity is no velocity.
        guard strange.isEmpty || isRate && strange.isSubset(of: ["vel", "speed"]) else { return nil }
        if !said.isDisjoint(with: Self.linear) {
            quantity = .linear
        } else if !said.isDisjoint(with: Self.accelerations) {
            quantity = .acceleration
        } else if isRate {
            quantity = .rate
        } else if said.isSubset(of: Self.fillers) {
            quantity = .bare
        } else {
            quantity = .unknown
        }
    }

    /// The name without its unit, and the unit: `Acc X (m/s^2)`, `acc_x[g]`, `AccX_g`.
    ///
    /// An axis may be a number in brackets, as in PX4's `accelerometer_m_s2[0]`.
    private static func parts(_ name: String) -> (name: String, unit: UnitName) {
        for (number, axis) in [("[0]", "_x"), ("[1]", "_y"), ("[2]", "_z")] where name.hasSuffix(number) {
            let (bare, unit) = parts(String(name.dropLast(3)))
            return (bare + axis, unit)
        }
        if let brackets = lastBrackets(name), brackets.lowerBound > name.startIndex {
            let bare = String(name[..<brackets.lowerBound])
            let unit = UnitName(String(name[brackets].dropFirst()))
            // What is none is a remark, and one may stand before it: `acc_x_mg (left)`.
            return unit.isUnit || unit.isMotion || unit.time != nil ? (bare, unit) : parts(bare)
        }
        // As GnssLogger's `UncalAccelXMps2` and `UncalGyroXRadPerSec`.
        for ending in ["Mps2", "RadPerSec"] where name.hasSuffix(ending) {
            return (String(name.dropLast(ending.count)), UnitName(ending))
        }
        let marks = name.indices.filter { name[$0] == "_" || name[$0] == " " }.suffix(mostUnitWords)
        for mark in marks where mark > name.startIndex {
            let unit = UnitName(String(name[mark...].dropFirst()))
            if unit.isMotion { return (String(name[..<mark]), unit) }
        }
        return (name, .none)
    }

    /// The last brackets with what is in them, which may be brackets again: `(m/(s^2))`; without the closing one.
    private static func lastBrackets(_ name: String) -> Range<String.Index>? {
        let (opening, closing) = ("([", ")]")
        guard let last = name.lastIndex(where: { opening.contains($0) }) else { return nil }
        guard let end = name.lastIndex(where: { closing.contains($0) }), end > last else {
            return last..<name.endIndex
        }
        var depth = 0
        for index in name[..<name.index(after: end)].indices.reversed() {
            if closing.contains(name[index]) { depth += 1 }
            if opening.contains(name[index]) { depth -= 1 }
            if depth == 0 { return index..<end }
        }
        return last..<end
    }

    /// The unit that the name of a column tells, whatever else it says.
    static func unit(in name: String) -> UnitName { parts(name).unit }

    /// The words and numbers of a name, parted by whatever is neither, and by capitals behind small letters.
    private static func words(_ name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character = " "
        for character in name {
            let isPart = character.isLetter || character.isNumber
            let isNew =
                !isPart || character.isNumber != last.isNumber || character.isUppercase && last.isLowercase
            if isNew, !word.isEmpty {
                words.append(word)
                word = ""
            }
            if isPart { word += character.lowercased() }
            last = character
        }
        return word.isEmpty ? words : words + [word]
    }

    /// The axis that a word is or ends with, and what stands before it: `x`, `ax`, `accx`, `gfx`.
    private static func axis(of word: String) -> (axis: Int, before: String)? {
        guard let last = word.last, let axis = ["x", "y", "z"].firstIndex(of: String(last)) else {
            return nil
        }
        let before = String(word.dropLast())
        let isKnown =
            before.isEmpty || accelerations.contains(before) || rates.contains(before)
            || linear.contains(before)
        return isKnown ? (axis, before) : nil
    }
}
