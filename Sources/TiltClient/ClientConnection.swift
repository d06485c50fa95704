internal import LinuxSystem
public import TiltCore

/// A connection to the daemon for a program with a loop of its own: no call of it blocks, and it starts no thread.
///
/// Wait until ``descriptor`` is readable (`poll`, `epoll`, a GLib or Qt source), then call ``receive(_:)``.
public final class ClientConnection {
    /// The socket that was connected to.
    public let path: String
    /// What the daemon said first; `nil` until it has.
    public private(set) var hello: Hello?

    /// The most that one call of ``receive(_:)`` reads, in bytes: a daemon's socket holds less, and one that floods must
    /// not hold its reader.
    static let mostBytes = 65_536

    private let stream: UnixStream
    private var lines = LineSplitter()
    private var chunk = [UInt8](repeating: 0, count: 16_384)
    private var outgoing: [UInt8] = []
    private var lastID: Int64 = 0
    private var goodbye: String?

    /// Connects to the daemon at `path`.
    ///
    /// - Throws: ``ClientError/noSocket(path:)``, ``ClientError/notListening(path:)``, ``ClientError/accessDenied(path:)``
    ///   or ``ClientError/system(call:path:errno:)``.
    public init(path: String) throws(ClientError) {
        self.path = path
        do throws(SystemError) { stream = try UnixStream.connect(path) } catch {
            throw ClientError(error, path: path)
        }
    }

    /// The number to watch; readable while messages wait.
    public var descriptor: CInt { stream.descriptor }

    /// Asks something of the daemon and returns the id that its answer will carry.
    ///
    /// What the kernel does not take at once is sent by the next ``receive(_:)``. Where the daemon has hung up the request is
    /// dropped: ``receive(_:)`` hands out what it said before, and then tells of the end.
    @discardableResult
    public func send(_ request: ClientRequest) -> RequestID {
        lastID += 1
        var line = ByteBuffer()
        request.append(id: lastID, to: &line)
        outgoing += line.bytes
        flush()
        return .number(lastID)
    }

    /// Hands the messages that have come to `body`, oldest first, and returns when there are no more.
    ///
    /// Where a daemon has sent more than 64 KiB the rest is left for the next call, and ``descriptor`` is readable at once.
    /// The connection is in use until this returns: `body` may call ``send(_:)``, and must not call this.
    ///
    /// A line that cannot be understood is left out: no JSON, or a frame of a newer daemon with a new word for its state.
    ///
    /// - Throws: ``ClientError/closed(reason:)`` at the end of the connection, by a call of its own: what came right before is
    ///   for the caller to look at first, and ``descriptor`` stays readable;
    ///   ``ClientError/notTiltshadow(firstLine:)`` or ``ClientError/unsupportedVersion(found:supported:server:)`` where the
    ///   first message is not the right one, or a line is longer than the protocol has any.
    public func receive(_ body: (ClientEvent) -> Void) throws(ClientError) {
        flush()
        var room = Self.mostBytes
        while room > 0 {
            switch chunk.withUnsafeMutableBytes({ stream.receive(into: $0) }) {
            case .bytes(let count):
                room -= count
                try take(count, body)
            case .wouldBlock: return
            case .end:
                guard room == Self.mostBytes else { return }
                throw .closed(reason: goodbye)
            }
        }
    }

    private func take(_ count: Int, _ body: (ClientEvent) -> Void) throws(ClientError) {
        try chunk.withUnsafeBufferPointer { bytes throws(ClientError) in
            try lines.takeMessages(UnsafeBufferPointer(rebasing: bytes[..<count])) {
                line throws(ClientError) in
                let event = ServerLine.event(line)
                if hello == nil { hello = try Greeting.hello(in: event, line: line) }
                guard let event else { return }
                if case .goodbye(let reason) = event { goodbye = reason }
                body(event)
            }
        }
    }

    private func flush() {
        guard !outgoing.isEmpty else { return }
        switch outgoing.withUnsafeBytes({ stream.send($0) }) {
        case .sent(let count): outgoing.removeFirst(count)
        case .wouldBlock, .outOfMemory: return
        case .closed: outgoing.removeAll()
        }
    }
}
