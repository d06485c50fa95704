import CLinux

/// A thread for what may block for seconds, such as an attribute of a sensor hub that does not answer.
///
/// Nobody waits for it: it ends by itself, and says so by closing a descriptor that its body owns.
package enum DetachedThread {
    /// Starts a thread that runs `body` and then lets go of what that holds; `body` must own all that it touches.
    ///
    /// Calls `pthread_create` and `pthread_detach`; every signal is left to the loop.
    package static func start(_ body: @escaping () -> Void) throws(SystemError) {
        // A C function carries nothing with it, so the body travels through memory that the thread frees.
        let box = UnsafeMutablePointer<() -> Void>.allocate(capacity: 1)
        box.initialize(to: body)
        let failure = clinux_start_thread(
            { argument in
                guard let box = argument?.assumingMemoryBound(to: (() -> Void).self) else { return nil }
                DetachedThread.blockSignals()
                box.pointee()
                box.deinitialize(count: 1)
                box.deallocate()
                return nil
            }, box)
        guard failure == 0 else {
            box.deinitialize(count: 1)
            box.deallocate()
            throw SystemError("pthread_create", errno: failure)
        }
    }

    /// True where a call that failed so is worth another try: at once after a signal, and in a hundredth of a second where
    /// the kernel has no memory.
    static func goesOn(after error: CInt) -> Bool {
        switch error {
        case EINTR: return true
        case ENOMEM, ENOBUFS:
            _ = poll(nil, 0, 10)
            return true
        default: return false
        }
    }

    /// Calls `pthread_sigmask`.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)
    }
}
