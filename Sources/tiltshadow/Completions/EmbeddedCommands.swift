import ArgumentParser

/// The commands of the embedded tool, which writes no completions: those of its packages are made of this, and nothing is run.
struct EmbeddedCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: Tiltshadow.configuration.commandName, version: Tiltshadow.configuration.version,
        subcommands: Tiltshadow.configuration.subcommands.filter {
            !ToolWords.notEmbedded.contains($0.configuration.commandName ?? "")
        })

    /// The completions of a shell that the words ask for: `--generate-completion-script bash --embedded`; `nil` for others.
    static func completions(_ arguments: [String]) -> String? {
        guard arguments.count == 3, arguments[2] == "--embedded",
            let shell = CompletionShell(rawValue: arguments[1]),
            let rest = ShellCompletions(Array(arguments.dropLast()), commands: configuration.commandNames)
        else { return nil }
        return rest.completed(completionScript(for: shell))
    }
}

extension CommandConfiguration {
    /// The commands below it.
    var commandNames: [String] { subcommands.compactMap { $0.configuration.commandName } }
}
