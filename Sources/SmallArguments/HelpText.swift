/// What `--help` shows, in the form that swift-argument-parser has for it.
struct HelpText {
    /// Columns of the screen.
    static let width = 80
    /// Where what is said of an argument begins, in columns.
    private static let indent = 26

    /// A heading with its lines.
    private struct Section {
        let title: String
        var lines: [String] = []
    }

    private let configuration: CommandConfiguration
    private let arguments: [ArgumentEntry.Single]
    /// The words that ask for it: `tiltshadow watch`.
    private let name: String

    init(_ configuration: CommandConfiguration, _ arguments: [ArgumentEntry.Single], name: String) {
        self.configuration = configuration
        self.arguments = arguments
        self.name = name
    }

    /// All of it.
    var text: String {
        let overview = "OVERVIEW: " + configuration.abstract + "\n\n" + configuration.discussion
        return Self.wrap(overview) + "\n\nUSAGE: " + usage + "\n\n" + sections.joined(separator: "\n")
    }

    /// What follows a message about wrong use.
    var reminder: String { "Usage: " + usage + "\n  See '\(name) --help' for more information." }

    /// More options than this are not listed in the usage.
    private static let mostInUsage = 12

    private var usage: String {
        let all = arguments.flatMap { argument -> [String] in
            switch argument.traits.kind {
            case .yesOrNo: ["[--\(argument.name)]", "[--no-\(argument.name)]"]
            case .flag, .option, .positional: [Self.usage(argument)]
            }
        }
        guard all.count > Self.mostInUsage else { return ([name] + all).joined(separator: " ") }
        let needed = arguments.filter { argument in
            if case .positional = argument.traits.kind { true } else { !argument.traits.isOptional }
        }
        guard !needed.isEmpty else { return name + " <options>" }
        return ([name, "[<options>]"] + needed.map { Self.usage($0) }).joined(separator: " ")
    }

    private static func usage(_ argument: ArgumentEntry.Single) -> String {
        let text = argument.synopsis() + (argument.traits.isRepeating ? " ..." : "")
        return argument.traits.isOptional ? "[\(text)]" : text
    }

    private var sections: [String] {
        var positional = Section(title: "Arguments")
        var options = Section(title: "Options")
        var titled: [Section] = []
        for argument in arguments {
            let line = Self.line(argument)
            if case .positional = argument.traits.kind {
                positional.lines.append(line)
            } else if argument.title.isEmpty {
                options.lines.append(line)
            } else if let index = titled.indices.first(where: { titled[$0].title == argument.title }) {
                titled[index].lines.append(line)
            } else {
                titled.append(Section(title: argument.title, lines: [line]))
            }
        }
        options.lines.append(Self.line("--version", "Show the version."))
        options.lines.append(Self.line("-h, --help", "Show help information."))
        return ([positional] + titled + [options]).filter { !$0.lines.isEmpty }
            .map { $0.title.uppercased() + ":\n" + $0.lines.joined() }
    }

    private static func line(_ argument: ArgumentEntry.Single) -> String {
        var label = argument.synopsis()
        if let short = argument.short { label = short + ", " + label }
        if case .yesOrNo = argument.traits.kind { label += "/--no-" + argument.name }
        var remarks: [String] = []
        if !argument.traits.choices.isEmpty {
            remarks.append("values: " + argument.traits.choices.joined(separator: ", "))
        }
        if !argument.traits.defaultText.isEmpty { remarks.append("default: " + argument.traits.defaultText) }
        let abstract = argument.traits.help.abstract
        return line(label, remarks.isEmpty ? abstract : "\(abstract) (\(remarks.joined(separator: "; ")))")
    }

    /// What stands on the left, and what is said of it on the right.
    static func line(_ label: String, _ abstract: String) -> String {
        let label = "  " + label
        let wrapped = wrap(abstract, indent: indent)
        guard label.utf8.count < indent else { return label + "\n" + wrapped + "\n" }
        return label + String(Substring(wrapped.utf8.dropFirst(label.utf8.count))) + "\n"
    }

    /// The text in lines shorter than the screen, each indented; broken where swift-argument-parser breaks it.
    static func wrap(_ text: String, indent: Int = 0) -> String {
        let columns = width - indent
        var lines: [Substring] = []
        var rest = text[...]
        while true {
            let chunk = rest.prefix(columns)
            if let lineBreak = chunk.lastIndex(of: "\n") {
                lines += rest[..<lineBreak].split(separator: "\n", omittingEmptySubsequences: false)
                rest = rest[rest.index(after: lineBreak)...]
            } else if chunk.endIndex != rest.endIndex,
                let space = chunk.lastIndex(of: " ") ?? rest.firstIndex(of: " ")
            {
                lines.append(rest[..<space])
                rest = rest[rest.index(after: space)...]
            } else {
                lines.append(rest)
                break
            }
        }
        let margin = String(repeating: " ", count: indent)
        return lines.map { $0.isEmpty ? "" : margin + String($0) }.joined(separator: "\n")
    }
}
