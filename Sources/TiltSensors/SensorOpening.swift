import CLinux
package import LinuxSystem

/// A sensor that is being opened: done at once, or on a thread of its own.
///
/// A HID sensor hub that has stopped answering blocks every attribute that must ask it for 5 s
/// (`drivers/hid/uhid.c`; USB waits as long), and opening touches several. The loop must not wait for that: it looks for
/// the outcome once a tick. Where nobody holds this object any more, the thread closes what it has opened.
package final class SensorOpening {
    /// How it went.
    package enum Outcome {
        case opened(any Sensor)
        case failed(SensorError)
    }

    /// Where the thread leaves the outcome, before it reports on ``finished``.
    private final class Result { var outcome: Outcome? }

    private let result = Result()
    /// Readable when the thread is through; `nil` where there is none.
    private let finished: OwnedDescriptor?
    /// Its number, since an optional of a value that cannot be copied can only be moved.
    private let watched: CInt?

    /// The thread's end of ``finished``, closed when the thread lets go of it.
    private final class End {
        let descriptor: OwnedDescriptor
        init(_ descriptor: consuming OwnedDescriptor) { self.descriptor = descriptor }

        /// Calls `send`: a byte says that the outcome is written.
        func report() {
            var byte: UInt8 = 1
            _ = send(descriptor.raw, &byte, 1, CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT))
        }
    }

    /// An opening that is done: for what never blocks.
    package init(_ outcome: Outcome) {
        finished = nil
        watched = nil
        result.outcome = outcome
    }

    /// Starts a thread that opens; `open` must own all that it touches.
    ///
    /// Calls `socketpair`.
    package init(
        onThread open: @escaping () -> Outcome
    ) throws(SystemError) {
        var ends: (CInt, CInt) = (-1, -1)
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        let status = withUnsafeMutableBytes(of: &ends) {
            socketpair(AF_UNIX, kind, 0, $0.assumingMemoryBound(to: CInt.self).baseAddress)
        }
        guard status == 0 else { throw SystemError("socketpair") }
        finished = OwnedDescriptor(adopting: ends.0)
        watched = ends.0
        let end = End(OwnedDescriptor(adopting: ends.1))
        let result = result
        try DetachedThread.start {
            result.outcome = open()
            end.report()
        }
    }

    /// The outcome, or `nil` where there is none after `milliseconds`.
    ///
    /// Calls `poll` on the thread's report, and `recv`: only reading what the other has written puts the two threads'
    /// memory in order, by POSIX and for the thread sanitizer.
    package func outcome(waiting milliseconds: CInt) -> Outcome? {
        guard let watched else { return result.outcome }
        var request = pollfd(fd: watched, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, milliseconds) > 0 else { return nil }
        var byte: UInt8 = 0
        _ = recv(watched, &byte, 1, CInt(MSG_PEEK) | CInt(MSG_DONTWAIT))
        return result.outcome
    }
}
