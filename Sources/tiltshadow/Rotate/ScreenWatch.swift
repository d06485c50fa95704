import ArgumentParser
import LinuxSystem
import TiltCore

/// A program that tells how the picture is turned.
protocol ScreenWatch: AnyObject {
    /// The number to watch; ``take()`` is called when it is readable.
    var descriptor: CInt { get }
    /// How the picture is turned by now; `nil` where that is not known, or is none of the four turns.
    func take() throws(ScreenError) -> DisplayRotation?
}

/// Why a program does not tell how the picture is turned.
enum ScreenError: Error, Equatable {
    /// A variable of the environment is missing that says where it is.
    case unnamed(ScreenSource, variable: String)
    /// A call failed, such as that to its socket.
    case system(ScreenSource, SystemError)
    /// It has ended the connection.
    case ended(ScreenSource)
    /// It said something that is no answer of it.
    case garbled(ScreenSource, excerpt: String)

    /// What happened, in words.
    var description: String {
        switch self {
        case .unnamed(let source, let variable):
            "\(source.rawValue) cannot be found: \(variable) is not set"
        case .system(let source, let error): "\(source.rawValue): \(error.description)"
        case .ended(let source): "\(source.rawValue) has ended the connection"
        case .garbled(let source, let excerpt): "\(source.rawValue) says what nobody understands: \(excerpt)"
        }
    }
}

/// Who can be asked how the picture is turned.
enum ScreenSource: String, CaseIterable, ExpressibleByArgument {
    /// A compositor, whichever: Wayland's core protocol tells.
    case wayland
    /// By the system's bus.
    case sensorProxy = "iio-sensor-proxy"

    /// The one of this session: its compositor, or without one what most desktops of X11 turn the picture by.
    init(_ environment: Environment) {
        self = (environment[Self.waylandDisplay] ?? "").isEmpty ? .sensorProxy : .wayland
    }

    /// The variable that names the compositor's socket.
    static let waylandDisplay = "WAYLAND_DISPLAY"

    /// Begins to listen to it.
    func open(_ environment: Environment) throws(ScreenError) -> any ScreenWatch {
        switch self {
        case .wayland: try WaylandScreen(environment)
        case .sensorProxy: try SensorProxyScreen()
        }
    }
}

/// An output of a compositor, and how its picture is turned.
struct ScreenOutput: Equatable {
    let name: String
    /// `nil` where it is mirrored, too, or something else that is none of the four turns.
    let rotation: DisplayRotation?

    /// How the panels of devices are called, at the beginning of an output's name.
    private static let panels = ["eDP", "LVDS", "DSI"]

    /// The device's own panel, else the first output.
    static func panel(of outputs: [ScreenOutput]) -> ScreenOutput? {
        outputs.first { output in panels.contains { output.name.hasPrefix($0) } }
            ?? outputs.first
    }
}
