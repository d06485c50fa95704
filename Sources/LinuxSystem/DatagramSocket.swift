import CLinux

/// Sends datagrams to one Unix address, which need not exist yet; no call waits longer than its timeout.
package struct DatagramSocket: ~Copyable {
    private let socket: OwnedDescriptor
    private let address: UnixAddress

    private init(adopting socket: consuming OwnedDescriptor, address: UnixAddress) {
        self.socket = socket
        self.address = address
    }

    /// Calls `socket`, and `setsockopt` with `SO_SNDTIMEO`.
    ///
    /// - Parameters:
    ///   - address: the receiver.
    ///   - timeout: the longest time a send waits for room at the receiver, in milliseconds.
    /// - Returns: the socket.
    /// - Throws: ``SystemError`` where the process has no descriptor left.
    static func open(to address: UnixAddress, timeout: Int) throws(SystemError) -> DatagramSocket {
        let type = clinux_datagram | clinux_close_on_exec
        let socket = try OwnedDescriptor.checked(CLinux.socket(AF_UNIX, type, 0), "socket")
        guard clinux_set_send_timeout(socket.raw, CInt(clamping: timeout)) == 0 else {
            throw SystemError("setsockopt")
        }
        return DatagramSocket(adopting: socket, address: address)
    }

    /// Lets a send wait so long from now on, in milliseconds; calls `setsockopt`, which cannot fail for an open socket.
    func setTimeout(_ milliseconds: Int) {
        _ = clinux_set_send_timeout(socket.raw, CInt(clamping: milliseconds))
    }

    /// Calls `sendto`; false where the datagram did not reach the receiver's queue.
    ///
    /// - Parameters:
    ///   - bytes: one datagram.
    ///   - isPatient: false sends at once or not at all.
    /// - Returns: true where it was sent.
    func send(_ bytes: UnsafeRawBufferPointer, isPatient: Bool = true) -> Bool {
        let flags = CInt(MSG_NOSIGNAL) | (isPatient ? 0 : CInt(MSG_DONTWAIT))
        return address.withPointer { pointer, length in
            while true {
                if sendto(socket.raw, bytes.baseAddress, bytes.count, flags, pointer, length) >= 0 {
                    return true
                }
                guard clinux_errno() == EINTR else { return false }
            }
        }
    }
}
