import CLinux
import LinuxSystem
import Testing

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
