/// An argument by its name, as the parser sees it, or a group of them.
public struct ArgumentEntry {
    /// One argument.
    struct Single {
        let name: String
        let traits: ArgumentTraits
        /// The heading in the help; empty for the usual one.
        var title = ""
        let take: (String) -> Bool
    }

    /// The argument, or those of the group, in the order of the help.
    let arguments: [Single]
    /// Refuses what does not go together.
    let validate: () throws(ValidationError) -> Void

    /// The argument that is called so: two dashes come before the name of an option.
    public init<Value>(_ name: String, _ slot: Slot<Value>) {
        arguments = [Single(name: name, traits: slot.traits, take: { slot.take(slot, $0) })]
        validate = { () throws(ValidationError) in }
    }

    /// A group of arguments.
    public init<Value: ParsableArguments>(_ group: OptionGroup<Value>) {
        let value = group.wrappedValue
        arguments = value.entries.flatMap { $0.arguments }.map { argument in
            var argument = argument
            argument.title = group.title
            return argument
        }
        validate = { () throws(ValidationError) in try value.validate() }
    }
}

extension ArgumentEntry.Single {
    /// What stands for the value in the help.
    var valueName: String { traits.help.valueName ?? name }

    /// How the option is written: `--count`.
    var dashed: String { "--" + name }

    /// `-o` where it has a short name.
    var short: String? {
        if case .shortAndLong = traits.names { return "-" + String(name.prefix(1)) }
        return nil
    }

    /// The option or the argument with its value: `--count <n>`.
    func synopsis(as dashed: String? = nil) -> String {
        switch traits.kind {
        case .flag, .yesOrNo: dashed ?? self.dashed
        case .option: (dashed ?? self.dashed) + " <\(valueName)>"
        case .positional: "<\(valueName)>"
        }
    }
}
