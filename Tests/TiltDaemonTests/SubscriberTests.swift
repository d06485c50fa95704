import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `A subscriber` {
    private let subscriber: Subscriber
    private let client: TestSubscriber
    private let scratch = Scratch()

    private final class Scratch { var buffer = ByteBuffer() }

    init() throws {
        (subscriber, client) = try StreamPair.open()
        subscriber.isGreeted = true
    }

    private func use(_ change: (inout SubscriptionChange) -> Void) {
        var wanted = SubscriptionChange()
        change(&wanted)
        subscriber.apply(wanted, defaults: Subscription())
    }

    /// Frames in ten seconds of ticks.
    private func frames(rateHz: Double, tickHz: Double) -> Int {
        use { $0.rateHz = rateHz }
        let period = Int64((1e9 / tickHz).rounded())
        return (0..<Int64(10 * tickHz)).count { subscriber.isDue(at: 1_000_000_007 + $0 * period) }
    }

    private func frame(_ sequence: UInt64, x: Double = 1, state: TrackingState = .tracking) -> Frame {
        Frame(
            sequence: sequence, time: Timestamp(nanoseconds: Int64(sequence) * 20_000_000), state: state,
            offset: ShadowOffset(x: x, y: 0), tilt: Tilt(pitch: 0.1, roll: 0.2))
    }

    /// Sends one as the publisher does.
    private func send(_ frame: Frame) -> Bool {
        var line = ByteBuffer()
        FrameEncoder.appendJSON(frame, to: &line)
        return subscriber.send(frame, encoded: line, scratch: &scratch.buffer)
    }

    private func readFrames() throws -> [TestMessage] {
        try client.readyLines().map { try TestMessage($0) }
    }

    /// A rate, the tick, and the frames a second they make.
    struct Pace: CustomTestStringConvertible {
        let rate: Double
        let tick: Double
        var testDescription: String { "\(rate) Hz of \(tick) Hz" }
    }

    @Test(arguments: [
        Pace(rate: 50, tick: 50), Pace(rate: 25, tick: 50), Pace(rate: 30, tick: 50), Pace(rate: 1, tick: 50),
        Pace(rate: 7.3, tick: 50), Pace(rate: 50, tick: 60), Pace(rate: 60, tick: 60),
        Pace(rate: 30, tick: 60),
        Pace(rate: 60, tick: 200), Pace(rate: 144, tick: 200), Pace(rate: 200, tick: 200),
        Pace(rate: 48.3, tick: 48.3),
    ])
    func `gets its own rate out of any tick that is no slower`(_ pace: Pace) {
        let count = frames(rateHz: pace.rate, tickHz: pace.tick)
        #expect(abs(Double(count) - 10 * pace.rate) <= 1)
    }

    @Test func `makes up for no tick that was missed`() {
        use { $0.rateHz = 50 }
        var due = (0..<10).count { subscriber.isDue(at: $0 * 20_000_000) }
        #expect(due == 10)
        // The loop stood still for a second.
        due = (0..<10).count { subscriber.isDue(at: 1_200_000_000 + $0 * 20_000_000) }
        #expect(due == 10)
        #expect(!subscriber.isDue(at: 1_385_000_000))
    }

    @Test func `is due for nothing before hello, while paused, and while it is being closed`() {
        subscriber.isGreeted = false
        #expect(!subscriber.isDue(at: 0))
        subscriber.isGreeted = true
        subscriber.isPaused = true
        #expect(!subscriber.isDue(at: 0))
        subscriber.isPaused = false
        subscriber.isClosing = true
        #expect(!subscriber.isDue(at: 0))
    }

    @Test func `of changes hears of a hundredth of a point, of a state, and once a second`() {
        use { $0.when = .changed }
        #expect(!subscriber.isRedundant(frame(0)))
        #expect(send(frame(0)))
        #expect(subscriber.isRedundant(frame(1)))
        #expect(subscriber.isRedundant(frame(1, x: 1.009)))
        #expect(!subscriber.isRedundant(frame(1, x: 1.0101)))
        #expect(!subscriber.isRedundant(frame(1, state: .stale)))
        #expect(subscriber.isRedundant(frame(49)))
        #expect(!subscriber.isRedundant(frame(50)))
    }

    @Test func `keeps the newest frame while its socket is full, and counts the rest`() throws {
        for sequence in 0..<100 { #expect(send(frame(UInt64(sequence)))) }
        #expect(!subscriber.isDrained)
        #expect(subscriber.waiting?.sequence == 99)
        var frames = try readFrames()
        #expect(frames.count <= 6)
        #expect(subscriber.flush(scratch: &scratch.buffer))
        frames += try readFrames()
        #expect(subscriber.isDrained)
        #expect(frames.last?.sequence == 99)
        for (earlier, later) in zip(frames, frames.dropFirst()) {
            #expect(later.sequence == earlier.sequence + 1 + later.dropped)
        }
        #expect(send(frame(100)))
        let next = try #require(try readFrames().first)
        #expect(next.dropped == 0, "told once")
        #expect(subscriber.droppedEver == UInt64(frames.reduce(0) { $0 + $1.dropped }))
    }

    @Test func `finishes a line that was sent by half before anything else`() throws {
        var line = ByteBuffer()
        line.append(text: #"{"type":"status","text":""# + String(repeating: "s", count: 9000) + "\"}\n")
        #expect(subscriber.send(line: line, scratch: &scratch.buffer))
        #expect(!subscriber.isDrained)
        #expect(send(frame(1)))
        #expect(send(frame(2)))
        var messages: [TestMessage] = []
        for _ in 0..<20 {
            messages += try readFrames()
            #expect(subscriber.flush(scratch: &scratch.buffer))
        }
        #expect(messages.map(\.type) == ["status", "frame"])
        #expect(messages.last?.sequence == 2)
        #expect(messages.last?.dropped == 1)
    }

    @Test func `that is strict gets no frame before it has read the last`() throws {
        use { $0.isStrict = true }
        for sequence: UInt64 in 1...4 { #expect(send(frame(sequence))) }
        #expect(try readFrames().map(\.sequence) == [1])
        #expect(send(frame(5)))
        let next = try #require(try readFrames().first)
        #expect(next.sequence == 5)
        #expect(next.dropped == 3)
    }

    @Test func `that pauses gets nothing more, not even what waited`() throws {
        for sequence in 0..<20 { #expect(send(frame(UInt64(sequence)))) }
        subscriber.isPaused = true
        _ = try readFrames()
        #expect(subscriber.flush(scratch: &scratch.buffer))
        #expect(try readFrames().isEmpty)
        #expect(subscriber.isDrained)
    }

    @Test func `that has gone is told so by the first send`() throws {
        let subscriber = try StreamPair.open().subscriber
        var line = ByteBuffer()
        line.append("{}\n")
        #expect(!subscriber.send(line: line, scratch: &scratch.buffer))
    }

    @Test func `keeps what it asked for over new defaults`() {
        use { $0.gain = 3 }
        use { $0.rateHz = 20 }
        var defaults = Subscription()
        defaults.shadow.gain = 7
        defaults.shadow.limit = 9
        subscriber.useDefaults(defaults)
        #expect(subscriber.subscription.shadow.gain == 3)
        #expect(subscriber.subscription.shadow.limit == 9)
        #expect(subscriber.subscription.rateHz == 20)
    }

    @Test func `is backlogged while more than four lines of answers wait`() {
        var line = ByteBuffer()
        line.append(text: String(repeating: "a", count: 4095) + "\n")
        for _ in 0..<4 { #expect(subscriber.send(line: line, scratch: &scratch.buffer)) }
        #expect(!subscriber.isBacklogged)
        for _ in 0..<2 { #expect(subscriber.send(line: line, scratch: &scratch.buffer)) }
        #expect(subscriber.isBacklogged)
    }
}
