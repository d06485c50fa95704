import ArgumentParser
import CLinux
import LinuxSystem
import TiltCore

/// The command line tool as Embedded Swift, for processors and libraries that the ordinary one cannot be made for.
///
/// The commands are the same ones. Their words are read by SmallArguments, and what needs a package of others is not there.
@main enum EmbeddedTool {
    /// What this build has.
    private static var commands: [Subcommand] {
        [
            Subcommand(WatchCommand.self), Subcommand(StatusCommand.self), Subcommand(DemoCommand.self),
            Subcommand(SensorsCommand.self), Subcommand(RecordCommand.self), Subcommand(ReplayCommand.self),
            Subcommand(PlotCommand.self), Subcommand(ConvertCommand.self), Subcommand(ScoreCommand.self),
            Subcommand(ConfigCommand.self), Subcommand(CalibrateCommand.self),
            Subcommand(RecentreCommand.self), Subcommand(RotateCommand.self), Subcommand(DoctorCommand.self),
        ]
    }

    static func main() {
        DescriptorTable.holdStandardPlaces()
        // A reader that goes away, as `head` does, is met as EPIPE where we write.
        SignalWatch.leaveFailuresToWrite()
        do throws(SystemError) { CLinux.exit(run(try ProcessArguments.words())) } catch {
            let error = ToolError.arguments(error)
            Diagnostics.report(error)
            CLinux.exit(error.exitCode)
        }
    }

    /// Does what the words ask for, and returns the exit status.
    private static func run(_ words: [String]) -> Int32 {
        var words = words
        // `tiltshadow help watch` is `tiltshadow watch --help`.
        if words.first == "help" {
            words = words.count > 1 && !words[1].hasPrefix("-") ? [words[1], "--help"] : []
        }
        guard let name = words.first, name != "--help", name != "-h" else {
            return Diagnostics.answer(help)
        }
        if name == "--version" { return Diagnostics.answer(ProtocolVersion.server) }
        if name == RelayProgram.command {
            let error = RelayProgram.replaceThis(words)
            Diagnostics.report(error)
            return error.exitCode
        }
        if let command = commands.first(where: { $0.configuration.commandName == name }) {
            return command.run(Array(words.dropFirst()))
        }
        if ToolWords.notEmbedded.contains(name) {
            let error = ToolError.notBuiltIn(name)
            Diagnostics.report(error)
            return error.exitCode
        }
        guard name.hasPrefix("-") else {
            let names =
                commands.map { $0.configuration.commandName } + ToolWords.notEmbedded
                + [RelayProgram.command, "help"]
            let error = ToolError.unknownCommand(name, meant: EditDistance.nearest(to: name, among: names))
            Diagnostics.report(error)
            return error.exitCode
        }
        let advice = "Usage: tiltshadow <subcommand>\n  See 'tiltshadow --help' for more information."
        Diagnostics.refuse("Error: Unknown option '\(name)'\n\(advice)")
        return ToolError.wrongUse
    }

    private static var help: String {
        let words = ToolWords.self
        return CommandLineHelp.overview(
            "tiltshadow", abstract: words.abstract, discussion: words.discussion,
            commands: commands.map { $0.configuration })
    }
}
