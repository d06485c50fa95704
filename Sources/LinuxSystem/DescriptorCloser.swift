import CLinux

/// Closes sockets whose `close` may block, on threads of their own.
///
/// A Unix socket may hold descriptors in its queue that a stranger passed (`SCM_RIGHTS`) and nobody took: they are closed
/// by whoever closes the socket, and one that lingers (`SO_LINGER`) keeps its closer waiting for as long as the stranger
/// likes, who could fill the process's table so. A thread that ends lets nothing linger, as a process that ends
/// (`PF_EXITING` in the kernel's `inet_release`): the last to hold such a socket is a thread with a table of its own. Where no
/// such thread may be had (a container may forbid `unshare`) the socket is closed by one that waits: at most so many at a
/// time, the others in a list, and nobody waits for them.
@usableFromInline package final class DescriptorCloser {
    /// The most threads at a time.
    package static let mostThreads = 16

    /// A number that threads add to; they hold it, too.
    private final class Counter {
        let descriptor: OwnedDescriptor

        /// Calls `eventfd`.
        init(flags: CInt) throws(SystemError) {
            descriptor = try .checked(eventfd(0, CInt(EFD_CLOEXEC) | flags), "eventfd")
        }

        func add(_ count: UInt64) { Self.add(count, to: descriptor.raw) }
        func take() -> Int { Self.take(from: descriptor.raw) }

        /// Calls `write`.
        static func add(_ count: UInt64, to descriptor: CInt) {
            var count = count
            _ = write(descriptor, &count, MemoryLayout.size(ofValue: count))
        }

        /// Calls `read`, which waits for a number unless the flags said otherwise.
        static func take(from descriptor: CInt) -> Int {
            var count: UInt64 = 0
            let size = MemoryLayout.size(ofValue: count)
            while true {
                if read(descriptor, &count, size) == size { return Int(count) }
                guard clinux_errno() == EINTR else { return 0 }
            }
        }
    }

    /// A socket on its way to its end.
    private final class Leftover {
        private var socket: OwnedDescriptor?
        private var itself: Leftover?

        init(_ socket: consuming OwnedDescriptor) {
            self.socket = consume socket
        }

        func close() {
            let heir = Heir()
            socket = nil
            heir?.end()
        }

        /// Leaves it open as long as the process lives, whose end lets nothing linger.
        func abandon() { itself = self }
    }

    /// A thread that holds whatever is open when it begins, in a table of its own, until it is told to end.
    private struct Heir {
        private let mayEnd: Counter

        /// Calls `eventfd`, and `unshare` on a thread; `nil` where one of them is not to be had.
        init?() {
            do throws(SystemError) {
                let (begun, mayEnd) = (try Counter(flags: 0), try Counter(flags: 0))
                self.mayEnd = mayEnd
                // By their numbers: what it would let go of it would close in its own table alone.
                let (beginning, ending) = (begun.descriptor.raw, mayEnd.descriptor.raw)
                try DetachedThread.start {
                    // The number says whether it has a table of its own: 1, or 2 without.
                    let hasOwn = clinux_own_descriptors() == 0
                    Counter.add(hasOwn ? 1 : 2, to: beginning)
                    if hasOwn { _ = Counter.take(from: ending) }
                }
                guard begun.take() == 1 else { return nil }
            } catch { return nil }
        }

        func end() { mayEnd.add(1) }
    }

    private let finished: Counter
    private var running = 0
    /// Those that no thread has yet.
    private var waiting: [Leftover] = []

    /// Calls `eventfd`.
    package init() throws(SystemError) {
        finished = try Counter(flags: CInt(EFD_NONBLOCK))
    }

    deinit {
        // Whoever ends this must not wait for them either.
        for leftover in waiting { leftover.abandon() }
    }

    /// Becomes readable when a thread is through: call ``startWaiting()`` then.
    package var descriptor: CInt { finished.descriptor.raw }

    /// Descriptors that are not closed yet, and so have a place in the process's table.
    package var count: Int { running + waiting.count }

    /// Takes over a socket, and closes it some time.
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
                    finished.add(1)
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
