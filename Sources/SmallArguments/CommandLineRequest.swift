/// What the words behind a command ask for.
public enum CommandLineRequest<Command: ParsableCommand> {
    /// The command, with what was given.
    case run(Command)
    /// What the help says.
    case help(String)
    /// The version of the program.
    case version
    /// Nothing that can be done; this says why.
    case wrongUse(String)

    /// Reads the words; `toolName` is the program's.
    public init(_ words: [String], toolName: String) {
        let command = Command()
        let entries = command.entries
        let arguments = entries.flatMap { $0.arguments }
        let name = toolName + " " + Command.configuration.commandName
        let help = HelpText(Command.configuration, arguments, name: name)
        let asked = words.prefix { $0 != "--" }
        if asked.contains("--help") || asked.contains("-h") {
            self = .help(help.text)
            return
        }
        if asked.contains("--version") {
            self = .version
            return
        }
        var parser = CommandLineParser(arguments, words)
        do throws(UsageError) { try parser.parse() } catch {
            let advice = error.help.isEmpty ? "" : "Help:  \(error.help)\n"
            self = .wrongUse("Error: \(error.message)\n\(advice)\(help.reminder)")
            return
        }
        do throws(ValidationError) {
            for entry in entries { try entry.validate() }
            try command.validate()
            self = .run(command)
        } catch {
            self = .wrongUse("Error: \(error.message)\n\(help.reminder)")
        }
    }
}

/// The help of a program with commands.
public enum CommandLineHelp {
    /// What it is, how it is used, and each command with its one sentence.
    public static func overview(
        _ name: String, abstract: String, discussion: String, commands: [CommandConfiguration]
    ) -> String {
        let overview = HelpText.wrap("OVERVIEW: " + abstract + "\n\n" + discussion)
        let options =
            HelpText.line("--version", "Show the version.")
            + HelpText.line("-h, --help", "Show help information.")
        let list = commands.map { HelpText.line($0.commandName, $0.abstract) }.joined()
        return overview + "\n\nUSAGE: \(name) <subcommand>\n\nOPTIONS:\n" + options + "\nSUBCOMMANDS:\n"
            + list
            + "\n  See '\(name) help <subcommand>' for detailed help."
    }
}
