import CLinux
import LinuxSystem
import Strangers
import Testing

@Suite struct `Descriptors that a stranger passes` {
    private static let passing = CInt(83)

    /// True where the kernel knows `SO_PASSRIGHTS`, from Linux 6.16.
    private static var canRefuse: Bool {
        guard let pair = try? SocketPair() else { return false }
        var value: CInt = 0
        return setsockopt(pair.near.raw, SOL_SOCKET, passing, &value, 4) == 0
    }

    private func receive(_ stream: borrowing UnixStream) -> (UnixStream.ReceiveOutcome?, String) {
        var buffer = [UInt8](repeating: 0, count: 64)
        let outcome = buffer.withUnsafeMutableBytes { stream.receiveFromStranger(into: $0) }
        guard case .bytes(let count) = outcome else { return (outcome, "") }
        return (outcome, String(decoding: buffer[..<count], as: UTF8.self))
    }

    private var openDescriptors: Int { entries(of: "/proc/self/fd").count }

    @Test(.enabled(if: canRefuse, "the kernel is older than Linux 6.16"))
    func `are refused by a kernel that can, and the connection lives on`() throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660)
            let client = try UnixStream.connect("\(directory)/s")
            #expect(Stranger.pass([0], on: client.descriptor) == EPERM)
            let server = try accepted(listener)
            #expect(Stranger.pass([0], on: client.descriptor) == EPERM)
            #expect(poked(client) == 1)
            #expect(receive(server) == (.bytes(1), "x"))
        }
    }

    private func poked(_ stream: borrowing UnixStream) -> Int {
        send(stream.descriptor, "x", 1, CInt(MSG_NOSIGNAL))
    }

    @Test(arguments: [false, true])
    func `are told and never taken where the kernel lets them in`(urgent: Bool) throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660, refusesDescriptors: false)
            let client = try UnixStream.connect("\(directory)/s")
            let server = try accepted(listener)
            #expect(poked(client) == 1)
            #expect(receive(server) == (.bytes(1), "x"))
            let before = openDescriptors
            #expect(Stranger.pass([0, 1, 2], urgent: urgent, on: client.descriptor) == 0)
            #expect(receive(server) == (nil, ""))
            #expect(receive(server) == (nil, ""))
            #expect(openDescriptors == before)
        }
    }

    @Test func `that come behind other bytes are told, too`() throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660, refusesDescriptors: false)
            let client = try UnixStream.connect("\(directory)/s")
            let server = try accepted(listener)
            #expect(poked(client) == 1)
            #expect(Stranger.pass([0], on: client.descriptor) == 0)
            #expect(receive(server) == (nil, ""))
        }
    }

    /// The peer of every lingering socket reads nothing until all are closed, which would take a day each.
    @Test(arguments: [false, true])
    func `keep nobody waiting, however long they linger`(urgent: Bool) throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660, refusesDescriptors: false)
            let closer = try DescriptorCloser()
            var peers: [Peer] = []
            for _ in 0..<DescriptorCloser.mostThreads + 3 {
                var lingering = try Stranger.Lingering(seconds: 86_400)
                let client = try UnixStream.connect("\(directory)/s")
                let server = try accepted(listener)
                #expect(Stranger.pass([lingering.raw], urgent: urgent, on: client.descriptor) == 0)
                lingering.socket = nil
                server.close(closer)
                peers.append(Peer(lingering))
            }
            #expect(peers.count > DescriptorCloser.mostThreads)
            let loop = try EventLoop()
            let watch = try loop.watch(closer.descriptor, for: .readable) { _ in closer.startWaiting() }
            while closer.count > 0 { try #require(try loop.step(timeoutMilliseconds: 60_000) > 0) }
            watch.end()
            peers.removeAll()
        }
    }

    /// The end of this resets the connection, upon which nothing lingers any more.
    private final class Peer {
        let lingering: Stranger.Lingering
        init(_ lingering: consuming Stranger.Lingering) { self.lingering = lingering }
    }

    @Test(arguments: [true, false])
    func `or none: a connection ends without losing what was sent over it`(refuses: Bool) throws {
        try withTemporaryDirectory { directory in
            let listener = try UnixListener.bind("\(directory)/s", mode: 0o660, refusesDescriptors: refuses)
            let closer = try DescriptorCloser()
            let client = try UnixStream.connect("\(directory)/s")
            let server = try accepted(listener)
            for _ in 0..<100 { #expect(poked(client) == 1) }
            #expect(send(server.descriptor, "why", 3, 0) == 3)
            server.close(closer)
            // Bytes alone keep no place in the table.
            #expect(closer.count == 0)
            #expect(receive(client) == (.bytes(3), "why"))
            #expect(receive(client) == (.end, ""))
        }
    }
}
