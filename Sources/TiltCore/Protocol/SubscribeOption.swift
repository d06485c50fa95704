/// One option of `subscribe`: its name, what it may be, what it means, and where it lives.
///
/// The reader of requests, changes and how they are put together, the client's request and the `ok` line go through
/// ``all``; the schema, the manual, and the words of clients and page are held against it.
public struct SubscribeOption: Sendable {
    /// What an option's value may be.
    public enum Kind: Equatable, Sendable {
        /// A number of this range.
        case number(ClosedRange<Double>)
        /// A whole number of 64 bits.
        case instant
        /// One of these words.
        case word([String])
        /// One of these numbers.
        case degrees([Int])
        /// Any of these words, in an array.
        case words([String])
        /// True or false.
        case flag
    }

    /// Hands the place of a value in a change to a closure: a key path, which Embedded Swift lacks.
    typealias Access<Value> = @Sendable (inout SubscriptionChange, (inout Value?) -> Void) -> Void

    /// The key in requests and answers.
    public let key: String
    /// What it may be.
    public let kind: Kind
    /// The setting that gives its default; `nil` where none does.
    public let setting: Setting?
    /// What it does, in one or two sentences.
    public let meaning: String

    let read: @Sendable (JSONValue, inout SubscriptionChange) throws(ControlError) -> Void
    fileprivate let append: @Sendable (SubscriptionChange, inout ByteBuffer) -> Void
    fileprivate let merge: @Sendable (SubscriptionChange, inout SubscriptionChange) -> Void
    fileprivate let apply: @Sendable (SubscriptionChange, inout Subscription) -> Void
    fileprivate let name: @Sendable (Subscription, inout SubscriptionChange) -> Void

    /// Joins a key to its places in a change and in a subscription, with the two directions of its JSON.
    ///
    /// What stands under `[shadow]` of the settings has its meaning from there; `meaning` is for all others.
    init<Value: Sendable>(
        _ key: String, _ kind: Kind, _ meaning: String = "",
        read parse: @escaping @Sendable (JSONValue) throws(ControlError) -> Value,
        append print: @escaping @Sendable (Value, inout ByteBuffer) -> Void,
        in change: @escaping Access<Value>,
        get: @escaping @Sendable (Subscription) -> Value?,
        set: @escaping @Sendable (inout Subscription, Value) -> Void
    ) {
        @Sendable func value(_ from: SubscriptionChange) -> Value? {
            var from = from
            var value: Value?
            change(&from) { value = $0 }
            return value
        }
        self.init(
            key, kind, meaning,
            read: { (json, into) throws(ControlError) in
                let value = try parse(json)
                change(&into) { $0 = value }
            },
            append: { from, buffer in
                guard let value = value(from) else { return }
                Self.append(key: key, to: &buffer)
                print(value, &buffer)
            },
            merge: { later, into in
                guard let value = value(later) else { return }
                change(&into) { $0 = value }
            },
            apply: { from, into in
                guard let value = value(from) else { return }
                set(&into, value)
            },
            name: { from, into in
                let value = get(from)
                change(&into) { $0 = value }
            })
    }

    /// What is the same for every type of value, which Embedded Swift would make once for each.
    @inline(never)
    private init(
        _ key: String, _ kind: Kind, _ meaning: String,
        read: @escaping @Sendable (JSONValue, inout SubscriptionChange) throws(ControlError) -> Void,
        append: @escaping @Sendable (SubscriptionChange, inout ByteBuffer) -> Void,
        merge: @escaping @Sendable (SubscriptionChange, inout SubscriptionChange) -> Void,
        apply: @escaping @Sendable (SubscriptionChange, inout Subscription) -> Void,
        name: @escaping @Sendable (Subscription, inout SubscriptionChange) -> Void
    ) {
        self.key = key
        self.kind = kind
        setting = SettingsTable.setting(.shadow, key)
        self.meaning = setting?.meaning ?? meaning
        (self.read, self.append, self.merge, self.apply, self.name) = (read, append, merge, apply, name)
    }

    @inline(never)
    private static func append(key: String, to buffer: inout ByteBuffer) {
        buffer.append(",\"")
        buffer.append(text: key)
        buffer.append("\":")
    }
}

extension SubscriptionChange {
    /// The change that names every option of `subscription`.
    public init(naming subscription: Subscription) {
        for option in SubscribeOption.all { option.name(subscription, &self) }
    }

    /// Reads the options of a `subscribe` request; nothing is changed where one of them is wrong.
    init(_ request: JSONValue) throws(ControlError) {
        for option in SubscribeOption.all {
            guard let value = request[option.key] else { continue }
            try option.read(value, &self)
        }
    }

    /// The subscription with the change made.
    public func applied(to subscription: Subscription) -> Subscription {
        var next = subscription
        // A rate that is named without a phase gives up the phase.
        if rateHz != nil { next.phase = nil }
        for option in SubscribeOption.all { option.apply(self, &next) }
        return next
    }

    /// This change with a later one on top.
    public func merging(_ later: SubscriptionChange) -> SubscriptionChange {
        var merged = self
        if later.rateHz != nil { merged.phase = nil }
        for option in SubscribeOption.all { option.merge(later, &merged) }
        return merged
    }

    /// Appends `,"key":value` for each option that is named.
    public func append(to buffer: inout ByteBuffer) {
        for option in SubscribeOption.all { option.append(self, &buffer) }
    }
}
