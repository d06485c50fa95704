import ArgumentParser
import TiltClient
import TiltCore

/// `tiltshadow recentre`: the present pose as the neutral one, once.
struct RecentreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recentre",
        abstract: "Take the pose of now as the neutral one, for every program that has one.",
        discussion: """
            For a key, a button or a script: all shadows of this user's programs that are measured from a pose of their \
            own (reference startup or relative) are measured from the present one. Root and the daemon's own user do it \
            for everybody. It lasts until the next time, or until the program connects again; programs with the \
            reference absolute, the default, stay as they are. For a level that lasts and counts for them, too, see \
            `tiltshadow calibrate --level`.

            EXAMPLES:
              tiltshadow recentre
              sudo tiltshadow recentre
              tiltshadow recentre --json
            """)

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Print the daemon's answer as it is.")
    var json = false

    func validate() throws(ValidationError) { try WatchCommand.checkSocket(socket) }

    mutating func run() throws(ToolError) {
        let path = Console.current.socket(socket)
        let answer = try OneRequest.ask(.recentreAll, at: path)
        let output = OutputFile.standardOutput()
        output.buffer.append(text: (json ? answer : try Self.words(for: answer, of: path)) + "\n")
        try output.flush()
    }

    /// What an `ok` of the daemon at `socket` means.
    ///
    /// - Throws: ``ToolError/oldDaemon`` where it counts nobody: then only the asker was recentred.
    static func words(for answer: String, of socket: String) throws(ToolError) -> String {
        var text = answer
        let value = text.withUTF8 { try? JSONParser.parse($0) }
        guard let recentred = value?["recentred"]?.number, let leftAlone = value?["left_alone"]?.number else {
            throw .oldDaemon
        }
        let others =
            leftAlone > 0
            ? "\n\(leftAlone.shortText) of other users left alone; for all: sudo tiltshadow recentre"
                + OneRequest.option(for: socket) : ""
        guard recentred > 0 else {
            return leftAlone > 0
                ? "no program of yours has a neutral pose that this changes" + others
                : "no program has a neutral pose that this changes: all have the reference absolute, or nobody listens; one "
                    + "that has paused, reads a page or is away takes the pose at which it returns. A level for them: "
                    + "`tiltshadow calibrate --level`; a neutral pose: reference = startup under [shadow]"
        }
        return "\(recentred.shortText) recentred" + others
    }
}
