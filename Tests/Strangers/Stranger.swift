import CLinux
package import LinuxSystem

/// What a stranger may do with the descriptors of a Unix socket.
package enum Stranger {
    /// Sends a byte with descriptors; the number of an error, or 0.
    ///
    /// `urgent` sends it out of band.
    package static func pass(
        _ descriptors: [CInt], text: String = "\n", urgent: Bool = false, on socket: CInt
    )
        -> CInt
    {
        // struct cmsghdr (cmsg(3)): its length, SOL_SOCKET and SCM_RIGHTS; Swift does not import it.
        let header = MemoryLayout<Int>.size + 2 * MemoryLayout<CInt>.size
        let length = header + descriptors.count * MemoryLayout<CInt>.size
        var control = [UInt8](repeating: 0, count: (length + 7) & ~7)
        var bytes = Array(text.utf8)
        let status = control.withUnsafeMutableBytes { control in
            control.storeBytes(of: length, as: Int.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: header - 8, as: CInt.self)
            control.storeBytes(of: 1, toByteOffset: header - 4, as: CInt.self)
            descriptors.withUnsafeBytes { source in
                UnsafeMutableRawBufferPointer(rebasing: control[header...]).copyMemory(from: source)
            }
            return bytes.withUnsafeMutableBytes { bytes in
                var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &part) { part in
                    var message = msghdr()
                    message.msg_iov = part
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    let flags = CInt(MSG_NOSIGNAL) | (urgent ? CInt(MSG_OOB) : 0)
                    return sendmsg(socket, &message, flags)
                }
            }
        }
        return status < 0 ? clinux_errno() : 0
    }

    /// A TCP socket with a full queue that nobody reads: closing the last copy of it takes `seconds` (`SO_LINGER`).
    package struct Lingering: ~Copyable {
        package let raw: CInt
        /// Before the socket, so that it ends first: with that one reset, a socket that was passed to nobody keeps nobody.
        package let peer: OwnedDescriptor
        package var socket: OwnedDescriptor?

        package init(seconds: CInt) throws {
            let kind = CInt(SOCK_STREAM.rawValue)
            let listener = try OwnedDescriptor.checked(CLinux.socket(AF_INET, kind, 0), "socket")
            var small: CInt = 2048
            setsockopt(listener.raw, SOL_SOCKET, SO_RCVBUF, &small, 4)
            // struct sockaddr_in (ip(7)): the family, a port of the kernel's choice, 127.0.0.1.
            var address = [UInt8](repeating: 0, count: 16)
            address.withUnsafeMutableBytes { $0.storeBytes(of: sa_family_t(AF_INET), as: sa_family_t.self) }
            (address[4], address[7]) = (127, 1)
            var size = socklen_t(address.count)
            let client = try OwnedDescriptor.checked(CLinux.socket(AF_INET, kind, 0), "socket")
            let isConnected = address.withUnsafeMutableBytes { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { address in
                    bind(listener.raw, address.baseAddress, size) == 0 && listen(listener.raw, 1) == 0
                        && getsockname(listener.raw, address.baseAddress, &size) == 0
                        && connect(client.raw, address.baseAddress, size) == 0
                }
            }
            guard isConnected else { throw SystemError("connect") }
            peer = try .checked(accept4(listener.raw, nil, nil, CInt(SOCK_CLOEXEC.rawValue)), "accept4")
            var lingering = linger(l_onoff: 1, l_linger: seconds)
            setsockopt(client.raw, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
            let block = [UInt8](repeating: 0, count: 65_536)
            while send(client.raw, block, block.count, CInt(MSG_DONTWAIT)) > 0 {}
            raw = client.raw
            socket = consume client
        }
    }
}
