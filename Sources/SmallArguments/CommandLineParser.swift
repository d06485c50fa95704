/// Why a command line was refused: two lines for the person who typed it.
public struct UsageError: Error {
    /// What is wrong.
    public let message: String
    /// What the help says of the argument in question; empty where there is none.
    public var help = ""
}

/// Puts the words of a command line into the arguments of a command.
struct CommandLineParser {
    private let arguments: [ArgumentEntry.Single]
    private var words: ArraySlice<String>
    private var positional: [String] = []
    private var given: [Bool]

    init(_ arguments: [ArgumentEntry.Single], _ words: [String]) {
        self.arguments = arguments
        self.words = words[...]
        given = arguments.map { _ in false }
    }

    /// Takes every word.
    mutating func parse() throws(UsageError) {
        while let word = words.popFirst() {
            if word == "--" {
                positional += words
                break
            }
            if word.hasPrefix("-"), word != "-" { try takeOption(word) } else { positional.append(word) }
        }
        try takePositional()
    }

    private mutating func takeOption(_ word: String) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
            String($0)
        }
        let (name, value) = (parts[0], parts.count > 1 ? parts[1] : nil)
        for index in arguments.indices {
            let argument = arguments[index]
            switch argument.traits.kind {
            case .positional: continue
            case .yesOrNo where name == "--no-" + argument.name:
                _ = argument.take("no")
                return
            case .flag, .yesOrNo:
                guard name == argument.dashed else { continue }
                if let value {
                    throw UsageError(
                        message: "The option '\(name)' does not take any value, but '\(value)' was specified."
                    )
                }
                _ = argument.take("yes")
                return
            case .option:
                guard name == argument.dashed || name == argument.short else { continue }
                given[index] = true
                let written = if let value { value } else { try nextValue(of: argument, as: name) }
                return try take(written, for: argument, as: name)
            }
        }
        throw UsageError(message: "Unknown option '\(name)'" + suggestion(for: name))
    }

    private mutating func nextValue(of argument: ArgumentEntry.Single, as name: String) throws(UsageError)
        -> String
    {
        if let word = words.first,
            word == "-" || !word.hasPrefix("-") || argument.traits.parsing == .unconditional
        {
            words.removeFirst()
            return word
        }
        let synopsis = argument.synopsis(as: name)
        throw UsageError(
            message: "Missing value for '\(synopsis)'", help: "\(synopsis)  \(argument.traits.help.abstract)")
    }

    private func take(_ value: String, for argument: ArgumentEntry.Single, as name: String) throws(UsageError)
    {
        guard !argument.take(value) else { return }
        let synopsis = argument.synopsis(as: name)
        throw UsageError(
            message: "The value '\(value)' is invalid for '\(synopsis)'" + Self.list(argument.traits.choices),
            help: "\(synopsis)  \(argument.traits.help.abstract)")
    }

    private mutating func takePositional() throws(UsageError) {
        for (index, argument) in arguments.enumerated() {
            if case .positional = argument.traits.kind, !positional.isEmpty {
                _ = argument.take(positional.removeFirst())
            } else if !argument.traits.isOptional, !given[index] {
                let synopsis = argument.synopsis()
                throw UsageError(
                    message: "Missing expected argument '\(synopsis)'",
                    help: "\(synopsis)  \(argument.traits.help.abstract)")
            }
        }
        switch positional.count {
        case 0: return
        case 1: throw UsageError(message: "Unexpected argument '\(positional[0])'")
        case let count:
            let list = positional.joined(separator: "', '")
            throw UsageError(message: "\(count) unexpected arguments: '\(list)'")
        }
    }

    /// The words that a value can be, in a sentence.
    private static func list(_ choices: [String]) -> String {
        guard let last = choices.last else { return "" }
        let quoted = choices.map { "'\($0)'" }
        if choices.count <= 2 { return ". Please provide one of \(quoted.joined(separator: " and "))." }
        return ". Please provide one of \(quoted.dropLast().joined(separator: ", ")) or '\(last)'."
    }

    /// The option that may have been meant.
    private func suggestion(for name: String) -> String {
        guard name.hasPrefix("--") else { return "" }
        let known = arguments.filter { if case .positional = $0.traits.kind { false } else { true } }.map {
            $0.dashed
        }
        var (best, least) = ("", Self.farthest)
        for option in known {
            let distance = Self.distance(Array(option.utf8), Array(name.utf8))
            if distance < least { (best, least) = (option, distance) }
        }
        return best.isEmpty ? "" : ". Did you mean '\(best)'?"
    }

    /// A name so many letters away is another word.
    private static let farthest = 4

    /// How many letters must be put in, taken out or changed to make one text of the other (Levenshtein 1966).
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for (column, second) in other.enumerated() {
                let changed = corner + (letter == second ? 0 : 1)
                corner = row[column + 1]
                row[column + 1] = min(changed, corner + 1, row[column] + 1)
            }
        }
        return row[other.count]
    }
}
