import CLinux
import LinuxSystem
import Testing
import TiltDaemon

@testable import Sessions

/// The sessions' kernel against the one that runs these tests.
@Suite struct `A virtual socket` {
    @Test(arguments: [1, 100, 150, 191, 192, 193, 300, 700, 1728, 2000, 2240, 2241, 4096, 20_000])
    func `takes as many bytes as a real one, and is writable again when that is`(_ length: Int) throws {
        let real = try StreamPair()
        var virtual = VirtualSubscriber(name: "v", connection: Connection(index: 0, generation: 1))
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: length - 1) + [UInt8(ascii: "\n")]
        for _ in 0..<20 {
            let sent = real.send(line)
            #expect(virtual.take(line[...]).sent == sent)
            #expect(virtual.unread == real.stream.unreadByPeer)
            var waiting = pollfd(fd: real.stream.descriptor, events: Int16(POLLOUT), revents: 0)
            #expect(virtual.isWritable == (poll(&waiting, 1, 0) == 1))
        }
        _ = real.reader.readyLines()
        _ = virtual.read()
        #expect(virtual.unread == real.stream.unreadByPeer)
        #expect(virtual.take(line[...]).sent == real.send(line))
    }
}
