import CLinux
import LinuxSystem

/// A connection with the smallest send buffer, as the daemon's after `accept`, and its other end.
final class StreamPair {
    let stream: UnixStream
    let reader: TestSubscriber

    init() throws {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemError("socketpair") }
        stream = UnixStream(adopting: OwnedDescriptor(adopting: ends[0]))
        reader = TestSubscriber(UnixStream(adopting: OwnedDescriptor(adopting: ends[1])))
        stream.setSendBufferMinimum()
    }

    /// How many of the bytes go out, and whether there was room for all.
    func send(_ bytes: [UInt8]) -> Int {
        if case .sent(let count) = bytes.withUnsafeBytes({ stream.send($0) }) { count } else { 0 }
    }
}
