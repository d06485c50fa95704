/// The kinds of value an option may have, each with its reader and its writer.
extension SubscribeOption {
    /// A number within `range`; with all its digits where it must be `exact`.
    static func number(
        _ key: String, _ range: ClosedRange<Double>, exact: Bool = false, in change: @escaping Access<Double>,
        get: @escaping @Sendable (Subscription) -> Double?,
        set: @escaping @Sendable (inout Subscription, Double) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .number(range),
            read: { (value) throws(ControlError) in try number(value, key, range) },
            append: { exact ? $1.append(shortest: $0) : $1.append(significant: $0) }, in: change,
            get: get, set: set)
    }

    /// An instant of CLOCK_MONOTONIC, with all its digits.
    static func instant(
        _ key: String, _ meaning: String, in change: @escaping Access<Int64>,
        get: @escaping @Sendable (Subscription) -> Int64?,
        set: @escaping @Sendable (inout Subscription, Int64) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .instant, meaning,
            read: { (value) throws(ControlError) in
                guard case .number(let number) = value else {
                    throw .wrongKind(key: key, expected: "a whole number", got: value.inWords)
                }
                guard let instant = number.integer else { throw .noInstant(key: key, got: number) }
                return instant
            },
            append: { $1.append($0) }, in: change, get: get, set: set)
    }

    /// One of the words of a type.
    static func word<Word: RawRepresentable & CaseIterable & Sendable>(
        _ key: String, _ meaning: String = "", in change: @escaping Access<Word>,
        get: @escaping @Sendable (Subscription) -> Word?,
        set: @escaping @Sendable (inout Subscription, Word) -> Void
    ) -> SubscribeOption where Word.RawValue == String {
        let cases = Array(Word.allCases)
        let words = cases.map { $0.rawValue }
        return SubscribeOption(
            key, .word(words), meaning,
            read: { (value) throws(ControlError) in cases[try place(of: value, among: words, key)] },
            append: { $1.append(json: $0.rawValue) }, in: change, get: get, set: set)
    }

    /// One of two words, of which the second stands for true: it shares what is made for flags.
    static func pair(
        _ key: String, _ words: [String], _ meaning: String, in change: @escaping Access<Bool>,
        get: @escaping @Sendable (Subscription) -> Bool?,
        set: @escaping @Sendable (inout Subscription, Bool) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .word(words), meaning,
            read: { (value) throws(ControlError) in try place(of: value, among: words, key) == 1 },
            append: { $1.append(json: words[$0 ? 1 : 0]) }, in: change, get: get, set: set)
    }

    private static func place(
        of value: JSONValue, among words: [String], _ key: String
    ) throws(ControlError) -> Int {
        guard let text = value.string else {
            throw .wrongKind(key: key, expected: "a string", got: value.inWords)
        }
        let today = Renamed.all.today(text, of: SettingsSection.shadow.rawValue + "." + key)
        guard let place = words.firstIndex(of: today) else {
            throw .unknownWord(key: key, got: text, expected: words)
        }
        return place
    }

    /// A turn of the picture, in degrees.
    static func rotation(
        _ key: String, in change: @escaping Access<DisplayRotation>,
        get: @escaping @Sendable (Subscription) -> DisplayRotation?,
        set: @escaping @Sendable (inout Subscription, DisplayRotation) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .degrees(DisplayRotation.allCases.map { $0.rawValue }),
            read: { (value) throws(ControlError) in try DisplayRotation.named(by: value, key) },
            append: { $1.append(Int64($0.rawValue)) }, in: change, get: get, set: set)
    }

    /// True or false.
    static func flag(
        _ key: String, _ meaning: String = "", in change: @escaping Access<Bool>,
        get: @escaping @Sendable (Subscription) -> Bool?,
        set: @escaping @Sendable (inout Subscription, Bool) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .flag, meaning,
            read: { (value) throws(ControlError) in
                guard case .bool(let flag) = value else {
                    throw .wrongKind(key: key, expected: "true or false", got: value.inWords)
                }
                return flag
            },
            append: { $0 ? $1.append("true") : $1.append("false") }, in: change, get: get, set: set)
    }

    /// An array of what frames carry besides; what it leaves out they do not carry.
    static func fields(
        _ key: String, _ meaning: String, in change: @escaping Access<FrameFields>,
        get: @escaping @Sendable (Subscription) -> FrameFields?,
        set: @escaping @Sendable (inout Subscription, FrameFields) -> Void
    ) -> SubscribeOption {
        SubscribeOption(
            key, .words(FrameFields.words.map { $0.word }), meaning,
            read: { (value) throws(ControlError) in
                guard case .array(let elements) = value else {
                    throw .wrongKind(key: key, expected: "an array of strings", got: value.inWords)
                }
                var fields = FrameFields()
                for element in elements {
                    guard let text = element.string else {
                        throw .wrongKind(
                            key: key, expected: "an array of strings", got: "an array with \(element.inWords)"
                        )
                    }
                    guard let field = FrameFields.words.first(where: { $0.word == text }) else {
                        throw .unknownWord(key: key, got: text, expected: FrameFields.words.map { $0.word })
                    }
                    fields.formUnion(field.field)
                }
                return fields
            },
            append: { fields, buffer in
                buffer.append("[")
                var isFirst = true
                for (word, field) in FrameFields.words where fields.contains(field) {
                    if !isFirst { buffer.append(",") }
                    buffer.append(json: word)
                    isFirst = false
                }
                buffer.append("]")
            }, in: change, get: get, set: set)
    }

    /// Reads a number within `range`, the value of `key`.
    static func number(
        _ value: JSONValue, _ key: String, _ range: ClosedRange<Double>
    ) throws(ControlError) -> Double {
        guard let number = value.number else {
            throw .wrongKind(key: key, expected: "a number", got: value.inWords)
        }
        guard range.contains(number) else { throw .outOfRange(key: key, got: number, range: range) }
        return number
    }
}
