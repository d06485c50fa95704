import ArgumentParser
import CLinux
import LinuxSystem
import TiltCore

/// The command line tool: everything a person does with tiltshadow but run it.
@main
struct Tiltshadow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiltshadow",
        abstract: ToolWords.abstract, discussion: ToolWords.discussion,
        version: ProtocolVersion.server,
        subcommands: [
            WatchCommand.self, StatusCommand.self, DemoCommand.self, SensorsCommand.self, RecordCommand.self,
            ReplayCommand.self, PreviewCommand.self, PlotCommand.self, ConvertCommand.self, ScoreCommand.self,
            ConfigCommand.self, CalibrateCommand.self, RecentreCommand.self, RotateCommand.self,
            DoctorCommand.self, RelayCommand.self,
        ])

    static func main() {
        DescriptorTable.holdStandardPlaces()
        // A reader that goes away, as `head` does, is met as EPIPE where we write.
        SignalWatch.leaveFailuresToWrite()
        let words: [String]
        // Swift's own `CommandLine` has other words for a name that is no UTF-8, and none at all without /proc.
        do throws(SystemError) { words = try ProcessArguments.words() } catch {
            CLinux.exit(refuse(error))
        }
        HelpWidth.correct()
        CLinux.exit(run(words))
    }

    /// Says why what the tool was asked for is not known; the exit status.
    static func refuse(_ error: SystemError) -> Int32 {
        let error = ToolError.arguments(error)
        Diagnostics.report(error)
        return error.exitCode
    }

    /// Does what the arguments ask for, and returns the exit status; all it says goes to ``Console/current``.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            if arguments.first == RelayProgram.command { throw RelayProgram.replaceThis(arguments) }
            if let unknown = unknownCommand(in: arguments) { throw unknown }
            if let script = EmbeddedCommands.completions(arguments) { return Diagnostics.answer(script) }
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch let error as ToolError {
            Diagnostics.report(error)
            return error.exitCode
        } catch {
            let status = exitCode(for: error)
            var message = fullMessage(for: error)
            let names = configuration.commandNames
            if status.isSuccess, let completions = ShellCompletions(arguments, commands: names) {
                message = completions.completed(message)
            }
            if status.isSuccess { return message.isEmpty ? 0 : Diagnostics.answer(message) }
            if !message.isEmpty { Diagnostics.refuse(message) }
            return status == .validationFailure ? ToolError.wrongUse : status.rawValue
        }
    }

    /// What to say where the first word, or the one after `help`, is no command.
    private static func unknownCommand(in arguments: [String]) -> ToolError? {
        let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        let names = configuration.commandNames + ["help"]
        guard let word, !word.hasPrefix("-"), !names.contains(word) else { return nil }
        return .unknownCommand(word, meant: EditDistance.nearest(to: word, among: names))
    }
}
