import LinuxSystem

/// Everybody who is connected: flat places, each with a connection and its watch.
struct Connections {
    private var places: [OpenConnection?] = []
    /// What a send needs of each, by the same places, so that ten thousand sends follow no pointer: copied from the
    /// connection when it gets its place, forgotten before it closes its socket, and read nowhere else.
    private var sockets: [Socket] = []
    /// No place below this is free.
    private var firstFree = 0
    private var newest: UInt32 = 0
    private(set) var count = 0

    private struct Socket {
        /// 0 for a place that nobody has.
        var generation: UInt32 = 0
        var descriptor: CInt = -1
        /// The step in which a send did not go out, and why.
        var stuckAt: UInt64 = 0
        var stuckBecause = SendFailure.closed
    }

    /// The one that has this place now; `nil` where it has ended, whoever has the place.
    subscript(connection: Connection) -> OpenConnection? {
        let index = Int(connection.index)
        guard places.indices.contains(index), let found = places[index], found.id == connection else {
            return nil
        }
        return found
    }

    /// Gives a stream the lowest place that is free.
    mutating func add(_ stream: consuming UnixStream) -> OpenConnection {
        while firstFree < places.count, places[firstFree] != nil { firstFree += 1 }
        if firstFree == places.count {
            places.append(nil)
            sockets.append(Socket())
        }
        newest = newest == .max ? 1 : newest + 1
        sockets[firstFree] = Socket(generation: newest, descriptor: stream.descriptor)
        let opened = OpenConnection(Connection(index: Int32(firstFree), generation: newest), stream)
        places[firstFree] = opened
        count += 1
        return opened
    }

    /// Ends a connection; nothing happens where it has ended.
    mutating func close(_ connection: Connection, _ closer: DescriptorCloser) {
        guard let ending = self[connection] else { return }
        let index = Int(connection.index)
        sockets[index] = Socket()
        places[index] = nil
        firstFree = min(firstFree, index)
        count -= 1
        ending.close(closer)
    }

    /// Sends, unless something before it in this step did not go out; what became of it, `nil` where all is well, or nobody
    /// is there any more.
    mutating func send(
        _ bytes: UnsafeRawBufferPointer, to connection: Connection, step: UInt64, onlyIfRead: Bool = false,
        passing passed: CInt? = nil
    ) -> (sent: Int, because: SendFailure)? {
        let index = Int(connection.index)
        guard sockets.indices.contains(index), sockets[index].generation == connection.generation else {
            return nil
        }
        if sockets[index].stuckAt == step { return (0, sockets[index].stuckBecause) }
        if onlyIfRead, self[connection]?.unread ?? 0 > 0 { return (0, .unread) }
        let (sent, failure): (Int, SendFailure)
        let outcome =
            passed.map { UnixStream.send(bytes, passing: $0, by: sockets[index].descriptor) }
            ?? UnixStream.send(bytes, by: sockets[index].descriptor)
        switch outcome {
        case .sent(let count) where count == bytes.count: return nil
        case .sent(let count): (sent, failure) = (count, .wouldBlock)
        case .wouldBlock: (sent, failure) = (0, .wouldBlock)
        case .outOfMemory: (sent, failure) = (0, .outOfMemory)
        case .closed: (sent, failure) = (0, .closed)
        }
        (sockets[index].stuckAt, sockets[index].stuckBecause) = (step, failure)
        return (sent, failure)
    }

    /// All that have not ended.
    var all: [OpenConnection] { places.compactMap { $0 } }

    /// The users of those who are served only while they sit in front, each once.
    var usersInFront: [UInt32] {
        var users: [UInt32] = []
        for place in places {
            if let user = place?.userInFront, !users.contains(user) { users.append(user) }
        }
        return users
    }

    /// Ends all of them.
    mutating func closeAll(_ closer: DescriptorCloser) {
        for place in places { if let place { close(place.id, closer) } }
    }
}

/// One connection: its socket, and what it is waited for.
final class OpenConnection {
    let id: Connection
    private var stream: UnixStream?
    private var watch: Watch?
    private var interest: Interest = []
    /// True once nothing more is read from it, whatever the core waits for.
    private var isDeaf = false
    /// Its user, where that is served only while sitting in front.
    var userInFront: UInt32?
    /// True where it may have raw readings.
    var mayHaveRaw = false

    fileprivate init(_ id: Connection, _ stream: consuming UnixStream) {
        self.id = id
        self.stream = consume stream
    }

    /// Waits for nothing at first; a hang-up is told in any case.
    func watch(on loop: EventLoop, _ handler: @escaping (Interest) -> Void) throws(SystemError) {
        watch = try loop.watch(stream?.descriptor ?? -1, for: [], handler)
    }

    func wait(for interest: Interest) throws(SystemError) {
        self.interest = interest
        try watch?.update(isDeaf ? interest.subtracting(.readable) : interest)
    }

    /// True where the core waits for room.
    var isWaitedFor: Bool { interest.contains(.writable) }

    /// True where the core takes what comes.
    var isHeard: Bool { interest.contains(.readable) && !isDeaf }

    /// Reads no more from it.
    func turnDeaf() throws(SystemError) {
        isDeaf = true
        try wait(for: interest)
    }

    var peer: PeerCredentials? { stream?.peer }

    var peerGroups: [UInt32] { stream?.peerGroups ?? [] }

    /// Memory with what it has not read.
    var unread: Int { stream?.unreadByPeer ?? 0 }

    func setSendBufferMinimum() { stream?.setSendBufferMinimum() }

    /// What came; `nil` where it brings descriptors.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> UnixStream.ReceiveOutcome? {
        guard stream != nil else { return .end }
        return stream?.receiveFromStranger(into: buffer)
    }

    fileprivate func close(_ closer: DescriptorCloser) {
        // First, while the socket is open: on a thread that closes it, it would go on waking the loop.
        watch = nil
        stream.take()?.close(closer)
    }
}
