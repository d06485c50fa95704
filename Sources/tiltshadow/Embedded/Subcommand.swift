import ArgumentParser
import TiltCore

/// A command by its name, ready to be run on the words behind it.
struct Subcommand {
    /// Its name, and what the help says of it.
    let configuration: CommandConfiguration
    private let parse: ([String]) -> Parsed

    /// What became of the words.
    private enum Parsed {
        /// There is something to do.
        case work(() throws(ToolError) -> Void)
        /// This is to be printed.
        case text(String)
        /// The words are wrong; this says how.
        case wrongUse(String)
    }

    init<Command: ToolCommand>(_ type: Command.Type) {
        configuration = Command.configuration
        parse = { words in
            switch CommandLineRequest<Command>(words, toolName: "tiltshadow") {
            case .run(let command):
                .work { () throws(ToolError) in
                    var command = command
                    try command.run()
                }
            case .help(let text): .text(text)
            case .version: .text(ProtocolVersion.server)
            case .wrongUse(let text): .wrongUse(text)
            }
        }
    }

    /// Does what the words ask for, and returns the exit status.
    func run(_ words: [String]) -> Int32 {
        switch parse(words) {
        case .text(let text): return Diagnostics.answer(text)
        case .wrongUse(let text):
            Diagnostics.refuse(text)
            return ToolError.wrongUse
        case .work(let work):
            do throws(ToolError) {
                try work()
                return 0
            } catch {
                Diagnostics.report(error)
                return error.exitCode
            }
        }
    }
}
