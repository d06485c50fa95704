import LinuxSystem
import TiltDaemon

/// A program at the other end of a connection, and what the kernel keeps between the two.
struct VirtualSubscriber {
    let name: String
    let connection: Connection
    /// What the daemon waits for.
    var interest = Interest()
    /// False where what comes stays in the kernel.
    var isReading = true
    /// False once it shut its receiving side, or has gone.
    var hears = true
    /// What it has sent and the daemon has not read.
    var sent: [UInt8] = []
    var hasSaidAll = false
    var hasLeft = false
    var isClosed = false
    /// What its socket takes before it is full, in bytes, where the session says so.
    var room: Int?
    var hasMemory = true
    /// Bytes that went out to it so far.
    private(set) var received = 0
    /// What the kernel keeps for it.
    private(set) var queue: [[UInt8]] = []
    /// The beginning of a line whose end has not come.
    private var partial: [UInt8] = []

    /// The smallest send buffer that the kernel gives (socket(7)), in bytes.
    private static let buffer = 4608

    init(name: String, connection: Connection) {
        self.name = name
        self.connection = connection
    }

    /// Memory that the kernel charges for bytes (`skb->truesize`): they and 320 bytes of `skb_shared_info` in a block of
    /// a power of two, and 256 bytes of `sk_buff`.
    private static func charge(_ count: Int) -> Int {
        var block = 512
        while block < count + 320 { block *= 2 }
        return block + 256
    }

    /// Memory in the kernel that it has not read, as `SIOCOUTQ` tells.
    var unread: Int { queue.reduce(0) { $0 + Self.charge($1.count) } }

    /// True where the kernel says that there is room (`unix_writable`).
    var isWritable: Bool { room.map { $0 > 0 } ?? (unread * 4 <= Self.buffer) }

    /// True where the daemon has something to do for it.
    var wantsService: Bool {
        hasLeft || (interest.contains(.writable) && isWritable)
            || (interest.contains(.readable) && (hasSaidAll || !sent.isEmpty))
    }

    /// Takes what the daemon sends; the number of bytes that went out, and why not more did.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> (sent: Int, failure: SendFailure?) {
        guard hears, !hasLeft else { return (0, .closed) }
        guard hasMemory else { return (0, .outOfMemory) }
        var rest = bytes
        while !rest.isEmpty {
            // The kernel cuts a long line into pieces (unix_stream_sendmsg).
            var piece = min(rest.count, Self.buffer / 2 - 64)
            if let room { piece = min(piece, room) }
            guard piece > 0, room != nil || unread < Self.buffer else { break }
            queue.append(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
            if let room { self.room = room - piece }
        }
        received += bytes.count - rest.count
        return (bytes.count - rest.count, rest.isEmpty ? nil : .wouldBlock)
    }

    /// Reads all that is there; the whole lines of it, each with its LF.
    mutating func read() -> [[UInt8]] {
        var lines: [[UInt8]] = []
        for piece in queue {
            var rest = piece[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(partial + rest[...end])
                partial = []
                rest = rest[(end + 1)...]
            }
            partial += rest
        }
        queue = []
        return lines
    }

    /// What the daemon can read of it now, at most `count` bytes.
    mutating func give(_ count: Int) -> [UInt8] {
        let bytes = Array(sent.prefix(count))
        sent.removeFirst(bytes.count)
        return bytes
    }
}
