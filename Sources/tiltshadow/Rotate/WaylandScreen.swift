import LinuxSystem
import TiltCore

/// A Wayland compositor, by its own wire: every one tells programs how its outputs are turned, whenever they are.
///
/// That is `wl_output` of the core protocol, in which sway, Hyprland, niri, GNOME and KDE agree, and which says of an output
/// that shows something what wlr-output-management does. The wire is
/// [Wayland's](https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format).
final class WaylandScreen: ScreenWatch {
    /// An output: its object's number is its place in `outputs` after ``firstOutput``.
    private struct Output {
        /// The number by which the registry names it, and takes it away.
        let global: UInt32
        var name = ""
        var transform: Int32?
        /// True once it has told all of itself; one of version 1 does not say so.
        var isKnown: Bool
        var isGone = false
    }

    private static let (display, registry, firstOutput): (UInt32, UInt32, UInt32) = (1, 2, 3)
    private static let interface = "wl_output"
    /// From version 4 on an output tells its name; events of later ones are not known here.
    private static let newestVersion: UInt32 = 4
    /// The object, then the length of all and the event, each of two bytes.
    private static let headerLength = 8

    private let stream: UnixStream
    private var input: [UInt8] = []
    private var outputs: [Output] = []

    var descriptor: CInt { stream.descriptor }

    init(_ environment: Environment) throws(ScreenError) {
        let display = environment[ScreenSource.waylandDisplay] ?? ""
        var path = display.isEmpty ? "wayland-0" : display
        if !path.hasPrefix("/") {
            guard let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty else {
                throw .unnamed(.wayland, variable: "XDG_RUNTIME_DIR")
            }
            path = "\(runtime)/\(path)"
        }
        do throws(SystemError) { stream = try UnixStream.connect(path) } catch {
            throw .system(.wayland, error)
        }
        // wl_display.get_registry.
        try send(to: Self.display, 1, Self.bytes(Self.registry))
    }

    func take() throws(ScreenError) -> DisplayRotation? {
        let hasEnded = stream.readRest(into: &input)
        var start = 0
        while input.count - start >= Self.headerLength {
            let word = number(at: start + 4)
            let length = Int(word >> 16)
            guard length >= Self.headerLength, length % 4 == 0 else { throw garbled(start) }
            guard input.count - start >= length else { break }
            try hear(
                of: number(at: start), Int(word & 0xFFFF), start + Self.headerLength..<start + length)
            start += length
        }
        input.removeFirst(start)
        if hasEnded { throw .ended(.wayland) }
        return rotation
    }

    /// How the panel's picture is turned; `nil` where there is none, it is mirrored, or an output has yet to tell of itself,
    /// which may be the panel: a compositor names all its outputs before any of them tells.
    private var rotation: DisplayRotation? {
        var told: [ScreenOutput] = []
        for output in outputs where !output.isGone {
            guard output.isKnown, let transform = output.transform else { return nil }
            told.append(ScreenOutput(name: output.name, rotation: DisplayRotation(wayland: transform)))
        }
        return ScreenOutput.panel(of: told)?.rotation
    }

