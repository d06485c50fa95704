import CLinux
import LinuxSystem
import TiltCore

/// A subscriber that reads when the test says so and waits patiently.
final class TestSubscriber {
    private let stream: UnixStream
    private let daemon: DaemonProcess?
    private var buffer: [UInt8] = []
    private let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 1)
    /// True once the daemon has closed the connection.
    private(set) var isAtEnd = false

    /// The connection ended while the test waited for a message.
    struct Ended: Error {
        let after: String
    }

    /// Takes over a connection; `daemon` lives as long as this does.
    init(_ stream: consuming UnixStream, to daemon: DaemonProcess? = nil) {
        self.stream = stream
        self.daemon = daemon
    }

    deinit { chunk.deallocate() }

    var descriptor: CInt { stream.descriptor }

    /// Sends text as it is, with no LF added; false where the daemon has closed.
    @discardableResult
    func send(_ text: String) throws -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ stream.send($0) }) {
            case .sent(let count): rest = rest.dropFirst(count)
            case .closed: return false
            case .wouldBlock, .outOfMemory: try wait(for: POLLOUT, "room to send")
            }
        }
        return true
    }

    /// Sends one request.
    func request(_ json: String) throws { try send(json + "\n") }

    /// The next line without LF, or `nil` at the end of the connection.
    func line() throws -> [UInt8]? {
        while true {
            if let line = takeLine() { return line }
            guard !isAtEnd else { return nil }
            try wait(for: POLLIN, "a line")
            receive()
        }
    }

    /// The next message of any type.
    func message() throws -> TestMessage {
        guard let line = try line() else { throw Ended(after: "nothing") }
        return try TestMessage(line)
    }

    /// The next message of one type; others before it are skipped.
    func next(_ type: String, where isWanted: (TestMessage) -> Bool = { _ in true }) throws -> TestMessage {
        var last = "nothing"
        let end = MonotonicClock.now() + Timeout.limit
        while let line = try line() {
            let message = try TestMessage(line)
            if message.type == type, isWanted(message) { return message }
            last = message.description
            guard MonotonicClock.now() < end else {
                throw Timeout.Exhausted(
                    description: "waited in vain for a \(type); the last line was \(last)")
            }
        }
        throw Ended(after: last)
    }

    /// The next `count` frames.
    func frames(_ count: Int) throws -> [TestMessage] {
        try (0..<count).map { _ in try next("frame") }
    }

    /// Sends a request and waits for its answer.
    func ask(_ json: String, answer: String = "ok") throws -> TestMessage {
        try request(json)
        return try next(answer)
    }

    /// Everything until the daemon closes the connection.
    func rest() throws -> [TestMessage] {
        var messages: [TestMessage] = []
        while let line = try line() { messages.append(try TestMessage(line)) }
        return messages
    }

    /// Takes what has come, without waiting; the whole lines of it.
    func readyLines() -> [[UInt8]] {
        receive()
        var lines: [[UInt8]] = []
        while let line = takeLine() { lines.append(line) }
        return lines
    }

    private func takeLine() -> [UInt8]? {
        guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { buffer.removeFirst(end + 1) }
        return Array(buffer[..<end])
    }

    private func receive() {
        switch stream.receive(into: chunk) {
        case .bytes(let count): buffer += chunk[..<count]
        case .wouldBlock: break
        case .end: isAtEnd = true
        }
    }

    private func wait(for event: CInt, _ what: String) throws {
        var waiting = pollfd(fd: stream.descriptor, events: Int16(event), revents: 0)
        guard poll(&waiting, 1, CInt(Timeout.limit / 1_000_000)) != 0 else {
            throw Timeout.Exhausted(description: "waited in vain for \(what)")
        }
    }
}
