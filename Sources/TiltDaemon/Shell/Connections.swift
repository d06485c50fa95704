import LinuxSystem

/// Everybody who is connected: flat places, each with a connection and its watch.
struct Connections {
    private var places: [OpenConnection?] = []
    /// No place below this is free.
    private var firstFree = 0
    private var newest: UInt32 = 0
    private(set) var count = 0

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
        if firstFree == places.count { places.append(nil) }
        newest &+= 1
        let opened = OpenConnection(Connection(index: Int32(firstFree), generation: newest), stream)
        places[firstFree] = opened
        count += 1
        return opened
    }

    /// Ends a connection; nothing happens where it has ended.
    mutating func close(_ connection: Connection, _ closer: DescriptorCloser) {
        guard let ending = self[connection] else { return }
        let index = Int(connection.index)
        places[index] = nil
        firstFree = min(firstFree, index)
        count -= 1
        ending.close(closer)
    }

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

/// One connection: its socket, what it is waited for, and whether this step has got stuck with it.
final class OpenConnection {
    let id: Connection
    private var stream: UnixStream?
    private var watch: Watch?
    private var interest: Interest = []
    /// True once nothing more is read from it, whatever the core waits for.
    private var isDeaf = false
    /// Its user, where that is served only while sitting in front.
    var userInFront: UInt32?
    /// Why a send of this step did not go out.
    private var stuck: (step: UInt64, because: SendFailure)?

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

    /// Sends, unless something before it in this step did not go out; what became of it, `nil` where all is well.
    func send(
        _ bytes: UnsafeRawBufferPointer, step: UInt64, onlyIfRead: Bool
    ) -> (sent: Int, because: SendFailure)? {
        if let stuck, stuck.step == step { return (0, stuck.because) }
        if onlyIfRead, unread > 0 { return (0, .unread) }
        let (sent, failure): (Int, SendFailure)
        switch stream?.send(bytes) ?? .closed {
        case .sent(let count) where count == bytes.count: return nil
        case .sent(let count): (sent, failure) = (count, .wouldBlock)
        case .wouldBlock: (sent, failure) = (0, .wouldBlock)
        case .outOfMemory: (sent, failure) = (0, .outOfMemory)
        case .closed: (sent, failure) = (0, .closed)
        }
        stuck = (step, failure)
        return (sent, failure)
    }

    fileprivate func close(_ closer: DescriptorCloser) {
        // First, while the socket is open: on a thread that closes it, it would go on waking the loop.
        watch = nil
        stream.take()?.close(closer)
    }
}
