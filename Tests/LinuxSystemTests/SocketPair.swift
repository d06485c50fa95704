import CLinux
import LinuxSystem
import Testing

/// Two connected Unix sockets.
struct SocketPair: ~Copyable {
    let near: OwnedDescriptor
    let far: OwnedDescriptor

    init(type: __socket_type = SOCK_STREAM) throws {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(type.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError("socketpair")
        }
        near = OwnedDescriptor(adopting: ends[0])
        far = OwnedDescriptor(adopting: ends[1])
    }
}

/// Writes one byte to a descriptor.
func poke(_ fd: CInt) {
    var byte: UInt8 = 1
    #expect(write(fd, &byte, 1) == 1)
}

/// The connection that waits at a listener, which must be there.
func accepted(_ listener: borrowing UnixListener) throws -> UnixStream {
    guard let stream = try listener.accept() else { throw SystemError("accept4", errno: EAGAIN) }
    return stream
}
