import CLinux

/// Two connected Unix sockets, each closed by whoever it is handed to.
package struct SocketPair: ~Copyable {
    /// One end.
    package let near: OwnedDescriptor
    /// The other.
    package let far: OwnedDescriptor

    /// Calls `socketpair` for sockets of `type`, with `SOCK_CLOEXEC` and the `flags` that are given, such as
    /// `clinux_nonblocking`.
    package init(_ type: CInt = clinux_stream, flags: CInt = 0) throws(SystemError) {
        var ends: (CInt, CInt) = (-1, -1)
        let status = withUnsafeMutableBytes(of: &ends) {
            socketpair(
                AF_UNIX, type | clinux_close_on_exec | flags, 0,
                $0.assumingMemoryBound(to: CInt.self).baseAddress)
        }
        guard status == 0 else { throw SystemError("socketpair") }
        near = OwnedDescriptor(adopting: ends.0)
        far = OwnedDescriptor(adopting: ends.1)
    }

    /// Hands the far end to `start` and returns the near one.
    ///
    /// With it goes what the closure shall own, since it cannot consume what it captures. (To take such a value apart in
    /// another module is what Swift 6.2 fails at.)
    package consuming func near<Given: ~Copyable>(
        giving given: consuming Given,
        to start: (consuming Given, consuming OwnedDescriptor) throws(SystemError) -> Void
    ) throws(SystemError) -> OwnedDescriptor {
        try start(given, far)
        return near
    }
}
