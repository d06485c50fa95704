import CLinux
import LinuxSystem
import TiltCore

/// Subscribers that are all read by this thread, each frame as soon as it comes.
final class Audience {
    /// From a tick's deadline to the first and to the last subscriber that got its frame, and between the two, in
    /// nanoseconds; one entry a tick that all of them got.
    private(set) var firstDelays: [Int64] = []
    private(set) var lastDelays: [Int64] = []
    private(set) var spreads: [Int64] = []

    private let loop: EventLoop
    private let members: [Member]
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    /// The tick that is coming in: its deadline, when its first frame came, and how many have come.
    private var tick: (deadline: Int64, first: Int64, count: Int) = (0, 0, 0)
    private var statusLine: [UInt8]?
    private var (frames, marked, unmarked) = (0, Int64(0), Int64(0))

    /// One connection.
    private final class Member {
        let stream: UnixStream
        var watch: Watch?
        var splitter = LineSplitter()
        var lastSequence: Int64?

        init(_ stream: consuming UnixStream) { self.stream = stream }
    }

    /// The daemon sent no answer.
    struct NoAnswer: Error {}

    convenience init(of daemon: MeasuredDaemon, count: Int) throws {
        // Waits until it listens.
        _ = try daemon.connect()
        try self.init(at: daemon.socket, count: count)
    }

    init(at socket: String, count: Int) throws {
        loop = try EventLoop()
        members = try (0..<count).map { _ in Member(try UnixStream.connect(socket)) }
        for member in members {
            member.watch = try loop.watch(member.stream.descriptor, for: .readable) { [unowned self] _ in
                take(from: member)
            }
        }
    }

    deinit {
        for member in members { member.watch = nil }
        buffer.deallocate()
    }

    /// Sends the same text from everybody.
    func ask(_ text: String) {
        let bytes = Array(text.utf8)
        for member in members { _ = bytes.withUnsafeBytes { member.stream.send($0) } }
    }

    /// Sends each a text of its own, by its number.
    func askEach(_ text: (Int) -> String) {
        for (number, member) in members.enumerated() {
            let bytes = Array(text(number).utf8)
            _ = bytes.withUnsafeBytes { member.stream.send($0) }
        }
    }

    /// Frames that came, frames missed that the next one told of, and frames missed that none did.
    var account: String { "\(frames), \(marked), \(unmarked)" }

    /// Reads for so long.
    func read(seconds: Int) { read(milliseconds: seconds * 1000) }

    /// Reads for so long.
    func read(milliseconds: Int) {
        let end = MonotonicClock.now() + Int64(milliseconds) * 1_000_000
        while MonotonicClock.now() < end { _ = try? loop.step(timeoutMilliseconds: 100) }
    }

    /// Begins to measure anew.
    func forget() {
        firstDelays.removeAll()
        lastDelays.removeAll()
        spreads.removeAll()
        (frames, marked, unmarked) = (0, 0, 0)
    }

    /// The numbers of the daemon's own view of itself.
    func status() throws -> [String: Double] {
        let request = Array("{\"type\":\"status\"}\n".utf8)
        guard let member = members.first else { throw NoAnswer() }
        _ = request.withUnsafeBytes { member.stream.send($0) }
        for _ in 0..<1000 where statusLine == nil { try loop.step(timeoutMilliseconds: 10) }
        guard let line = statusLine else { throw NoAnswer() }
        let message = try line.withUnsafeBufferPointer { bytes throws(JSONError) in
            try JSONParser.parse(bytes)
        }
        guard case .object(let members) = message else { throw NoAnswer() }
        var numbers: [String: Double] = [:]
        for member in members { numbers[member.key] = member.value.number }
        return numbers
    }

    private func take(from member: Member) {
        guard case .bytes(let count) = member.stream.receive(into: buffer) else {
            member.watch = nil
            return
        }
        let now = MonotonicClock.now()
        let chunk = UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self)
        member.splitter.feed(chunk) { line in
            guard case .whole(let bytes) = line else { return true }
            if bytes.starts(with: #"{"type":"status""#.utf8) {
                statusLine = Array(bytes)
            } else if let deadline = Self.number("t_ns", in: bytes) {
                note(deadline, at: now)
                tally(bytes, for: member)
            }
            return true
        }
    }

    private func note(_ deadline: Int64, at now: Int64) {
        if deadline != tick.deadline { tick = (deadline, now, 0) }
        tick.count += 1
        guard tick.count == members.count else { return }
        firstDelays.append(tick.first - deadline)
        lastDelays.append(now - deadline)
        spreads.append(now - tick.first)
    }

    private func tally(_ line: UnsafeBufferPointer<UInt8>, for member: Member) {
        guard let sequence = Self.number("seq", in: line) else { return }
        let dropped = Self.number("dropped", in: line) ?? 0
        frames += 1
        marked += dropped
        if let last = member.lastSequence { unmarked += sequence - last - 1 - dropped }
        member.lastSequence = sequence
    }

    /// The digits after `"key":` of a frame, found without reading the rest as JSON.
    private static func number(_ key: StaticString, in line: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard line.starts(with: #"{"type":"frame""#.utf8) else { return nil }
        let name = UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
        var start = 15
        while start + name.count + 3 < line.count {
            let end = start + 1 + name.count
            if line[start] == UInt8(ascii: "\""), line[end] == UInt8(ascii: "\""),
                line[(start + 1)..<end].elementsEqual(name)
            {
                return digits(of: line[(end + 2)...])
            }
            start += 1
        }
        return nil
    }

    private static func digits(of text: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
        var value: Int64 = 0
        for byte in text.prefix(while: { $0 &- 48 < 10 }) { value = value * 10 + Int64(byte - 48) }
        return value
    }
}
