import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

/// The loop is stepped by the test and a tick has whatever time it says.
@Suite struct `The publisher` {
    let directory: ScratchDirectory
    let loop: EventLoop
    let publisher: Publisher
    let heard = Heard()

    final class Heard { var demands = 0 }

    init() throws {
        directory = try ScratchDirectory()
        loop = try EventLoop()
        publisher = try Publisher(
            on: loop, listener: try UnixListener.bind(directory.path("s")),
            defaults: Self.defaults(maxSubscribers: 3),
            journal: Journal(
                identifier: "test", fieldPrefix: "TEST", level: .error, environment: Environment([:])),
            events: Publisher.Events(
                demandChanged: { [heard] in heard.demands += 1 },
                appendStatus: { ServerMessage.append(key: "answer", 42, to: &$0) },
                appendDetail: Self.appendDetail))
    }

    static func defaults(maxSubscribers: Int, gain: Double = 10) -> Publisher.Defaults {
        var subscription = Subscription()
        subscription.shadow.gain = gain
        return Publisher.Defaults(
            subscription: subscription, blur: 16, opacity: 0.35, maxSubscribers: maxSubscribers)
    }

    /// Five hundred candidates of 100 bytes.
    static func appendDetail(
        _ detail: StatusDetail, at index: Int, id: RequestID?, to buffer: inout ByteBuffer
    ) -> Bool {
        guard detail == .candidates, index < 500 else { return false }
        buffer.append(#"{"type":"candidate""#)
        ServerMessage.append(id: id, to: &buffer)
        ServerMessage.append(key: "index", Double(index), to: &buffer)
        ServerMessage.append(key: "name", String(repeating: "n", count: 60), to: &buffer)
        buffer.append("}\n")
        return true
    }

    /// Lets the loop do all there is to do.
    func settle() throws { while try loop.step(timeoutMilliseconds: 0) > 0 {} }

    func connect() throws -> TestSubscriber {
        let subscriber = TestSubscriber(try UnixStream.connect(directory.path("s")))
        try settle()
        return subscriber
    }

    func messages(_ subscriber: TestSubscriber) throws -> [TestMessage] {
        try subscriber.readyLines().map { try TestMessage($0) }
    }

    func ask(_ subscriber: TestSubscriber, _ request: String) throws -> [TestMessage] {
        try subscriber.request(request)
        try settle()
        return try messages(subscriber)
    }

    /// A device rolled to one side, at 20 ms a tick.
    func publish(_ ticks: ClosedRange<Int64>, state: TrackingState = .tracking) {
        for tick in ticks {
            let motion = Motion(
                time: Timestamp(nanoseconds: tick * 20_000_000), state: state,
                estimate: GravityEstimate(up: Up(x: 0.5, y: 0, z: 0.75.squareRoot())),
                presence: state == .tracking ? 1 : 0)
            publisher.publish(motion, isAtRest: state != .tracking)
        }
    }

    @Test func `greets and then sends every tick to everybody`() throws {
        let subscribers = [try connect(), try connect()]
        publish(1...3)
        for subscriber in subscribers {
            let messages = try messages(subscriber)
            #expect(messages.map(\.type) == ["hello", "frame", "frame", "frame"])
            #expect(messages.dropFirst().map(\.sequence) == [1, 2, 3])
        }
        #expect(publisher.count == 2)
        #expect(publisher.ticks == 3)
    }

    @Test func `encodes each by its own options`() throws {
        let subscribers = [try connect(), try connect(), try connect()]
        _ = try ask(subscribers[1], #"{"type":"subscribe","gain":20}"#)
        _ = try ask(subscribers[2], #"{"type":"subscribe","gain":20,"include":["up"]}"#)
        publish(1...1)
        let frames = try subscribers.compactMap { try messages($0).last }
        let x = frames.compactMap { $0.number("x") }
        #expect(x[1] == x[2])
        #expect(abs(x[1] - 2 * x[0]) <= 0.02)
        #expect(frames.map { $0["up"] != nil } == [false, false, true])
    }

    @Test func `shows raw samples only to those who asked for them, and as long as they do`() throws {
        let subscribers = [try connect(), try connect(), try connect()]
        _ = try ask(subscribers[1], #"{"type":"subscribe","include":["raw"]}"#)
        let raw = RawSample(
            time: Timestamp(nanoseconds: 5), acceleration: Acceleration(x: 1, y: 2, z: 9.123456))
        func frames() throws -> [TestMessage] {
            let motion = Motion(
                time: Timestamp(nanoseconds: 20_000_000 * Int64(publisher.ticks)), state: .tracking,
                estimate: GravityEstimate(up: Up(x: 0.5, y: 0, z: 0.75.squareRoot())), presence: 1)
            publisher.publish(motion, raw: raw, isAtRest: false)
            return try subscribers.compactMap { try messages($0).last }
        }
        for _ in 0..<5 {
            let frames = try frames()
            #expect(frames.map { $0["raw"] != nil } == [false, true, false])
            #expect(frames[1]["raw"]?["accel_m_s2"] == .array([.number(1), .number(2), .number(9.123456)]))
            #expect(frames.allSatisfy { $0.type == "frame" && $0.number("x") == frames[0].number("x") })
        }
        _ = try ask(subscribers[1], #"{"type":"subscribe","include":[]}"#)
        #expect(try frames().allSatisfy { $0["raw"] == nil })
    }

    @Test func `asks for the fastest rate of those who listen`() throws {
        #expect(publisher.demandedRate == nil)
        let first = try connect()
        #expect(publisher.demandedRate == 50)
        var second: TestSubscriber? = try connect()
        _ = try second.map { try ask($0, #"{"type":"subscribe","rate_hz":120}"#) }
        #expect(publisher.demandedRate == 120)
        _ = try second.map { try ask($0, #"{"type":"pause"}"#) }
        #expect(publisher.demandedRate == 50)
        _ = try second.map { try ask($0, #"{"type":"resume"}"#) }
        #expect(publisher.demandedRate == 120)
        second = nil
        try settle()
        #expect(publisher.demandedRate == 50)
        let demands = heard.demands
        _ = try ask(first, #"{"type":"pause"}"#)
        #expect(publisher.demandedRate == nil)
        #expect(heard.demands > demands)
    }

    @Test func `sends one frame a second while there is no sensor, without a gap in the ticks`() throws {
        let subscriber = try connect()
        #expect(try messages(subscriber).map(\.type) == ["hello"])
        publish(1...2, state: .tracking)
        publish(3...160, state: .none)
        let frames = try messages(subscriber).filter { $0.type == "frame" }
        #expect(frames.map(\.sequence) == [1, 2, 3, 4, 5, 6])
        #expect(frames.map { $0.text("state") == "none" } == [false, false, true, true, true, true])
        #expect(frames.last?.number("y") == 4)
    }

    @Test func `shows a newcomer the state at once`() throws {
        let first = try connect()
        publish(1...20, state: .none)
        #expect(try messages(first).count == 2)
        let second = try connect()
        publish(21...21, state: .none)
        #expect(try messages(second).map(\.type) == ["hello", "frame"])
    }

    @Test func `refuses one more than it may have, and closes`() throws {
        let subscribers = [try connect(), try connect(), try connect()]
        let refused = try connect()
        #expect(try messages(refused).map { $0.text("code") } == ["too-many"])
        _ = refused.readyLines()
        #expect(refused.isAtEnd)
        #expect(publisher.count == subscribers.count)
    }

    @Test func `tells everybody of sensors, and newcomers in hello`() throws {
        let first = try connect()
        let sensor = SensorDescription(id: "i", name: "n", kind: .evdev, device: "/dev/e")
        publisher.announce("found", reason: nil, sensor: sensor, isPresent: true)
        #expect(try messages(first).map { $0.text("event") } == [nil, "found"])
        let second = try connect()
        #expect(try messages(second).first?["sensor"]?["kind"]?.string == "evdev")
        publisher.announce("lost", reason: "unplugged", sensor: sensor, isPresent: false)
        #expect(try messages(first).first?.text("reason") == "unplugged")
        #expect(try messages(try connect()).first?["sensor"] == nil)
    }

    @Test func `uses new defaults for everybody who did not choose`() throws {
        let subscribers = [try connect(), try connect()]
        _ = try ask(subscribers[1], #"{"type":"subscribe","gain":3}"#)
        publisher.use(Self.defaults(maxSubscribers: 3, gain: 20))
        publish(1...1)
        let x = try subscribers.compactMap { try messages($0).last?.number("x") }
        #expect(abs(x[0]) > 6 * abs(x[1]))
    }

    @Test func `says goodbye as its last line`() throws {
        let subscriber = try connect()
        publish(1...2)
        publisher.sayGoodbye(reason: "the end")
        let messages = try messages(subscriber)
        #expect(messages.last?.type == "goodbye")
        #expect(messages.last?.text("reason") == "the end")
        _ = subscriber.readyLines()
        #expect(subscriber.isAtEnd)
        #expect(throws: SystemError.self) { _ = try UnixStream.connect(directory.path("s")) }
    }
}
