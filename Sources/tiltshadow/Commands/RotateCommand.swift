import ArgumentParser
import TiltClient
import TiltCore

/// `tiltshadow rotate`: how the picture is turned, for all who follow.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Say how the picture is turned, for every program that follows.",
        discussion: """
            For the script that turns the screen: the shadows of all programs of this user that follow (`tiltshadow \
            watch --rotation follow`, as the shell adapters do) fall to the right side of a picture that is turned by \
            so many degrees counterclockwise: 90 where the device's right edge is up. The daemon keeps it for those \
            that come later, as long as it runs. Programs that follow their screen themselves, or were told how it is \
            turned, stay as they are.

            EXAMPLES:
              tiltshadow rotate 90
              tiltshadow rotate 0
              sudo tiltshadow rotate 180 --all
            """)

    @Argument(
        help: ArgumentHelp("How the picture is turned: 0, 90, 180 or 270.", valueName: "degrees"),
        completion: .list(RotateCommand.words))
    var degrees: String

    @Flag(help: "For every user's programs; for root and the daemon's own user.")
    var all = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Print the daemon's answer as it is.")
    var json = false

    /// The numbers that say a rotation.
    static let words = DisplayRotation.allCases.map { $0.rawValue.description }

    func validate() throws(ValidationError) { _ = try rotation() }

    private func rotation() throws(ValidationError) -> DisplayRotation {
        let rotation = DisplayRotation.allCases.first { $0.rawValue.description == degrees }
        guard let rotation else {
            throw ValidationError("\(degrees): expected \(Self.words.joined(separator: ", "))")
        }
        return rotation
    }

    mutating func run() throws(ToolError) {
        guard let rotation = try? rotation() else { return }
        let answer = try OneRequest.ask(
            .rotate(rotation, all: all), at: Console.current.socket(socket))
        let output = OutputFile.standardOutput()
        output.buffer.append(text: (json ? answer : Self.words(for: answer, rotation)) + "\n")
        try output.flush()
    }

    /// What an `ok` means.
    static func words(for answer: String, _ rotation: DisplayRotation) -> String {
        var text = answer
        let value = text.withUTF8 { try? JSONParser.parse($0) }
        let rotated = value?["rotated"]?.number ?? 0
        let leftAlone = value?["left_alone"]?.number ?? 0
        let others =
            leftAlone > 0
            ? "\n\(leftAlone.shortText) of other users left alone; for all: sudo tiltshadow rotate "
                + "\(rotation.rawValue) --all" : ""
        guard rotated > 0 else {
            return
                "no program of yours follows; whoever begins to, as `tiltshadow watch --rotation follow` does, is turned by "
                + "\(rotation.rawValue) degrees" + others
        }
        return "\(rotated.shortText) turned by \(rotation.rawValue) degrees" + others
    }
}
