import CLinux
import LinuxSystem
import Testing

/// Signals are sent to the thread of the test, which alone blocks them, and read before the test returns.
@Suite struct `Signal watch` {
    @Test(arguments: Signal.allCases) func `reads a signal instead of being ended`(signal: Signal) throws {
        let watch = try SignalWatch.open()
        #expect(watch.read() == nil)
        #expect(pthread_kill(pthread_self(), signal.rawValue) == 0)
        #expect(watch.read() == signal)
        #expect(watch.read() == nil)
    }

    @Test func `wakes the loop`() throws {
        let watch = try SignalWatch.open()
        let loop = try EventLoop()
        var calls = 0
        let token = try loop.watch(watch.descriptor, for: .readable) { _ in calls += 1 }
        #expect(pthread_kill(pthread_self(), SIGHUP) == 0)
        try loop.step(timeoutMilliseconds: -1)
        #expect(calls == 1)
        token.end()
        #expect(watch.read() == .hangUp)
    }

    @Test func `unblocks the signals at its end`() throws {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        do {
            let watch = try SignalWatch.open()
            #expect(blocks(SIGTERM))
            #expect(watch.read() == nil)
        }
        #expect(blocks(SIGTERM) == (sigismember(&before, SIGTERM) == 1))
    }

    private func blocks(_ signal: CInt) -> Bool {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        return sigismember(&mask, signal) == 1
    }
}
