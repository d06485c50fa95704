/// One key of the settings file: how it is written, what it means, and where it lives in ``Settings``.
public struct Setting: Sendable {
    /// Hands the place of a value to a closure, to be read or replaced: a key path, which Embedded Swift lacks.
    typealias Access<Value> = @Sendable (inout Settings, (inout Value) -> Void) -> Void

    /// The section it stands in.
    public let section: SettingsSection
    /// The name left of the equals sign.
    public let key: String
    /// The unit of its number, such as `Hz`; empty where it has none.
    public let unit: String
    /// What may stand right of the equals sign, with range and unit: `a number from 1 to 200, in Hz`.
    public let expected: String
    /// The words it may be; none where it is a number or a text.
    public let choices: [String]
    /// What it does, in one or two sentences.
    public let meaning: String

    private let parse: @Sendable (inout Settings, String) throws(SettingRefusal) -> Void
    private let print: @Sendable (Settings) -> String

    /// Joins a key to its place in ``Settings``, with the two directions of its text.
    init<Value: Sendable>(
        _ section: SettingsSection, _ key: String, unit: String = "", expected: String,
        choices: [String] = [], _ meaning: String,
        parse: @escaping @Sendable (String) throws(SettingRefusal) -> Value,
        print: @escaping @Sendable (Value) -> String,
        _ access: @escaping Access<Value>
    ) {
        self.section = section
        self.key = key
        self.unit = unit
        self.expected = expected
        self.choices = choices
        self.meaning = meaning
        self.parse = { (settings: inout Settings, text: String) throws(SettingRefusal) in
            let value = try parse(text)
            access(&settings) { $0 = value }
        }
        self.print = { settings in
            var settings = settings
            var text = ""
            access(&settings) { text = print($0) }
            return text
        }
    }

    /// Joins a key to the words that it may be; `set` and `get` have the place of one among them.
    ///
    /// This knows nothing of what the words stand for: Embedded Swift would make it once for every such type.
    @inline(never)
    init(
        _ section: SettingsSection, _ key: String, unit: String, words: [String], _ meaning: String,
        set: @escaping @Sendable (inout Settings, Int) -> Void, get: @escaping @Sendable (Settings) -> Int?
    ) {
        self.section = section
        self.key = key
        self.unit = unit
        self.expected =
            words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
            + (unit.isEmpty ? "" : ", in " + unit)
        self.choices = words
        self.meaning = meaning
        self.parse = { (settings: inout Settings, text: String) throws(SettingRefusal) in
            if let place = words.firstIndex(of: text) { return set(&settings, place) }
            guard let nearest = EditDistance.nearest(to: text, among: words) else {
                throw SettingRefusal(Self.whyNotPlain(text))
            }
            throw SettingRefusal("did you mean \(nearest)?")
        }
        self.print = { settings in get(settings).map { words[$0] } ?? "" }
    }

    /// The name with its section, as the command line has it: `shadow.gain`.
    public var name: String { section.rawValue + "." + key }

    /// The default as it is written in a file.
    public var defaultText: String { print(Settings()) }

    /// The value in `settings` as it is written in a file.
    public func text(in settings: Settings) -> String { print(settings) }

    /// Replaces the value in `settings` by the one that `text` writes; leaves it where that is refused.
    func assign(_ text: String, in settings: inout Settings) throws(SettingRefusal) {
        try parse(&settings, text)
    }
}
