internal import CLinux
internal import LinuxSystem
import Synchronization

/// Tells a thread that waits in `poll` something, such as to stop: an `eventfd` that is readable until it is lowered.
final class StopSignal: Sendable {
    private let file: Mutex<OwnedDescriptor>
    /// The number to watch.
    let descriptor: CInt

    /// Calls `eventfd`; `nil` where the process may open no more descriptors.
    init?() {
        let raw = eventfd(0, CInt(EFD_CLOEXEC) | CInt(EFD_NONBLOCK))
        guard raw >= 0 else { return nil }
        descriptor = raw
        file = Mutex(OwnedDescriptor(adopting: raw))
    }

    /// Makes ``descriptor`` readable.
    func raise() {
        file.withLock { _ = eventfd_write($0.raw, 1) }
    }

    /// True where it was raised, which it is then no more.
    func lower() -> Bool {
        file.withLock {
            var count: UInt64 = 0
            return eventfd_read($0.raw, &count) == 0
        }
    }
}
