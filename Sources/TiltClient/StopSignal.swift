internal import CLinux
internal import LinuxSystem
import Synchronization

/// Tells a thread that waits in `poll` to stop: an `eventfd` that becomes readable once and for all.
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
}
