package import CLinux

/// Owns one end of a connected Unix stream socket; no call of it blocks.
package struct UnixStream: ~Copyable {
    /// What became of bytes given to ``send(_:)``.
    package enum SendOutcome: Equatable {
        /// The kernel took this many bytes, at least one unless none were given.
        case sent(Int)
        /// The kernel's buffer is full; wait for ``Interest/writable``.
        case wouldBlock
        /// The kernel has no memory for it (`ENOBUFS`, `ENOMEM`), though its buffer has room.
        ///
        /// ``Interest/writable`` comes at once then: try again with the next tick, or the loop spins.
        case outOfMemory
        /// The other end is gone.
        case closed
    }

    /// What ``receive(into:)`` and ``receiveFromStranger(into:)`` found.
    package enum ReceiveOutcome: Equatable {
        /// This many bytes, at least one, at the start of the buffer.
        case bytes(Int)
        /// Nothing yet; wait for ``Interest/readable``.
        case wouldBlock
        /// The other end will send no more.
        case end
    }

    private let socket: OwnedDescriptor
    /// True where the queue may hold descriptors, which are closed by whoever takes or drops them.
    private var mayHoldDescriptors = false

    /// Takes over a connected stream socket.
    package init(adopting socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// Takes over a connection that a listener accepted, from whom nothing can be taken on trust.
    ///
    /// Where the kernel refused descriptors when it was made (`SO_PASSRIGHTS`), its queue holds none. Elsewhere those with
    /// the urgent byte are kept in line with the others by `SO_OOBINLINE`: left out of line, one is dropped in passing by
    /// an ordinary `recv`.
    init(accepting socket: consuming OwnedDescriptor) {
        mayHoldDescriptors = clinux_refuses_descriptors(socket.raw) == 0
        if mayHoldDescriptors {
            var on: CInt = 1
            setsockopt(socket.raw, SOL_SOCKET, SO_OOBINLINE, &on, socklen_t(MemoryLayout.size(ofValue: on)))
        }
        self.socket = socket
    }

    /// Calls `socket` and `connect`.
    ///
    /// - Throws: ``SystemError``: `ENOENT` without a socket file, `ECONNREFUSED` where nobody listens any more,
    ///   `EAGAIN` where the listener's queue is full, `ENAMETOOLONG` over 107 bytes.
    package static func connect(_ path: String) throws(SystemError) -> UnixStream {
        guard let address = UnixAddress(path: path) else {
            throw SystemError("connect", path, errno: path.isEmpty ? ENOENT : ENAMETOOLONG)
        }
        let type = clinux_stream | clinux_close_on_exec | clinux_nonblocking
        let socket = try OwnedDescriptor.checked(CLinux.socket(AF_UNIX, type, 0), "socket")
        guard address.withPointer({ CLinux.connect(socket.raw, $0, $1) }) == 0 else {
            throw SystemError("connect", path)
        }
        return UnixStream(adopting: socket)
    }

    /// The number to watch.
    package var descriptor: CInt { socket.raw }

    /// Who connected, or listens, at the other end.
    package var peer: PeerCredentials? { PeerCredentials(of: socket.raw) }

    /// The supplementary groups of who connected; empty where they cannot be told.
    package var peerGroups: [gid_t] { PeerCredentials.groups(of: socket.raw) }

    /// Bytes sent that the other end has not read, as memory with its overhead (`SIOCOUTQ`); 0 exactly when
    /// it has read everything.
    package var unreadByPeer: Int {
        var count: CInt = 0
        guard clinux_ioctl(socket.raw, UInt(SIOCOUTQ), &count) == 0 else { return 0 }
        return Int(count)
    }

    /// Lets the kernel queue as little as it can: sets `SO_SNDBUF` to 1, which it raises to 4608 bytes.
    ///
    /// At the default 278 frames of 150 bytes wait behind a stalled reader, 5.6 s at 50 Hz; with this, 6.
    package func setSendBufferMinimum() {
        var size: CInt = 1
        // Cannot fail on an open socket.
        setsockopt(socket.raw, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
    }

    /// Calls `send` with `MSG_DONTWAIT` and `MSG_NOSIGNAL`.
    package func send(_ bytes: UnsafeRawBufferPointer) -> SendOutcome { Self.send(bytes, by: socket.raw) }

    /// The same by the number of an open socket, for who sends to thousands in a row and keeps their numbers side by side.
    package static func send(_ bytes: UnsafeRawBufferPointer, by descriptor: CInt) -> SendOutcome {
        let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
        while true {
            let count = CLinux.send(descriptor, bytes.baseAddress, bytes.count, flags)
            if let outcome = outcome(of: count) { return outcome }
        }
    }

    /// Calls `sendmsg` with a descriptor, which goes with the first byte (`SCM_RIGHTS`); `bytes` must not be empty.
    ///
    /// Out of memory also where too many descriptors are on their way to those who do not read (`ETOOMANYREFS`), and where
    /// the kernel does not pass this one, whatever it says: without a descriptor bytes may go out still. With `EPERM` it says
    /// that the other end takes none (`SO_PASSRIGHTS`), or that a security module is against it, which may say `EACCES`.
    package static func send(
        _ bytes: UnsafeRawBufferPointer, passing passed: CInt, by descriptor: CInt
    ) -> SendOutcome {
        while true {
            let count = clinux_send_descriptor(descriptor, bytes.baseAddress, bytes.count, passed)
            if let outcome = outcome(of: count, otherwise: .outOfMemory) { return outcome }
        }
    }

    /// What a call of `send` has come to; `nil` where it is to be made again.
    ///
    /// `otherwise` is what an error comes to that it does not know.
    private static func outcome(of count: Int, otherwise: SendOutcome = .closed) -> SendOutcome? {
        guard count < 0 else { return .sent(count) }
        switch clinux_errno() {
        case EINTR: return nil
        case EAGAIN: return .wouldBlock
        case ENOBUFS, ENOMEM, ETOOMANYREFS: return .outOfMemory
        case EPIPE, ECONNRESET, ENOTCONN: return .closed
        default: return otherwise
        }
    }

    /// Calls `recv` with `MSG_DONTWAIT`; `buffer` must not be empty.
    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> ReceiveOutcome {
        while true {
            let count = recv(socket.raw, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
            guard count < 0 else { return count > 0 ? .bytes(count) : .end }
            switch clinux_errno() {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            default: return .end
            }
        }
    }

    /// Receives as ``receive(into:)`` does, and a descriptor that comes along, for whoever adopts it; -1 where none does.
    package func receiveWithDescriptor(
        into buffer: UnsafeMutableRawBufferPointer
    ) -> (ReceiveOutcome, passed: CInt) {
        while true {
            var passed: CInt = -1
            let count = clinux_receive_descriptor(socket.raw, buffer.baseAddress, buffer.count, &passed)
            guard count < 0 else { return (count > 0 ? .bytes(count) : .end, passed) }
            switch clinux_errno() {
            case EINTR: continue
            case EAGAIN: return (.wouldBlock, -1)
            default: return (.end, -1)
            }
        }
    }

    /// Receives as ``receive(into:)`` does; `nil` where file descriptors would come with it.
    ///
    /// Those stay in the queue: read no more then, and end it by ``close(_:)``.
    /// Where some may come it first calls `recvmsg` with `MSG_PEEK` and no room for them, upon which the kernel says
    /// `MSG_CTRUNC` and neither hands them over nor drops them: dropping is closing, and that may block for as long as
    /// whoever passed them likes.
    package func receiveFromStranger(into buffer: UnsafeMutableRawBufferPointer) -> ReceiveOutcome? {
        guard mayHoldDescriptors else { return receive(into: buffer) }
        var count = 0
        while true {
            count = clinux_peek(socket.raw, buffer.baseAddress, buffer.count)
            guard count < 0 else { break }
            switch clinux_errno() {
            case EINTR: continue
            case EAGAIN: return .wouldBlock
            case EPROTO: return nil
            default: return .end
            }
        }
        // No more than was looked at: what came since may bring some.
        return count == 0 ? .end : receive(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
    }

    /// Ends the connection, without waiting for anybody.
    ///
    /// What the other end sent and nobody read is thrown away first: closed over it, the kernel would let the other end
    /// lose what it has not read (`ECONNRESET`), such as why it is being closed. Where descriptors are among it the rest
    /// stays, and is left to `closer`. Calls `shutdown`, after which nothing more comes in, and the other end sees its end at
    /// once.
    package consuming func close(_ closer: DescriptorCloser) {
        shutdown(socket.raw, CInt(SHUT_RDWR))
        guard unread > 0 else { return }
        guard mayHoldDescriptors else { return Self.discardInput(of: socket.raw) }
        discardUpToDescriptors()
        guard unread > 0 else { return }
        closer.close(socket)
    }

    /// Bytes that came and that nobody took; 0 where the kernel does not say.
    private var unread: CInt {
        var count: CInt = 0
        return clinux_ioctl(socket.raw, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    /// Throws away what came before the first descriptors, or much more than a socket holds.
    private func discardUpToDescriptors() {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            for _ in 0..<256 { guard case .bytes? = receiveFromStranger(into: buffer) else { return } }
        }
    }

    /// Calls `recv` until there is no more, or much more than a socket holds.
    static func discardInput(of socket: CInt) {
        withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            for _ in 0..<256 {
                let count = recv(socket, buffer.baseAddress, buffer.count, CInt(MSG_DONTWAIT))
                guard count > 0 || (count < 0 && clinux_errno() == EINTR) else { return }
            }
        }
    }
}
