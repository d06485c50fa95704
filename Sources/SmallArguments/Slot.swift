/// Where the value of an argument lies, and what the parser must know to put one there.
public final class Slot<Value> {
    /// The value that was given, else the default.
    var value: Value
    let traits: ArgumentTraits
    /// Puts in what was written; false where that is no value.
    let take: (Slot<Value>, String) -> Bool

    init(_ value: Value, _ traits: ArgumentTraits, take: @escaping (Slot<Value>, String) -> Bool) {
        self.value = value
        self.traits = traits
        self.take = take
    }
}

/// What is to be known of an argument besides its value.
struct ArgumentTraits {
    /// What stands on a command line.
    enum Kind {
        /// `--json`.
        case flag
        /// `--yaw-assist` or `--no-yaw-assist`.
        case yesOrNo
        /// `--count 5`.
        case option
        /// `desk.tiltlog`.
        case positional
    }

    var kind: Kind
    var help: ArgumentHelp
    var names = NameSpecification.long
    var parsing = ValueParsing.next
    /// True where the command can do without it.
    var isOptional = true
    var isRepeating = false
    /// All that can be written, where those are few.
    var choices: [String] = []
    /// How the default is written; empty where the help is to say nothing of it.
    var defaultText = ""
}
