import CLinux

/// Where a program prints what it was asked for in so many words, such as its help.
package enum StandardOutput {
    /// Calls `write` until all is written: a device that is full takes nothing, and the program must not end as if it had.
    package static func print(_ text: String) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, OwnedDescriptor.isWorthAnotherWrite(STDOUT_FILENO) { continue }
            guard count >= 0 else {
                // Who has read enough and gone has lost nothing.
                guard clinux_errno() != EPIPE else { return }
                throw SystemError("write", "standard output")
            }
            rest = rest.dropFirst(count)
        }
    }
}

extension OwnedDescriptor {
    /// True where a `write` that has just failed is to be made again, at once or when there is room: for that this waits.
    ///
    /// A pipe or a terminal may be non-blocking, if whoever shares it wants that.
    package static func isWorthAnotherWrite(_ descriptor: CInt) -> Bool {
        switch clinux_errno() {
        case EINTR: return true
        case EAGAIN:
            var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&request, 1, -1)
            return true
        default: return false
        }
    }
}
