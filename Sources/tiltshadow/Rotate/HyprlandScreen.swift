import LinuxSystem
import TiltClient
import TiltCore

/// Hyprland: its second socket tells of what happens, and its first one is asked for the monitors then.
///
/// A turn has no event of its own, so that it is asked every two seconds besides.
final class HyprlandScreen: ScreenWatch {
    /// How long it may take to answer, in nanoseconds.
    private static let timeout: Int64 = 2_000_000_000
    /// The longest answer that is read, in bytes.
    private static let longest = 1 << 20

    private let events: UnixStream
    private let directory: String
    private var rotation: DisplayRotation?

    var descriptor: CInt { events.descriptor }
    var interval: Int64? { 2_000_000_000 }

    init(_ environment: Environment) throws(ScreenError) {
        let variable = ScreenSource.hyprlandInstance
        guard let instance = environment[variable], !instance.isEmpty else {
            throw .unnamed(.hyprland, variable: variable)
        }
        guard let runtime = environment["XDG_RUNTIME_DIR"] else {
            throw .unnamed(.hyprland, variable: "XDG_RUNTIME_DIR")
        }
        directory = "\(runtime)/hypr/\(instance)"
        do throws(SystemError) { events = try UnixStream.connect(directory + "/.socket2.sock") } catch {
            throw .system(.hyprland, error)
        }
    }

    func take() throws(ScreenError) -> DisplayRotation? {
        var heard: [UInt8] = []
        if events.readRest(into: &heard) { throw .ended(.hyprland) }
        rotation = try Self.rotation(in: try ask("j/monitors")) ?? rotation
        return rotation
    }

    /// How the panel's picture is turned by a list of monitors; `nil` where there is none, or it is mirrored.
    static func rotation(in payload: [UInt8]) throws(ScreenError) -> DisplayRotation? {
        guard case .array(let monitors)? = payload.withUnsafeBufferPointer({ try? JSONParser.parse($0) })
        else {
            throw .garbled(.hyprland, excerpt: String(decoding: payload, as: UTF8.self).excerpt)
        }
        let outputs = monitors.map {
            ScreenOutput(
                name: $0["name"]?.string ?? "", isFocused: $0["focused"] == .bool(true),
                rotation: rotation($0["transform"]?.integer ?? 0))
        }
        return ScreenOutput.panel(of: outputs)?.rotation
    }

    /// It counts as wl_output does, counterclockwise by which the picture is turned back; from 4 on it is mirrored.
    private static func rotation(_ transform: Int64) -> DisplayRotation? {
        switch transform {
        case 0: DisplayRotation.none
        case 1: .threeQuarters
        case 2: .half
        case 3: .quarter
        default: nil
        }
    }

    private func connect() throws(ScreenError) -> UnixStream {
        do throws(SystemError) { return try UnixStream.connect(directory + "/.socket.sock") } catch {
            throw .system(.hyprland, error)
        }
    }

    /// A request has a connection of its own, which ends with the answer.
    private func ask(_ request: String) throws(ScreenError) -> [UInt8] {
        let stream = try connect()
        var request = request
        let count = request.utf8.count
        guard request.withUTF8({ stream.send(UnsafeRawBufferPointer($0)) }) == .sent(count) else {
            throw .ended(.hyprland)
        }
        var answer: [UInt8] = []
        let end = MonotonicClock.now() + Self.timeout
        while answer.count <= Self.longest {
            let left = end - MonotonicClock.now()
            guard left > 0 else { break }
            _ = DescriptorWait.readable([stream.descriptor], nanoseconds: left)
            if stream.readRest(into: &answer) { return answer }
        }
        throw .silent(.hyprland)
    }
}
