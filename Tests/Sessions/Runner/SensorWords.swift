import LinuxSystem
import TiltCore
import TiltSensors

/// What a session says of sensors.
extension VirtualSensor {
    /// Reads one of the words after `sensor NAME:`.
    mutating func begin(_ text: String, line: Int) throws {
        let (word, rest) = text.firstWord
        switch word {
        case "called": called = try Words.quoted(rest, line: line)
        case "on": sysPath = rest
        case "kind":
            guard let kind = SensorDescription.Kind(rawValue: rest) else {
                throw SessionError(line: line, "\(rest) is no kind of sensor")
            }
            self.kind = kind
        case "gyro": hasGyroscope = true
        case "changes":
            reportsOnlyChanges = true
            kind = .evdev
        case "refused": isRefused = true
        case "absent": isPlugged = false
        case "silent": isSilent = true
        case "held": isHeld = true
        case "spikes": hasSpikes = true
        default:
            if rest == "Hz", let rate = Double(word), rate > 0 {
                rateHz = rate
            } else if !(try change(text, line: line)) {
                throw SessionError(line: line, "a sensor does not begin with `\(text)`")
            }
        }
    }

    /// Carries out what the session says of the device; false where it is nothing that it knows.
    mutating func change(_ text: String, line: Int) throws -> Bool {
        let (word, rest) = text.firstWord
        switch (word, rest) {
        case ("roll", _):
            motion.roll = try Words.number(rest, line: line)
            motion.swing = 0
        case ("pitch", _): motion.pitch = try Words.number(rest, line: line)
        case ("sways", _):
            let words = rest.split(separator: " ").map(String.init)
            guard words.count == 4, words[1] == "at", words[3] == "Hz" else {
                throw SessionError(line: line, "expected `sways R at F Hz`")
            }
            motion.swing = try Words.number(words[0], line: line)
            motion.frequency = try Words.number(words[2], line: line)
        case ("rests", ""): motion.swing = 0
        case ("reads", "zeros"): motion.isZero = true
        case ("reads", "again"): motion.isZero = false
        case ("gives", "spikes"): hasSpikes = true
        case ("gives", "none"): hasSpikes = false
        case ("falls", "silent"): isSilent = true
        case ("speaks", ""):
            (isSilent, movesUnheard, isAccelerometerSilent, isStolen) = (false, false, false, false)
        case ("turns", "alone"): isAccelerometerSilent = true
        case ("is", "stolen"): isStolen = true
        case ("appears", ""): isPlugged = true
        case ("moves", "unheard"): (isSilent, movesUnheard) = (true, true)
        case ("opens", ""): (opensAfter, openingError) = (0, nil)
        case ("opens", "never"): opensAfter = nil
        case ("opens", _) where rest.hasPrefix("after "):
            opensAfter = Int64(try Words.number(String(rest.dropFirst(6)), line: line) * 1e9)
        case ("fails", _) where rest.hasPrefix("to open: "):
            openingError = try error(String(rest.dropFirst(9)), call: "open", line: line)
        case ("fails:", _): readingError = try error(rest, call: "read", line: line)
        case ("works", "again"): (readingError, openingError) = (nil, nil)
        case ("is", "held"): isHeld = true
        case ("is", "let go"): (isHeld, openingError) = (false, nil)
        case ("is", _) where rest.hasPrefix("mounted "):
            mounting = Mounting(matrix: try MountMatrix(parsing: String(rest.dropFirst(8))), source: .udev)
        case ("is", _) where rest.hasPrefix("tapped "):
            let words = rest.split(separator: " ").map(String.init)
            guard words.count == 5, words[2] == "at", words[4] == "Hz" else {
                throw SessionError(line: line, "expected `is tapped A at F Hz`")
            }
            motion.tap = try Words.number(words[1], line: line)
            motion.tapFrequency = try Words.number(words[3], line: line)
        case ("is", _) where rest.hasPrefix("named "): id = String(rest.dropFirst(6))
        case ("has", "a gyroscope"): (hasGyroscope, isGyroscopeHeld) = (true, false)
        case ("has", "a held gyroscope"): (hasGyroscope, isGyroscopeHeld) = (true, true)
        case ("frees", "its gyroscope"): (isGyroscopeHeld, reopening) = (false, .gyroscope)
        case ("loses", "its gyroscope"): (hasGyroscope, reopening) = (false, .withoutGyroscope)
        default: return false
        }
        return true
    }

    /// Reads `gone`, `busy by a game`, `silent: reason` or the name of an errno.
    private func error(_ text: String, call: String, line: Int) throws -> SensorError {
        let (word, rest) = text.firstWord
        switch word {
        case "gone": return .gone(path: device)
        case "denied": return .accessDenied(path: device)
        case "busy":
            return .busy(path: device, holder: rest.hasPrefix("by ") ? String(rest.dropFirst(3)) : nil)
        case "silent:": return .silent(path: device, reason: rest)
        case "stolen:": return .stolen(path: device, text: rest)
        case "unsupported:": return .unsupported(path: device, text: rest)
        case "log:": return .log(path: device, text: rest)
        default: return .system(SystemError(call, device, errno: try Words.errno(text, line: line)))
        }
    }
}

/// Parts of lines that several words have.
enum Words {
    private static let errnos: [String: CInt] = [
        "EPERM": 1, "EINTR": 4, "EIO": 5, "ENXIO": 6, "EBADF": 9, "EAGAIN": 11, "ENOMEM": 12, "EACCES": 13,
        "EBUSY": 16, "EEXIST": 17, "ENODEV": 19, "EINVAL": 22, "EMFILE": 24, "EFBIG": 27, "ENOSPC": 28,
        "EPIPE": 32, "ENOSYS": 38,
    ]

    static func errno(_ text: String, line: Int) throws -> CInt {
        guard let number = errnos[text] else {
            throw SessionError(line: line, "\(text) is no errno that is known here")
        }
        return number
    }

    static func number(_ text: String, line: Int) throws -> Double {
        guard let number = Double(text) else { throw SessionError(line: line, "\(text) is no number") }
        return number
    }

    /// Reads `"…"`, `"…" × 300`, and several of them.
    static func quoted(_ text: String, line: Int) throws -> String {
        let characters = Array(text)
        var (result, index) = ("", 0)
        while index < characters.count {
            guard characters[index] == "\"" else {
                throw SessionError(line: line, "expected a text in quotation marks")
            }
            index += 1
            var part = ""
            while index < characters.count, characters[index] != "\"" {
                if characters[index] == "\\", index + 1 < characters.count {
                    index += 1
                    part += try escape(characters, &index, line: line)
                } else {
                    part.append(characters[index])
                }
                index += 1
            }
            index += 1
            var rest = String(characters[min(index, characters.count)...]).trimmed
            var count = 1
            if rest.hasPrefix("×") {
                let (word, after) = String(rest.dropFirst()).trimmed.firstWord
                count = Int(try number(word, line: line))
                rest = after
            }
            result += String(repeating: part, count: count)
            index = characters.count - rest.count
        }
        return result
    }

    private static func escape(_ characters: [Character], _ index: inout Int, line: Int) throws -> String {
        switch characters[index] {
        case "n": return "\n"
        case "u":
            let hex = characters[(index + 1)...].dropFirst().prefix { $0 != "}" }
            guard let scalar = UInt32(String(hex), radix: 16).flatMap(Unicode.Scalar.init) else {
                throw SessionError(line: line, "expected \\u{1f}")
            }
            index += hex.count + 2
            return String(Character(scalar))
        default: return String(characters[index])
        }
    }
}
