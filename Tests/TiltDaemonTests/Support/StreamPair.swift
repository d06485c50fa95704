import CLinux
import LinuxSystem
import TiltCore

@testable import TiltDaemon

/// A subscriber as the daemon sees it, and the other end of its connection.
enum StreamPair {
    /// The daemon's end, with the smallest send buffer as after `accept`, and the client's.
    static func open() throws -> (subscriber: Subscriber, client: TestSubscriber) {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError("socketpair") }
        let stream = UnixStream(adopting: OwnedDescriptor(adopting: ends[0]))
        stream.setSendBufferMinimum()
        let client = TestSubscriber(UnixStream(adopting: OwnedDescriptor(adopting: ends[1])))
        return (Subscriber(stream: stream, defaults: Subscription()), client)
    }
}
