package import CLinux

/// Two connected Unix sockets, each closed by whoever it is handed to.
@frozen @usableFromInline package struct SocketPair: ~Copyable {
    /// One end.
    package let near: OwnedDescriptor
    /// The other.
    package let far: OwnedDescriptor

    /// Calls `socketpair` for sockets of `type`, with `SOCK_CLOEXEC` and the `flags` that are given, such as
    /// `SOCK_NONBLOCK`.
    package init(_ type: __socket_type = SOCK_STREAM, flags: __socket_type? = nil) throws(SystemError) {
        var ends: (CInt, CInt) = (-1, -1)
        let kind = type.rawValue | SOCK_CLOEXEC.rawValue | (flags?.rawValue ?? 0)
        let status = withUnsafeMutableBytes(of: &ends) {
            socketpair(AF_UNIX, CInt(kind), 0, $0.assumingMemoryBound(to: CInt.self).baseAddress)
        }
        guard status == 0 else { throw SystemError("socketpair") }
        near = OwnedDescriptor(adopting: ends.0)
        far = OwnedDescriptor(adopting: ends.1)
    }
}
