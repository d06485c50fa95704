import Foundation
import LinuxSystem
import Synchronization

/// The least that can tick 50 times a second: a timerfd read by a thread that does nothing else.
final class BareTimer: Sendable {
    private let delays = Mutex<[Int64]>([])
    private let missed = Mutex(0)
    private let isDone = DispatchSemaphore(value: 0)

    /// Ticks for so long on a thread of its own.
    func start(seconds: Int) {
        Thread.detachNewThread { [self] in
            try? tick(50 * seconds)
            isDone.signal()
        }
    }

    /// Waits for the end; how late the ticks were, and how many were missed.
    func finish() -> (late: Distribution, missed: Int) {
        isDone.wait()
        return (Distribution(delays.withLock { $0 }), missed.withLock { $0 })
    }

    private func tick(_ count: Int) throws {
        let loop = try EventLoop()
        var ticker = try Ticker.open()
        var times: [Int64] = []
        times.reserveCapacity(count)
        try ticker.start(period: 20_000_000, from: MonotonicClock.now())
        let watch = try loop.watch(ticker.descriptor, for: .readable) { _ in }
        while times.count < count {
            try loop.step(timeoutMilliseconds: -1)
            guard let tick = ticker.read() else { continue }
            times.append(MonotonicClock.now() - tick.deadline)
            missed.withLock { $0 += tick.missed }
        }
        watch.end()
        delays.withLock { $0 = times }
    }
}
