/// A group of options and arguments, which a command or another group has.
public protocol ParsableArguments {
    /// As it is where nothing is given.
    init()

    /// Every argument by its name, in the order of the help.
    var entries: [ArgumentEntry] { get }

    /// Refuses what does not go together.
    func validate() throws(ValidationError)
}

extension ParsableArguments {
    /// Everything goes together.
    public func validate() throws(ValidationError) {}
}

/// What a command line can ask for by a word.
public protocol ParsableCommand: ParsableArguments {
    /// Its name and what its help says.
    static var configuration: CommandConfiguration { get }
}

/// The name of a command and what its help says.
public struct CommandConfiguration: Sendable {
    /// The word that asks for it.
    public let commandName: String
    /// One sentence.
    public let abstract: String
    /// Paragraphs and examples.
    public let discussion: String

    /// All that the help says besides the arguments.
    public init(commandName: String, abstract: String, discussion: String = "") {
        self.commandName = commandName
        self.abstract = abstract
        self.discussion = discussion
    }
}

/// Arguments that do not go together, or a value that cannot be.
public struct ValidationError: Error {
    /// What was given, and what was expected.
    public let message: String

    /// A sentence that quotes what was given.
    public init(_ message: String) { self.message = message }
}
