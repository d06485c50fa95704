import CLinux
import Foundation
import LinuxSystem
import Synchronization

/// Clients that connect and leave again, so many a second, on a thread of their own.
final class Storm: Sendable {
    private let socket: String
    private let isOver = Atomic(false)
    private let isDone = DispatchSemaphore(value: 0)
    private let connections = Atomic(0)
    private let failures = Atomic(0)

    init(on socket: String) { self.socket = socket }

    /// Begins: `rate` connections a second, in bursts every 10 ms.
    func start(rate: Int) {
        Thread.detachNewThread { [self] in
            try? blow(rate: rate)
            isDone.signal()
        }
    }

    /// Waits for the end; how many connections were made, and how many were not.
    func finish() -> (made: Int, failed: Int) {
        isOver.store(true, ordering: .relaxed)
        isDone.wait()
        return (connections.load(ordering: .relaxed), failures.load(ordering: .relaxed))
    }

    private func blow(rate: Int) throws {
        var ticker = try Ticker.open()
        try ticker.start(period: 10_000_000, from: MonotonicClock.now())
        var due = 0.0
        var count = 0
        while !isOver.load(ordering: .relaxed) {
            var waiting = pollfd(fd: ticker.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&waiting, 1, 100)
            guard let tick = ticker.read() else { continue }
            due += Double(tick.missed + 1) * Double(rate) / 100
            while due >= 1 {
                due -= 1
                count += 1
                visit(count)
            }
        }
    }

    /// One connection: it leaves at once, or reads its hello first, or asks for something, or breaks off in a word.
    private func visit(_ number: Int) {
        do throws(SystemError) {
            let stream = try UnixStream.connect(socket)
            connections.wrappingAdd(1, ordering: .relaxed)
            switch number % 4 {
            case 0: break
            case 1:
                var waiting = pollfd(fd: stream.descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&waiting, 1, 20)
            case 2: Self.say("{\"type\":\"subscribe\",\"gain\":20}\n", on: stream)
            default: Self.say("{\"type\":\"sta", on: stream)
            }
        } catch {
            failures.wrappingAdd(1, ordering: .relaxed)
        }
    }

    private static func say(_ text: String, on stream: borrowing UnixStream) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { stream.send($0) }
    }
}
