/// What the help says of an argument.
public struct ArgumentHelp: ExpressibleByStringInterpolation {
    /// What it is for.
    let abstract: String
    /// What stands for its value; its own name where that is `nil`.
    let valueName: String?

    /// One or more sentences; `valueName` stands for the value.
    public init(_ abstract: String, valueName: String? = nil) {
        self.abstract = abstract
        self.valueName = valueName
    }

    /// The same as ``init(_:valueName:)``, of an argument that is its own value's name.
    public init(stringLiteral text: String) { self.init(text) }
}

/// What a shell may complete a value with; this parser makes no completions.
public struct CompletionKind {
    /// Files, perhaps only those that end so.
    public static func file(extensions: [String] = []) -> CompletionKind { CompletionKind() }
    /// These words.
    public static func list(_ words: [String]) -> CompletionKind { CompletionKind() }
    /// What a command prints, a line each.
    public static func shellCommand(_ command: String) -> CompletionKind { CompletionKind() }
}

/// The names of an option besides that of its variable.
public enum NameSpecification {
    /// The long one alone.
    case long
    /// `-o` for `--output`, too.
    case shortAndLong
    /// Another than the variable has.
    case customLong(String)
}

/// Which arguments can be an option's value.
public enum ValueParsing {
    /// One that does not begin with a dash.
    case next
    /// Any.
    case unconditional
}

/// How a flag says no.
public enum FlagInversion {
    /// `--no-flag`.
    case prefixedNo
}
