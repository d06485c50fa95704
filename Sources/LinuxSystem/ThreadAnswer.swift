import CLinux

/// A value that is being worked out on a thread of its own, for what may block for seconds.
///
/// The loop watches ``descriptor``. Where nobody holds this object any more the thread goes on alone, and lets go of its
/// value when it has one.
package final class ThreadAnswer<Value> {
    /// Where the thread leaves the value, before it reports.
    private final class Place { var value: Value? }

    private let place = Place()
    private let report: OwnedDescriptor

    /// Starts a thread that works it out; `work` must own all that it touches.
    ///
    /// Calls `socketpair`.
    package init(_ work: @escaping () -> Value) throws(SystemError) {
        let pair = try SocketPair()
        report = pair.near
        let end = ThreadReport(pair.far)
        let place = place
        try DetachedThread.start {
            place.value = work()
            end.send()
        }
    }

    /// Readable when ``take()`` has something to give.
    package var descriptor: CInt { report.raw }

    /// The value, once; `nil` where there is none after so many milliseconds.
    ///
    /// Calls `poll` and `recv`: only reading what the other has written puts the two threads' memory in order, by POSIX
    /// and for the thread sanitizer.
    package func take(waiting milliseconds: CInt = 0) -> Value? {
        var request = pollfd(fd: report.raw, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return nil }
        var byte: UInt8 = 0
        // Whatever it gives: there is something to read, or the thread has ended, and both come after the value.
        _ = recv(report.raw, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        defer { place.value = nil }
        return place.value
    }
}

/// The thread's end of the pair, closed when the thread lets go of it.
private final class ThreadReport {
    private let descriptor: OwnedDescriptor
    init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

    /// Calls `send`: a byte says that the value is written.
    func send() {
        var byte: UInt8 = 1
        while CLinux.send(descriptor.raw, &byte, 1, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)) < 0,
            DetachedThread.goesOn(after: clinux_errno())
        {}
    }
}
