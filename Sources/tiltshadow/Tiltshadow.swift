import ArgumentParser
import CLinux
import TiltCore

/// The command line tool: everything a person does with tiltshadow but run it.
@main
struct Tiltshadow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tiltshadow",
        abstract: "Shadow offsets from a motion sensor: watch them, record them, replay them.",
        discussion: """
            tiltshadowd turns the tilt of this device into the offset of a card's drop shadow, 50 times a second, \
            for every program that asks on a Unix socket. This tool shows what it does and helps when it does not.

            EXAMPLES:
              tiltshadow demo                  see it work: no sensor and no daemon needed
              tiltshadow preview --demo --open see cards whose shadows move, in a browser
              tiltshadow watch                 see what this device's daemon publishes
              tiltshadow status                see what the daemon says of itself, and who listens
              tiltshadow sensors               which sensor would be used, and why
              tiltshadow record desk.tiltlog   keep the raw readings of the sensor
              tiltshadow replay desk.tiltlog   make frames of them, always the same ones
              tiltshadow plot desk.tiltlog     draw them, and what the sensor said
              tiltshadow convert phone.zip walk.tiltlog       take a recording of another program
              tiltshadow doctor                what is wrong, and what to type
              tiltshadow calibrate             find out how the sensor sits in the device
              tiltshadow score desk.csv --truth desk.gt.csv   judge them against a known orientation

            EXIT STATUS:
              0 fine, 1 failed, 2 wrong use, 69 no sensor or no daemon
            """,
        version: ProtocolVersion.server,
        subcommands: [
            WatchCommand.self, StatusCommand.self, DemoCommand.self, SensorsCommand.self, RecordCommand.self,
            ReplayCommand.self, PreviewCommand.self, PlotCommand.self, ConvertCommand.self, ScoreCommand.self,
            ConfigCommand.self, CalibrateCommand.self, RecentreCommand.self, DoctorCommand.self,
        ])

    static func main() {
        // A reader that goes away, as `head` does, is met as EPIPE where we write.
        clinux_ignore_signal(SIGPIPE)
        CLinux.exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// Does what the arguments ask for, and returns the exit status; all it says goes to ``Console/current``.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
            return 0
        } catch let error as ToolError {
            Diagnostics.report(error)
            return error.exitCode
        } catch {
            let status = exitCode(for: error)
            let message = fullMessage(for: error)
            if !message.isEmpty {
                let console = Console.current
                Diagnostics.write(message, to: status.isSuccess ? console.output : console.errors)
            }
            return status == .validationFailure ? ToolError.wrongUse : status.rawValue
        }
    }
}
