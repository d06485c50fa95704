/// The kinds of value a setting may have, each with its reader, its writer and the words for what it expects.
extension Setting {
    /// A decimal number within `range`; `zero` says what 0 stands for where that is something else.
    static func number(
        _ section: SettingsSection, _ key: String, unit: String = "", _ range: ClosedRange<Double>,
        zero: String? = nil, _ meaning: String, _ access: @escaping Access<Double>
    ) -> Setting {
        let zeroText = zero.map { "; 0 " + $0 } ?? ""
        return Setting(
            section, key, unit: unit, expected: "a number" + words(for: range, unit: unit) + zeroText,
            meaning,
            parse: { (text) throws(SettingRefusal) in try decimal(text, in: range) },
            print: { $0.shortText }, access)
    }

    /// A decimal number within `range`, or a word for none.
    static func number(
        _ section: SettingsSection, _ key: String, unit: String = "", _ range: ClosedRange<Double>,
        orNone word: String, _ meaning: String, _ access: @escaping Access<Double?>
    ) -> Setting {
        Setting(
            section, key, unit: unit, expected: "a number" + words(for: range, unit: unit) + ", or " + word,
            meaning,
            parse: { (text) throws(SettingRefusal) in text == word ? nil : try decimal(text, in: range) },
            print: { $0?.shortText ?? word }, access)
    }

    /// A whole number within `range`.
    static func integer(
        _ section: SettingsSection, _ key: String, unit: String = "", _ range: ClosedRange<Int>,
        _ meaning: String, _ access: @escaping Access<Int>
    ) -> Setting {
        Setting(
            section, key, unit: unit,
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            meaning,
            parse: { (text) throws(SettingRefusal) in
                guard let number = DecimalParser.integer(text) else {
                    throw SettingRefusal(whyNoNumber(text))
                }
                guard let number = Int(exactly: number), range.contains(number) else {
                    throw SettingRefusal()
                }
                return number
            },
            print: { $0.description }, access)
    }

    /// The permission bits of a file, in octal.
    static func fileMode(
        _ section: SettingsSection, _ key: String, _ meaning: String, _ access: @escaping Access<UInt32>
    ) -> Setting {
        Setting(
            section, key, expected: "an octal file mode from 0000 to 0777", meaning,
            parse: { (text) throws(SettingRefusal) in
                guard 3...4 ~= text.utf8.count, let mode = UInt32(text, radix: 8), mode <= 0o777,
                    text.utf8.first != UInt8(ascii: "+")
                else { throw SettingRefusal() }
                return mode
            },
            print: { mode in
                let digits = String(mode, radix: 8)
                return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
            },
            access)
    }

    /// One of a few words.
    static func choice<Value: Equatable & Sendable>(
        _ section: SettingsSection, _ key: String, unit: String = "",
        _ choices: [(text: String, value: Value)],
        _ meaning: String, _ access: @escaping Access<Value>
    ) -> Setting {
        Setting(
            section, key, unit: unit, words: choices.map { $0.text }, meaning,
            set: { settings, place in access(&settings) { $0 = choices[place].value } },
            get: { settings in
                var settings = settings
                var place: Int?
                access(&settings) { value in place = choices.firstIndex { $0.value == value } }
                return place
            })
    }

    /// The most bytes of a socket's path: `sun_path` holds 108 with the closing NUL.
    package static let longestSocketPath = 107

    /// An absolute path that fits into a `sockaddr_un`, or nothing.
    static func socketPath(
        _ section: SettingsSection, _ key: String, _ meaning: String, _ access: @escaping Access<String>
    ) -> Setting {
        Setting(
            section, key, expected: "an absolute path of at most \(longestSocketPath) bytes, or nothing",
            meaning,
            parse: { (text) throws(SettingRefusal) in
                guard text.isEmpty || text.utf8.first == UInt8(ascii: "/"),
                    text.utf8.count <= longestSocketPath, !hasControlCharacters(text)
                else {
                    throw SettingRefusal(whyNotPlain(text))
                }
                return text
            },
            print: { $0 }, access)
    }

