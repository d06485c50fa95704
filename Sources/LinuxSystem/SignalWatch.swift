package import CLinux

/// Receives the signals of ``Signal`` as reads of a descriptor (`signalfd`) instead of interruptions.
///
/// The signals are blocked for the calling thread and the threads it starts afterwards, so open it before any
/// other thread exists: a thread that does not block them would be killed. The end of this value unblocks them,
/// so that a program that fails to start can still be ended.
@usableFromInline package struct SignalWatch: ~Copyable {
    private let file: OwnedDescriptor
    private var previousMask: sigset_t

    private init(adopting file: consuming OwnedDescriptor, previousMask: sigset_t) {
        self.file = file
        self.previousMask = previousMask
    }

    // Visible to other modules, as Embedded Swift needs of a deinit.
    @inlinable deinit { restoreMask() }

    @usableFromInline package func restoreMask() {
        var mask = previousMask
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }

    /// Has every call of `write` say itself that it failed: ignores `SIGPIPE` and `SIGXFSZ`.
    ///
    /// They would end a program when whoever reads its output goes away, or a file is as long as `ulimit -f` lets it be.
    package static func leaveFailuresToWrite() {
        clinux_ignore_signal(SIGPIPE)
        clinux_ignore_signal(SIGXFSZ)
    }

    /// Blocks the signals and calls `signalfd`; also ``leaveFailuresToWrite()``.
    package static func open() throws(SystemError) -> SignalWatch {
        leaveFailuresToWrite()
        var signals = watched
        var previousMask = sigset_t()
        let status = pthread_sigmask(SIG_BLOCK, &signals, &previousMask)
        guard status == 0 else { throw SystemError("pthread_sigmask", errno: status) }
        let flags = CInt(SFD_CLOEXEC) | CInt(SFD_NONBLOCK)
        do throws(SystemError) {
            let file = try OwnedDescriptor.checked(signalfd(-1, &signals, flags), "signalfd")
            return SignalWatch(adopting: file, previousMask: previousMask)
        } catch {
            pthread_sigmask(SIG_SETMASK, &previousMask, nil)
            throw error
        }
    }

    /// Lets the signals wait until ``open()``: what was made before that, such as a socket's file, is then taken away
    /// in order.
    ///
    /// Calls `pthread_sigmask`.
    package static func hold() {
        var signals = watched
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    /// Lets the end of the thread that started this process, by whatever cause, come as `SIGTERM`.
    ///
    /// Calls `prctl` with `PR_SET_PDEATHSIG`; false where that process is the parent no more.
    package static func endWithParent(_ parent: pid_t) throws(SystemError) -> Bool {
        guard clinux_parent_death_signal(SIGTERM) == 0 else { throw SystemError("prctl") }
        return getppid() == parent
    }

    private static var watched: sigset_t {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in Signal.allCases { sigaddset(&signals, signal.rawValue) }
        return signals
    }

    /// The number to watch; readable while a signal waits.
    package var descriptor: CInt { file.raw }

    /// Takes one waiting signal, or `nil` where none waits.
    package func read() -> Signal? {
        var info = signalfd_siginfo()
        let size = MemoryLayout.size(ofValue: info)
        guard CLinux.read(file.raw, &info, size) == size else { return nil }
        return Signal(rawValue: CInt(info.ssi_signo))
    }
}

/// A signal that a daemon acts on.
package enum Signal: CInt, CaseIterable {
    /// `SIGTERM`: end, the service manager asks.
    case terminate = 15
    /// `SIGINT`: end, somebody pressed Ctrl-C.
    case interrupt = 2
    /// `SIGQUIT`: end, somebody pressed Ctrl-\.
    case quit = 3
    /// `SIGHUP`: read the settings again.
    case hangUp = 1
}
