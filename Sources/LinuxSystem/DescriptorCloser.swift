import CLinux

/// Closes sockets whose `close` may block, on threads of their own.
///
/// A Unix socket may hold descriptors in its queue that a stranger passed (`SCM_RIGHTS`) and nobody took: they are closed
/// by whoever closes the socket, and one that lingers (`SO_LINGER`), or is a file of a server that does not answer, keeps
/// its closer waiting for as long as the stranger likes. At most so many wait at a time, the others in a list, and nobody
/// waits for them.
@usableFromInline package final class DescriptorCloser {
    /// The most threads at a time.
    package static let mostThreads = 32

    /// Counts the threads that are through; they hold it, too.
    private final class Finished {
        let counter: OwnedDescriptor
        init(_ counter: consuming OwnedDescriptor) { self.counter = counter }

        /// Calls `write`.
        func add() {
            var one: UInt64 = 1
            _ = write(counter.raw, &one, MemoryLayout.size(ofValue: one))
        }

        /// Calls `read`.
        func take() -> Int {
            var count: UInt64 = 0
            let size = MemoryLayout.size(ofValue: count)
            return read(counter.raw, &count, size) == size ? Int(count) : 0
        }
    }

    /// A socket on its way to its end.
    private final class Leftover {
        private let raw: CInt
        private var socket: OwnedDescriptor?
        private var itself: Leftover?

        init(_ socket: consuming OwnedDescriptor) {
            raw = socket.raw
            self.socket = consume socket
        }

        func close() {
            UnixStream.discardInput(of: raw)
            socket = nil
        }

        /// Leaves it open as long as the process lives, whose end lets nothing linger.
        func abandon() { itself = self }
    }

    private let finished: Finished
    private var running = 0
    /// Those that no thread has yet.
    private var waiting: [Leftover] = []

    /// Calls `eventfd`.
    package init() throws(SystemError) {
        finished = Finished(
            try .checked(eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK)), "eventfd"))
    }

    deinit {
        // Whoever ends this must not wait for them either.
        for leftover in waiting { leftover.abandon() }
    }

    /// Becomes readable when a thread is through: call ``startWaiting()`` then.
    package var descriptor: CInt { finished.counter.raw }

    /// Descriptors that are not closed yet, and so have a place in the process's table.
    package var count: Int { running + waiting.count }

    /// Takes over a socket, and closes it some time, after reading what is left in it.
    package func close(_ descriptor: consuming OwnedDescriptor) {
        waiting.append(Leftover(descriptor))
        startWaiting()
    }

    /// Starts threads for those that wait, as far as others are through.
    package func startWaiting() {
        running -= finished.take()
        while running < Self.mostThreads, let next = waiting.last {
            do throws(SystemError) {
                let finished = finished
                try DetachedThread.start {
                    next.close()
                    finished.add()
                }
            } catch {
                // No thread to be had now: it is tried again with the next descriptor, or when a thread is through.
                return
            }
            waiting.removeLast()
            running += 1
        }
    }
}