    /// A name of at most 255 bytes, or nothing.
    static func name(
        _ section: SettingsSection, _ key: String, expected: String, _ meaning: String,
        _ access: @escaping Access<String>
    ) -> Setting {
        Setting(
            section, key, expected: expected, meaning,
            parse: { (text) throws(SettingRefusal) in
                let first = text.utf8.first
                guard first != UInt8(ascii: "\""), first != UInt8(ascii: "'"), text.utf8.count <= 255,
                    !hasControlCharacters(text)
                else {
                    throw SettingRefusal(whyNotPlain(text))
                }
                return text
            },
            print: { $0 }, access)
    }

    /// Two numbers in points, by a comma.
    static func offset(
        _ section: SettingsSection, _ key: String, _ range: ClosedRange<Double>, _ meaning: String,
        _ access: @escaping Access<ShadowOffset>
    ) -> Setting {
        Setting(
            section, key, unit: "points", expected: "two numbers x, y" + words(for: range, unit: "points"),
            meaning,
            parse: { (text) throws(SettingRefusal) in
                let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
                guard parts.count == 2 else { throw SettingRefusal(whyNotPlain(text)) }
                return ShadowOffset(
                    x: try decimal(String(Substring(parts[0])).trimmingSpaces, in: range),
                    y: try decimal(String(Substring(parts[1])).trimmingSpaces, in: range))
            },
            print: { $0.x.shortText + ", " + $0.y.shortText }, access)
    }

    /// A mount matrix, or nothing.
    static func mountMatrix(
        _ section: SettingsSection, _ key: String, _ meaning: String, _ access: @escaping Access<MountMatrix?>
    ) -> Setting {
        Setting(
            section, key,
            expected: "three rows of three numbers, such as 0, 1, 0; -1, 0, 0; 0, 0, 1, or nothing",
            meaning,
            parse: { (text) throws(SettingRefusal) in
                guard !text.isEmpty else { return nil }
                do throws(MountMatrixError) {
                    return try MountMatrix(parsing: text)
                } catch {
                    throw SettingRefusal(error.description)
                }
            },
            print: { $0?.description ?? "" }, access)
    }
}

/// What the kinds of setting share: reading a number within a range, and saying why a text is none.
extension Setting {
    /// The number that the whole of `text` writes, refused outside `range`.
    static func decimal(_ text: String, in range: ClosedRange<Double>) throws(SettingRefusal) -> Double {
        guard let number = DecimalParser.double(text) else { throw SettingRefusal(whyNoNumber(text)) }
        guard range.contains(number) else { throw SettingRefusal() }
        return number
    }

    /// The words `from 1 to 200, in Hz`.
    static func words(for range: ClosedRange<Double>, unit: String) -> String {
        let bounds = " from " + range.lowerBound.shortText + " to " + range.upperBound.shortText
        return unit.isEmpty ? bounds : bounds + ", in " + unit
    }

    /// The habit of another file format that `text` shows, where there is one: a unit, a comma, a comment, quotes.
    static func whyNoNumber(_ text: String) -> String? {
        if let why = whyNotPlain(text) { return why }
        let bytes = Array(text.utf8)
        let digits = bytes.prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
        guard digits.contains(where: { $0 &- 48 < 10 }), digits.count < bytes.count else { return nil }
        return bytes[digits.count] == UInt8(ascii: ",")
            ? "write a point, not a comma" : "write the number alone, without a unit"
    }

    /// As ``whyNoNumber(_:)``, for a text that needs no number.
    static func whyNotPlain(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let first = bytes.first else { return "nothing stands after the equals sign" }
        if hasControlCharacters(text) { return "write it without control characters" }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return "write it without quotes" }
        return bytes.contains(UInt8(ascii: "#")) ? "a comment needs a line of its own" : nil
    }

    /// True for a text that a line of a file could not hold, or that would reach a terminal as a command.
    static func hasControlCharacters(_ text: String) -> Bool { text.utf8.contains { $0 < 32 || $0 == 127 } }
}

/// Why a text is no value of a setting.
struct SettingRefusal: Error, Equatable {
    /// What is wrong with it beyond not being what was expected; `nil` where the expectation says it all.
    let detail: String?

    init(_ detail: String? = nil) { self.detail = detail }
}