    /// Takes one event, whose arguments are the bytes `range`.
    private func hear(of object: UInt32, _ event: Int, _ range: Range<Int>) throws(ScreenError) {
        switch (object, event) {
        case (Self.display, 0):
            // wl_display.error: the object, a code, and what it thinks of it.
            let (text, _) = try text(at: range.lowerBound + 8, in: range)
            throw .garbled(.wayland, excerpt: text.excerpt)
        case (Self.registry, 0):
            // global: its number, its interface, the newest version of that.
            let (name, end) = try text(at: range.lowerBound + 4, in: range)
            guard name == Self.interface else { return }
            guard end + 4 <= range.upperBound else { throw garbled(range.lowerBound) }
            try bind(number(at: range.lowerBound), version: min(number(at: end), Self.newestVersion))
        case (Self.registry, 1):
            // global_remove: its number, which the compositor may give to another one.
            guard range.count >= 4 else { throw garbled(range.lowerBound) }
            let gone = number(at: range.lowerBound)
            for index in outputs.indices where outputs[index].global == gone { outputs[index].isGone = true }
        case (Self.firstOutput..., 0) where outputs.indices.contains(Int(object - Self.firstOutput)):
            // geometry: where it is, its size and subpixels, who made it, its model, its transform.
            let (_, make) = try text(at: range.lowerBound + 20, in: range)
            let (_, model) = try text(at: make, in: range)
            guard model + 4 <= range.upperBound else { throw garbled(range.lowerBound) }
            outputs[Int(object - Self.firstOutput)].transform = Int32(bitPattern: number(at: model))
        case (Self.firstOutput..., 2) where outputs.indices.contains(Int(object - Self.firstOutput)):
            // done: nothing more for now.
            outputs[Int(object - Self.firstOutput)].isKnown = true
        case (Self.firstOutput..., 4) where outputs.indices.contains(Int(object - Self.firstOutput)):
            outputs[Int(object - Self.firstOutput)].name = try text(at: range.lowerBound, in: range).text
        default: break
        }
    }

    /// wl_registry.bind: its number, the interface and its version, and the number that the object gets.
    private func bind(_ global: UInt32, version: UInt32) throws(ScreenError) {
        let object = Self.firstOutput + UInt32(outputs.count)
        let name = Array(Self.interface.utf8) + [0]
        let padding = [UInt8](repeating: 0, count: (4 - name.count % 4) % 4)
        outputs.append(Output(global: global, isKnown: version < 2))
        try send(
            to: Self.registry, 0,
            Self.bytes(global) + Self.bytes(UInt32(name.count)) + name + padding + Self.bytes(version)
                + Self.bytes(object))
    }

    private func send(to object: UInt32, _ request: UInt32, _ arguments: [UInt8]) throws(ScreenError) {
        let length = UInt32(Self.headerLength + arguments.count)
        let message = Self.bytes(object) + Self.bytes(length << 16 | request) + arguments
        guard message.withUnsafeBytes({ stream.send($0) }) == .sent(message.count) else {
            throw .ended(.wayland)
        }
    }

    /// A number in this machine's order.
    private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    private func number(at index: Int) -> UInt32 {
        input.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
    }

    /// A text of an event, and where the next argument is: its length with the zero at its end, then both, to a whole word.
    private func text(at index: Int, in range: Range<Int>) throws(ScreenError) -> (text: String, end: Int) {
        guard index + 4 <= range.upperBound else { throw garbled(range.lowerBound) }
        let (start, count) = (index + 4, Int(number(at: index)))
        let end = start + (count + 3) / 4 * 4
        guard end <= range.upperBound else { throw garbled(range.lowerBound) }
        return (String(decoding: input[start..<start + max(count - 1, 0)], as: UTF8.self), end)
    }

    private func garbled(_ index: Int) -> ScreenError {
        .garbled(.wayland, excerpt: String(decoding: input[index...].prefix(60), as: UTF8.self).excerpt)
    }
}

extension DisplayRotation {
    /// By a transform of `wl_output`, which counts the quarters of the picture counterclockwise, the other way than this;
    /// `nil` from 4 on, where it is mirrored.
    init?(wayland transform: Int32) {
        switch transform {
        case 0: self = .none
        case 1: self = .threeQuarters
        case 2: self = .half
        case 3: self = .quarter
        default: return nil
        }
    }
}

extension UnixStream {
    /// Appends all that has come to `buffer`; true where no more will.
    func readRest(into buffer: inout [UInt8]) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 1) { bytes in
            while true {
                switch receive(into: bytes) {
                case .bytes(let count): buffer.append(contentsOf: bytes[..<count])
                case .wouldBlock: return false
                case .end: return true
                }
            }
        }
    }
}
