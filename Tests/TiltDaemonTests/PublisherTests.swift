import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

/// The loop is stepped by the test and a tick has whatever time it says.
@Suite struct `The publisher` {
    private let directory: ScratchDirectory
    private let loop: EventLoop
    private let publisher: Publisher
    private let heard = Heard()

    private final class Heard { var demands = 0 }

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

    private static func defaults(maxSubscribers: Int, gain: Double = 10) -> Publisher.Defaults {
        var subscription = Subscription()
        subscription.shadow.gain = gain
        return Publisher.Defaults(
            subscription: subscription, blur: 16, opacity: 0.35, maxSubscribers: maxSubscribers)
    }

    /// Five hundred candidates of 100 bytes.
    private static func appendDetail(
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
    private func settle() throws { while try loop.step(timeoutMilliseconds: 0) > 0 {} }

    private func connect() throws -> TestSubscriber {
        let subscriber = TestSubscriber(try UnixStream.connect(directory.path("s")))
        try settle()
        return subscriber
    }

    private func messages(_ subscriber: TestSubscriber) throws -> [TestMessage] {
        try subscriber.readyLines().map { try TestMessage($0) }
    }

    private func ask(_ subscriber: TestSubscriber, _ request: String) throws -> [TestMessage] {
        try subscriber.request(request)
        try settle()
        return try messages(subscriber)
    }

    /// A device rolled to one side, at 20 ms a tick.
    private func publish(_ ticks: ClosedRange<Int64>, state: TrackingState = .tracking) {
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

    @Test func `answers in the order of the requests`() throws {
        let subscriber = try connect()
        let answers = try ask(
            subscriber,
            "{\"type\":\"recentre\",\"id\":1}\n{\"type\":\"status\",\"id\":2}\nx\n\n{\"type\":\"pause\"}")
        #expect(answers.map(\.type) == ["hello", "ok", "status", "error", "ok"])
        #expect(answers[2].number("answer") == 42)
        #expect(answers[4]["paused"] == .bool(true))
    }

    @Test func `closes one that sends too much, after telling why`() throws {
        let subscriber = try connect()
        _ = try ask(subscriber, String(repeating: "x", count: 4096))
        try settle()
        _ = subscriber.readyLines()
        #expect(subscriber.isAtEnd)
        #expect(publisher.count == 0)
    }

    @Test func `reads what one has sent before it closes, so that its end is an end and no error`() throws {
        let subscriber = try connect()
        try subscriber.send(String(repeating: "x", count: 60_000))
        try settle()
        #expect(try messages(subscriber).map(\.type) == ["hello", "error"])
        var byte: UInt8 = 0
        #expect(recv(subscriber.descriptor, &byte, 1, CInt(MSG_DONTWAIT)) == 0)
    }

    @Test func `takes no more requests from one that does not read its answers`() throws {
        let subscriber = try connect()
        let status = #"{"type":"status"}"#
        // 50 answers are few bytes; the bound is on what waits, not on what was asked.
        for _ in 0..<50 { try subscriber.request(status) }
        try settle()
        publish(1...100)
        try settle()
        #expect(publisher.count == 1)
        var messages: [TestMessage] = []
        for _ in 0..<200 {
            messages += try self.messages(subscriber)
            try settle()
        }
        #expect(messages.count { $0.type == "status" } == 50)
        #expect(messages.last { $0.type == "frame" }?.sequence == 100)
    }

    @Test func `gives details as they are read, in order, and holds back what was asked behind them`() throws
    {
        let subscriber = try connect()
        let request = #"{"type":"status","id":7,"include":["subscribers","candidates"]}"#
        var messages = try ask(subscriber, request + "\n{\"type\":\"recentre\",\"id\":8}")
        #expect(messages.count < 60, "no more than the socket takes")
        publish(1...1)
        for _ in 0..<500 where messages.last?.number("id") != 8 {
            try settle()
            messages += try self.messages(subscriber)
        }
        let frames = messages.count { $0.type == "frame" }
        #expect(frames == 1, "the list does not keep a frame from one who reads")
        messages.removeAll { $0.type == "frame" }
        let types = ["hello"] + Array(repeating: "candidate", count: 500) + ["subscriber", "status", "ok"]
        #expect(messages.map(\.type) == types)
        #expect(messages[1...500].compactMap { $0.number("index") } == (0..<500).map(Double.init))
        #expect(messages[1...502].allSatisfy { $0.number("id") == 7 })
        #expect(messages[502].number("answer") == 42)
        #expect(messages[501]["self"] == .bool(true))
        #expect(messages[501].number("pid") == Double(getpid()))
    }

    @Test func `keeps the same few bytes for whoever does not read a list, however often it is asked`() throws
    {
        let subscriber = try connect()
        try subscriber.request(#"{"type":"status","include":["candidates"]}"#)
        try settle()
        let held = publisher.subscribers.values.map(\.heldBytes)
        for _ in 0..<40 {
            try subscriber.request(#"{"type":"status","include":["candidates","subscribers","healing"]}"#)
            try settle()
        }
        #expect(publisher.subscribers.values.map(\.heldBytes) == held)
        #expect(held.allSatisfy { $0 <= 2 * 4096 })
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
