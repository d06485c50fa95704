/// Options as a command line has them, for help and for values that are given as text.
extension SubscribeOption {
    /// What stands behind the two dashes: `lookahead-ms`; where a setting has a name there, the same.
    public var longName: String {
        if let option = FrameOption.all.first(where: { $0.setting.name == setting?.name }) {
            return option.name
        }
        return String(
            decoding: key.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self)
    }

    /// The unit of its number, such as `Hz`; empty where it has none.
    public var unit: String { kind == .instant ? "nanoseconds" : setting?.unit ?? "" }

    /// The words it may be; none where it is a number or a flag.
    public var words: [String] {
        switch kind {
        case .word(let words), .words(let words): words
        case .degrees(let numbers): numbers.map { "\($0)" }
        case .number, .instant, .flag: []
        }
    }

    /// What its value may be, with range and unit: `a number from 1 to 200, in Hz`.
    public var expectation: String {
        switch kind {
        case .number(let range): "a number" + Setting.words(for: range, unit: unit)
        case .instant: "a whole number of nanoseconds"
        case .word, .degrees: "one of " + words.joined(separator: ", ")
        case .words: "any of " + words.joined(separator: ", ")
        case .flag: "true or false"
        }
    }

    /// What is to be said of a word that is called otherwise today, given by the option called `option`; `nil` for any other.
    public func warning(of text: String, option: String) -> String? {
        setting.flatMap { Renamed.all.word(text, of: $0.name) }?.warning(at: SettingsPlace(source: option))
    }

    /// The value that a text stands for.
    fileprivate func value(_ text: String) throws(ControlError) -> JSONValue {
        switch kind {
        case .word: return .string(text)
        case .words: return .array(text.split(separator: ",").map { .string(String($0)) })
        case .number, .instant, .degrees, .flag:
            var text = text
            let value = text.withUTF8 { try? JSONParser.parse($0) }
            switch (kind, value) {
            case (.flag, .bool?), (.number, .number?), (.instant, .number?), (.degrees, .number?):
                return value ?? .null
            default: throw .unknownWord(key: key, got: text, expected: [expectation])
            }
        }
    }
}

extension SubscriptionChange {
    /// Names one option as a command line gives it; leaves the change as it is where the text is refused.
    public mutating func set(_ option: SubscribeOption, to text: String) throws(ControlError) {
        try option.read(try option.value(text), &self)
    }
}
