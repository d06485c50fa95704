/// An option with a value: `--count 5`, or `--count=5`.
@propertyWrapper public struct Option<Value> {
    private let slot: Slot<Value>

    /// Where the value lies.
    public var projectedValue: Slot<Value> { slot }

    /// What was given, else the default.
    public var wrappedValue: Value {
        get { slot.value }
        nonmutating set { slot.value = newValue }
    }

    private init(slot: Slot<Value>) { self.slot = slot }
}

extension Option {
    /// One that may be left out.
    public init<Content: ExpressibleByArgument>(
        name: NameSpecification = .long, parsing: ValueParsing = .next, help: ArgumentHelp,
        completion: CompletionKind? = nil
    ) where Value == Content? {
        var traits = ArgumentTraits(kind: .option, help: help, names: name, parsing: parsing)
        traits.choices = Content.allValueStrings
        self.init(
            slot: Slot(nil, traits) { slot, text in
                guard let value = Content(argument: text) else { return false }
                slot.value = value
                return true
            })
    }

    /// One that must be given; empty until then.
    public init(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == String {
        var traits = ArgumentTraits(kind: .option, help: help)
        traits.isOptional = false
        self.init(
            slot: Slot("", traits) { slot, text in
                slot.value = text
                return true
            })
    }

    /// One with a default.
    public init(
        wrappedValue: Value, name: NameSpecification = .long, parsing: ValueParsing = .next,
        help: ArgumentHelp, completion: CompletionKind? = nil
    ) where Value: ExpressibleByArgument {
        var traits = ArgumentTraits(kind: .option, help: help, names: name, parsing: parsing)
        traits.choices = Value.allValueStrings
        traits.defaultText = wrappedValue.argumentText
        self.init(
            slot: Slot(wrappedValue, traits) { slot, text in
                guard let value = Value(argument: text) else { return false }
                slot.value = value
                return true
            })
    }

    /// One that may be given again and again.
    public init<Content: ExpressibleByArgument>(
        wrappedValue: [Content], name: NameSpecification = .long, parsing: ValueParsing = .next,
        help: ArgumentHelp, completion: CompletionKind? = nil
    ) where Value == [Content] {
        var traits = ArgumentTraits(kind: .option, help: help, names: name, parsing: parsing)
        traits.isRepeating = true
        traits.choices = Content.allValueStrings
        self.init(
            slot: Slot(wrappedValue, traits) { slot, text in
                guard let value = Content(argument: text) else { return false }
                slot.value.append(value)
                return true
            })
    }
}

/// An option without a value: `--json`.
@propertyWrapper public struct Flag<Value> {
    private let slot: Slot<Value>

    /// Where the value lies.
    public var projectedValue: Slot<Value> { slot }

    /// What was given, else the default.
    public var wrappedValue: Value {
        get { slot.value }
        nonmutating set { slot.value = newValue }
    }

    private init(slot: Slot<Value>) { self.slot = slot }
}

extension Flag where Value == Bool {
    /// False unless it is given.
    public init(wrappedValue: Bool, help: ArgumentHelp) {
        self.init(
            slot: Slot(wrappedValue, ArgumentTraits(kind: .flag, help: help)) { slot, _ in
                slot.value = true
                return true
            })
    }
}

extension Flag where Value == Bool? {
    /// Yes, no, or neither.
    public init(name: NameSpecification = .long, inversion: FlagInversion, help: ArgumentHelp) {
        let traits = ArgumentTraits(kind: .yesOrNo, help: help, names: name)
        self.init(
            slot: Slot(nil, traits) { slot, text in
                slot.value = text == "yes"
                return true
            })
    }
}

/// A word that is told by its place.
@propertyWrapper public struct Argument<Value> {
    private let slot: Slot<Value>

    /// Where the value lies.
    public var projectedValue: Slot<Value> { slot }

    /// What was given, else the default.
    public var wrappedValue: Value {
        get { slot.value }
        nonmutating set { slot.value = newValue }
    }

    private init(slot: Slot<Value>) { self.slot = slot }
}

extension Argument {
    /// One that must be given; empty until then.
    public init(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == String {
        var traits = ArgumentTraits(kind: .positional, help: help)
        traits.isOptional = false
        self.init(
            slot: Slot("", traits) { slot, text in
                slot.value = text
                return true
            })
    }

    /// One that may be left out.
    public init(help: ArgumentHelp, completion: CompletionKind? = nil) where Value == String? {
        self.init(
            slot: Slot(nil, ArgumentTraits(kind: .positional, help: help)) { slot, text in
                slot.value = text
                return true
            })
    }
}

/// Options that several commands have.
@propertyWrapper public struct OptionGroup<Value: ParsableArguments> {
    /// The heading of its own in the help; empty for none.
    let title: String
    /// The group.
    public let wrappedValue = Value()

    /// A group with a heading of its own in the help, or among the options.
    public init(title: String = "") { self.title = title }

    /// The group with its heading.
    public var projectedValue: OptionGroup<Value> { self }
}
