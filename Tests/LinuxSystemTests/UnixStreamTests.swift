import CLinux
import LinuxSystem
import Testing

@Suite struct `Unix stream` {
    private func send(_ text: String, on stream: borrowing UnixStream) -> UnixStream.SendOutcome {
        Array(text.utf8).withUnsafeBytes { stream.send($0) }
    }

    private func receive(_ stream: borrowing UnixStream) -> (UnixStream.ReceiveOutcome, String) {
        var buffer = [UInt8](repeating: 0, count: 64)
        let outcome = buffer.withUnsafeMutableBytes { stream.receive(into: $0) }
        guard case .bytes(let count) = outcome else { return (outcome, "") }
        return (outcome, String(decoding: buffer[..<count], as: UTF8.self))
    }

    @Test func `carries bytes both ways between a client and a listener`() throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660)
            let client = try UnixStream.connect("\(directory)/s")
            let server = try accepted(listener)
            #expect(receive(server) == (.wouldBlock, ""))
            #expect(send("hello", on: client) == .sent(5))
            #expect(receive(server) == (.bytes(5), "hello"))
            #expect(send("frame", on: server) == .sent(5))
            #expect(receive(client) == (.bytes(5), "frame"))
        }
    }

    @Test func `tells the end on both sides, without SIGPIPE`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        _ = consume pair
        #expect(receive(near) == (.end, ""))
        #expect(send("x", on: near) == .closed)
    }

    @Test func `queues at most six frames behind a stalled reader`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        near.setSendBufferMinimum()
        let frame = String(repeating: "f", count: 150)
        var sent = 0
        while case .sent = send(frame, on: near) { sent += 1 }
        #expect(send(frame, on: near) == .wouldBlock)
        #expect((1...6).contains(sent))
    }

    @Test func `ends nothing where a descriptor cannot be passed`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        let far = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.far.raw)))
        let passed = [UInt8](repeating: 1, count: 1).withUnsafeBytes { bytes in
            UnixStream.send(bytes, passing: -1, by: near.descriptor)
        }
        #expect(passed == .outOfMemory)
        #expect(send("frame", on: near) == .sent(5))
        #expect(receive(far) == (.bytes(5), "frame"))
    }

    @Test func `ends one whose other end is gone, also where a descriptor goes along`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        _ = consume pair
        let passed = [UInt8](repeating: 1, count: 1).withUnsafeBytes { bytes in
            UnixStream.send(bytes, passing: near.descriptor, by: near.descriptor)
        }
        #expect(passed == .closed)
    }

    @Test func `knows when the peer has read everything`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        let far = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.far.raw)))
        #expect(near.unreadByPeer == 0)
        #expect(send("frame", on: near) == .sent(5))
        #expect(near.unreadByPeer > 0)
        #expect(receive(far) == (.bytes(5), "frame"))
        #expect(near.unreadByPeer == 0)
    }

    @Test func `names the process at the other end`() throws {
        let pair = try SocketPair()
        let near = UnixStream(adopting: OwnedDescriptor(adopting: dup(pair.near.raw)))
        let peer = near.peer
        #expect(peer == PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid()))
        #expect(try #require(peer).processDescription.hasSuffix(" (pid \(getpid()))"))
    }

    @Test func `describes a peer that cannot be seen or has ended`() {
        let hidden = PeerCredentials(pid: 0, uid: 0, gid: 0)
        #expect(hidden.processDescription == "a process of another pid namespace")
        let ended = PeerCredentials(pid: .max, uid: 0, gid: 0)
        #expect(ended.processDescription == "pid \(pid_t.max)")
    }

    @Test(arguments: [
        ("/nowhere/s", ENOENT), ("", ENOENT), ("/" + String(repeating: "p", count: 107), ENAMETOOLONG),
    ])
    func `says why it cannot connect`(path: String, errno: CInt) {
        #expect(throws: SystemError("connect", path, errno: errno)) { _ = try UnixStream.connect(path) }
    }
}
