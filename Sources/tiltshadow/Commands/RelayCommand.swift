import ArgumentParser

/// `tiltshadow relay`: for the lists of commands; ``Tiltshadow`` hands over to ``RelayProgram`` before the parser.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RelayProgram.command,
        abstract: "Carry frames to an MQTT broker, by a package of its own.",
        discussion: """
            Hands over to tiltshadow-relay, which is in a package of its own: no other program has a library that speaks to a \
            network. `tiltshadow relay --help` is that program's help.

            EXAMPLES:
              tiltshadow relay publish --to mqtts://broker.local/tiltshadow/desk
            """)

    @Argument(parsing: .captureForPassthrough, help: "What tiltshadow-relay is to do.")
    var words: [String] = []

    mutating func run() throws(ToolError) { throw RelayProgram.replaceThis([RelayProgram.command] + words) }
}
