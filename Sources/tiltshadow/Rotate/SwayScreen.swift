import LinuxSystem
import TiltCore

/// Sway, and what speaks its IPC (sway-ipc(7)): it tells when outputs have changed, and is then asked for all of them.
///
/// Version 1.7 tells of those that come and go, and not of a turn, so that it is asked every two seconds besides.
final class SwayScreen: ScreenWatch {
    /// Types of messages: a subscription, and the list of outputs; events have the highest bit.
    private static let (subscribe, getOutputs): (UInt32, UInt32) = (2, 3)
    private static let magic = Array("i3-ipc".utf8)
    /// The magic, then the length and the type, each of four bytes in this machine's order.
    private static let headerLength = magic.count + 8
    /// The longest answer that is read, in bytes: one of a hundred outputs is half as long.
    private static let longest = 1 << 20

    private let stream: UnixStream
    private var input: [UInt8] = []
    private var rotation: DisplayRotation?
    /// True while it owes an answer.
    private var isAsking = false

    var descriptor: CInt { stream.descriptor }
    var interval: Int64? { 2_000_000_000 }

    init(_ environment: Environment) throws(ScreenError) {
        guard let path = environment[ScreenSource.swaySocket], !path.isEmpty else {
            throw .unnamed(.sway, variable: ScreenSource.swaySocket)
        }
        do throws(SystemError) { stream = try UnixStream.connect(path) } catch { throw .system(.sway, error) }
        try send(Self.subscribe, #"["output"]"#)
    }

    func take() throws(ScreenError) -> DisplayRotation? {
        let before = input.count
        if stream.readRest(into: &input) { throw .ended(.sway) }
        let hasHeard = input.count > before
        while let (type, payload) = try nextMessage() {
            if type == Self.getOutputs {
                isAsking = false
                rotation = try Self.rotation(in: payload) ?? rotation
            }
            if type >> 31 == 1 { try ask() }
        }
        if !hasHeard {
            guard !isAsking else { throw .silent(.sway) }
            try ask()
        }
        return rotation
    }

    private func ask() throws(ScreenError) {
        isAsking = true
        try send(Self.getOutputs, "")
    }

    /// How the panel's picture is turned by a list of outputs; `nil` where there is none, or it is mirrored.
    static func rotation(in payload: [UInt8]) throws(ScreenError) -> DisplayRotation? {
        guard case .array(let outputs)? = payload.withUnsafeBufferPointer({ try? JSONParser.parse($0) })
        else {
            throw .garbled(.sway, excerpt: String(decoding: payload, as: UTF8.self).excerpt)
        }
        let active = outputs.filter { $0["active"] != .bool(false) }.map {
            ScreenOutput(
                name: $0["name"]?.string ?? "", isFocused: $0["focused"] == .bool(true),
                rotation: rotation($0["transform"]?.string ?? ""))
        }
        return ScreenOutput.panel(of: active)?.rotation
    }

    /// Sway counts clockwise, as wl_output does not: a picture that was turned clockwise by 90 degrees stands on a device
    /// whose right edge is up.
    private static func rotation(_ transform: String) -> DisplayRotation? {
        switch transform {
        case "normal": DisplayRotation.none
        case "90": .quarter
        case "180": .half
        case "270": .threeQuarters
        default: nil
        }
    }

    private func send(_ type: UInt32, _ payload: String) throws(ScreenError) {
        var message = Self.magic
        for number in [UInt32(payload.utf8.count), type] {
            withUnsafeBytes(of: number) { message.append(contentsOf: $0) }
        }
        message.append(contentsOf: payload.utf8)
        guard message.withUnsafeBytes({ stream.send($0) }) == .sent(message.count) else {
            throw .ended(.sway)
        }
    }

    private func nextMessage() throws(ScreenError) -> (type: UInt32, payload: [UInt8])? {
        guard input.count >= Self.headerLength else { return nil }
        let (length, type) = (number(at: Self.magic.count), number(at: Self.magic.count + 4))
        guard input.starts(with: Self.magic), length <= Self.longest else {
            throw .garbled(.sway, excerpt: String(decoding: input.prefix(60), as: UTF8.self).excerpt)
        }
        let end = Self.headerLength + Int(length)
        guard input.count >= end else { return nil }
        defer { input.removeFirst(end) }
        return (type, Array(input[Self.headerLength..<end]))
    }

    private func number(at index: Int) -> UInt32 {
        input.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index, as: UInt32.self) }
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
