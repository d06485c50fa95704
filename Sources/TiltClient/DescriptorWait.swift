internal import CLinux

/// Waits for one of a few descriptors, with a deadline.
package enum DescriptorWait {
    /// Calls `poll` until one of `descriptors` is readable or `nanoseconds` have passed; `nil` waits for ever.
    ///
    /// - Returns: which of them are readable, hung up or broken, in the same order; none after the deadline or a signal.
    package static func readable(_ descriptors: [CInt], nanoseconds: Int64?) -> [Bool] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        return wait(&entries, nanoseconds: nanoseconds)
    }

    /// Calls `poll` until there is room in `descriptor`, or `stop` is readable, or `nanoseconds` have passed.
    ///
    /// - Returns: whether a `write` has something to do: there is room, or an error to tell.
    package static func writable(_ descriptor: CInt, until stop: CInt, nanoseconds: Int64?) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        return wait(&entries, nanoseconds: nanoseconds)[0]
    }

    private static func wait(_ entries: inout [pollfd], nanoseconds: Int64?) -> [Bool] {
        // Rounded up: a deadline half a millisecond away must not become a busy loop.
        let milliseconds = nanoseconds.map { CInt(clamping: (max(0, $0) + 999_999) / 1_000_000) } ?? -1
        let count = poll(&entries, nfds_t(entries.count), milliseconds)
        return entries.map { count > 0 && $0.revents != 0 }
    }
}
