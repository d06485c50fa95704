import ArgumentParser
import LinuxSystem
import TiltCore

/// A program that tells how the picture is turned.
protocol ScreenWatch: AnyObject {
    /// The number to watch; ``take()`` is called when it is readable.
    var descriptor: CInt { get }
    /// How often it is asked though nothing has come, in nanoseconds; `nil` where it tells every turn.
    var interval: Int64? { get }
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
    /// It does not answer.
    case silent(ScreenSource)

    /// What happened, in words.
    var description: String {
        switch self {
        case .unnamed(let source, let variable):
            "\(source.rawValue) cannot be found: \(variable) is not set"
        case .system(let source, let error): "\(source.rawValue): \(error.description)"
        case .ended(let source): "\(source.rawValue) has ended the connection"
        case .garbled(let source, let excerpt): "\(source.rawValue) says what nobody understands: \(excerpt)"
        case .silent(let source): "\(source.rawValue) does not answer"
        }
    }
}

/// Who can be asked how the picture is turned.
enum ScreenSource: String, CaseIterable, ExpressibleByArgument {
    /// By its IPC.
    case sway
    /// By its two sockets.
    case hyprland
    /// By the system's bus.
    case sensorProxy = "iio-sensor-proxy"

    /// The one of this session: its compositor where that tells, else what most desktops turn the picture by.
    init(_ environment: Environment) {
        func names(_ variable: String) -> Bool { !(environment[variable] ?? "").isEmpty }
        self =
            if names(Self.swaySocket) {
                .sway
            } else if names(Self.hyprlandInstance) { .hyprland } else { .sensorProxy }
    }

    /// The variable that names sway's socket.
    static let swaySocket = "SWAYSOCK"
    /// The variable that names Hyprland's instance.
    static let hyprlandInstance = "HYPRLAND_INSTANCE_SIGNATURE"

    /// Begins to listen to it.
    func open(_ environment: Environment) throws(ScreenError) -> any ScreenWatch {
        switch self {
        case .sway: try SwayScreen(environment)
        case .hyprland: try HyprlandScreen(environment)
        case .sensorProxy: try SensorProxyScreen()
        }
    }
}

/// An output of a compositor, and how its picture is turned.
struct ScreenOutput: Equatable {
    let name: String
    let isFocused: Bool
    /// `nil` where it is mirrored, too, or something else that is none of the four turns.
    let rotation: DisplayRotation?

    /// How the panels of devices are called, at the beginning of an output's name.
    private static let panels = ["eDP", "LVDS", "DSI"]

    /// The device's own panel, else the output that is looked at, else the first.
    static func panel(of outputs: [ScreenOutput]) -> ScreenOutput? {
        outputs.first { output in panels.contains { output.name.hasPrefix($0) } }
            ?? outputs.first { $0.isFocused } ?? outputs.first
    }
}
