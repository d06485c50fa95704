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
            so many degrees clockwise: 90 where the device's right edge is up. The daemon keeps it for those \
            that come later, as long as it runs. Programs that follow their screen themselves, or were told how it is \
            turned, stay as they are.

            With --follow it does so by itself until it is ended, as any compositor of Wayland tells by its core protocol. \
            Without one (where WAYLAND_DISPLAY is not set) it asks iio-sensor-proxy, whose accelerometer it claims, as a \
            desktop that turns the picture by it has done already, and which cannot know whether that has been told to keep \
            the picture as it is. The user's unit tiltshadow-rotate.service does this. It is the device's own panel that \
            counts, else the first output.

            RECIPES:
              sway, in its configuration     exec tiltshadow rotate --follow
              sway, a key that turns         swaymsg output eDP-1 transform 90 && tiltshadow rotate 90
              Hyprland (not run here)        exec-once = tiltshadow rotate --follow
              niri (not run here)            spawn-at-startup "tiltshadow" "rotate" "--follow"
              GNOME, KDE (not run here)      systemctl --user enable --now tiltshadow-rotate.service
              X11 (not run here)             xrandr --output eDP-1 --rotate right && tiltshadow rotate 90

            EXAMPLES:
              tiltshadow rotate 90
              tiltshadow rotate 0
              sudo tiltshadow rotate 180 --all
              tiltshadow rotate --follow
              systemctl --user enable --now tiltshadow-rotate.service
            """)

    @Argument(
        help: ArgumentHelp(
            "How far the picture is turned clockwise: 0, 90, 180 or 270.", valueName: "degrees"),
        completion: .list(RotateCommand.words))
    var degrees: String?

    @Flag(help: "Say it whenever the screen turns, until this is ended.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            "Whom to ask with --follow; the session's compositor of Wayland, else iio-sensor-proxy.",
            valueName: "program"))
    var from: ScreenSource?

    @Flag(help: "For every user's programs; for root and the daemon's own user.")
    var all = false

    @Option(help: ArgumentHelp("The daemon's socket.", valueName: "path"), completion: .file())
    var socket: String?

    @Flag(help: "Print the daemon's answer as it is.")
    var json = false

    /// The numbers that say a rotation.
    static let words = DisplayRotation.allCases.map { $0.rawValue.description }

    func validate() throws(ValidationError) {
        try WatchCommand.checkSocket(socket)
        guard follow else {
            if from != nil { throw ValidationError("--from says whom --follow asks: give both") }
            return _ = try rotation()
        }
        if let degrees { throw ValidationError("give \(degrees) or --follow, not both") }
        if json { throw ValidationError("--json prints one answer: --follow has none") }
    }

    private func rotation() throws(ValidationError) -> DisplayRotation {
        guard let degrees else {
            throw ValidationError("give \(Self.words.joined(separator: ", ")), or --follow")
        }
        let rotation = DisplayRotation.allCases.first { $0.rawValue.description == degrees }
        guard let rotation else {
            throw ValidationError("\(degrees): expected \(Self.words.joined(separator: ", "))")
        }
        return rotation
    }

    mutating func run() throws(ToolError) {
        let console = Console.current
        guard !follow else {
            let source = from ?? ScreenSource(console.environment)
            var loop = FollowLoop(
                to: console.finder(of: socket), source: source, hint: Self.hint(from, source), isForAll: all)
            return try loop.run()
        }
        guard let rotation = try? rotation() else { return }
        let answer = try OneRequest.ask(.rotate(rotation, all: all), at: console.socket(socket))
        let output = OutputFile.standardOutput()
        output.buffer.append(
            text: (json ? answer : Self.words(for: answer, rotation, of: console.socket(socket))) + "\n")
        try output.flush()
    }

    /// What to try where the one who is asked by default is not there: over ssh nothing names the compositor on the screen.
    static func hint(_ named: ScreenSource?, _ source: ScreenSource) -> String? {
        guard named == nil, source == .sensorProxy else { return nil }
        return
            "\(ScreenSource.waylandDisplay) is not set, so no compositor is asked: set it to that of the session, such as "
            + "wayland-1 or wayland-0 in \"$XDG_RUNTIME_DIR\""
    }

    /// A number of an `ok` of the daemon; 0 where it has none.
    private static func number(_ key: String, in answer: String) -> Double {
        var text = answer
        return text.withUTF8 { try? JSONParser.parse($0) }?[key]?.number ?? 0
    }

    /// What to say where an `ok` is of a rotation that was to be for all, and is not; `nil` where it is.
    static func words(ofLeftAlone answer: String) -> String? {
        let leftAlone = number("left_alone", in: answer)
        guard leftAlone > 0 else { return nil }
        return "\(leftAlone.shortText) of other users left alone: --all is for root and the daemon's own user"
    }

    /// What an `ok` of the daemon at `socket` means.
    static func words(for answer: String, _ rotation: DisplayRotation, of socket: String) -> String {
        let rotated = number("rotated", in: answer)
        let leftAlone = number("left_alone", in: answer)
        let others =
            leftAlone > 0
            ? "\n\(leftAlone.shortText) of other users left alone; for all: sudo tiltshadow rotate "
                + "\(rotation.rawValue) --all\(OneRequest.option(for: socket))" : ""
        guard rotated > 0 else {
            return
                "no program of yours follows; whoever begins to, as `tiltshadow watch --rotation follow` does, is turned by "
                + "\(rotation.rawValue) degrees" + others
        }
        return "\(rotated.shortText) turned by \(rotation.rawValue) degrees" + others
    }
}
