import CLinux

/// Where a program prints what it was asked for in so many words, such as its help.
package enum StandardOutput {
    /// Calls `write` until all is written: a device that is full takes nothing, and the program must not end as if it had.
    package static func print(_ text: String) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, clinux_errno() == EINTR { continue }
            guard count >= 0 else { throw SystemError("write", "standard output") }
            rest = rest.dropFirst(count)
        }
    }
}
