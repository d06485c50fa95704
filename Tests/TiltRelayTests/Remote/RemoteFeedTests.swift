import Testing
import TiltCore

@testable import TiltRelay

@Suite struct `A remote feed` {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 500 * second

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// A publisher of a device that lies flat, and hears nothing of it yet.
    private func publisher(hasGyroscope: Bool = true) -> RemotePublisher {
        let axes = Calibration.Axes(scale: 1)
        let sensor = SensorDescription(
            id: "x", name: "Chip", kind: .iioBuffer, device: "/dev/x",
            calibration: Calibration(accelerometer: axes, gyroscope: hasGyroscope ? axes : nil))
        return RemotePublisher(sensor, at: Self.start)
    }

    /// A message of a frame, as it stands on the wire.
    private static func frame(
        _ sequence: Int, at time: Int64, roll: Double = 0, state: String = "tracking", ahead: Int64 = 0
    ) -> [UInt8] {
        let motion = Motion(
            time: Timestamp(nanoseconds: time), state: TrackingState(rawValue: state) ?? .none,
            estimate: GravityEstimate(up: Up(x: -sinOf(roll), y: 0, z: cosOf(roll))), fade: 1)
        var subscription = Subscription()
        subscription.include = .up
        subscription.shadow.lookaheadMilliseconds = Double(ahead) / 1e6
        let frame = Frame(
            sequence: UInt64(sequence), motion: motion, view: ShadowMapper().viewOnce(of: motion),
            subscription: subscription)
        return Messages.frame(frame, sequence: UInt64(sequence), dropped: 0)
    }

    private static func sinOf(_ x: Double) -> Double { x - x * x * x / 6 + x * x * x * x * x / 120 }
    private static func cosOf(_ x: Double) -> Double { (1 - sinOf(x) * sinOf(x)).squareRoot() }

    private func roll(_ reading: Reading?) -> Double? {
        reading?.accelerometer.map { Tilt(of: Up<DeviceAxes>(x: $0.x, y: $0.y, z: $0.z)).roll }
    }

    @Test func `has the sensor that a publisher names, until that says goodbye`() {
        var remote = publisher()
        #expect(remote.feed.sensor == RemoteHello.Sensor(name: "desk", hasGyroscope: true))
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: Self.start)
        #expect(remote.feed.sensor == nil)
        #expect(remote.feed.takeWords() == [.follows("desk"), .ended])
        remote.hear(Messages.state(RemotePublisher.publisher, .tracking), of: .state, at: Self.start)
        #expect(remote.feed.sensor != nil)
        remote.hear(RemotePublisher.hello(hasSensor: false), of: .hello, at: Self.start)
        #expect(remote.feed.sensor == nil)
    }

    @Test func `tells of frames that come evenly, once each, while somebody is to have them`() throws {
        var remote = publisher()
        var now = Self.start
        func send(_ number: Int, late: Int64) {
            now = Self.start + Int64(number) * Self.second / 50
            remote.hear(Self.frame(number, at: now + 7 * Self.second), of: .frame, at: now + late)
        }
        for number in 1..<100 { send(number, late: Int64(number % 4) * 300_000) }
        let newest = remote.feed.takeArrival()
        let arrival = try #require(newest)
        #expect(arrival.due == now)
        #expect(arrival.period == Self.second / 50)
        #expect(remote.feed.takeArrival() == nil)
        for number in 100..<300 { send(number, late: Int64(number % 4) * 5_000_000) }
        #expect(remote.feed.takeArrival() == nil)
        for number in 300..<500 { send(number, late: 0) }
        remote.feed.open(false, at: now)
        #expect(remote.feed.takeArrival() == nil)
    }

    @Test func `follows the newer of two publishers, and the older one once that is gone`() {
        var remote = publisher()
        var newer = RemotePublisher.publisher
        newer.startedNanoseconds += 1
        newer.session = "1"
        remote.hear(RemotePublisher.hello(newer, name: "new"), of: .hello, at: Self.start)
        #expect(remote.feed.sensor?.name == "new")
        remote.hear(RemotePublisher.hello(), of: .hello, at: Self.start)
        #expect(remote.feed.sensor?.name == "new")
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: Self.start)
        #expect(remote.feed.sensor?.name == "new")
        remote.hear(Messages.goodbye(newer, .lost), of: .state, at: Self.start)
        remote.hear(RemotePublisher.hello(), of: .hello, at: Self.start)
        #expect(remote.feed.sensor?.name == "desk")
    }

    @Test func `is stale for a moment before the broker's word counts that its publisher vanished`() {
        var remote = publisher()
        let lost = Messages.goodbye(RemotePublisher.publisher, .lost)
        let words = [RemoteFeed.Word.follows("desk"), .vanished]
        for number in 1...10 {
            let now = Self.start + Int64(number) * 20_000_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        let now = Self.start + Self.second
        remote.hear(lost, of: .state, at: now)
        let told = remote.feed.reading(at: now)
        #expect(told != nil && told?.accelerometer == nil && remote.feed.reading(at: now) == nil)
        // One of the last, and the same word again.
        remote.hear(Self.frame(11, at: now), of: .frame, at: now + 1)
        remote.hear(lost, of: .state, at: now + Self.second / 2)
        #expect(remote.feed.reading(at: now + Self.second / 2) == nil)
        #expect(remote.feed.sensor != nil && remote.feed.deadline == now + RemoteFeed.lossTime)
        remote.feed.pass(at: now + RemoteFeed.lossTime - 1)
        #expect(remote.feed.sensor != nil)
        remote.feed.pass(at: now + RemoteFeed.lossTime)
        #expect(remote.feed.sensor == nil && remote.feed.absence == .gone && remote.feed.awaitsFrames)
        #expect(remote.feed.takeWords() == words && remote.feed.deadline == nil)
        // It is back.
        remote.hear(RemotePublisher.hello(), of: .hello, at: now + 2 * Self.second)
        remote.hear(lost, of: .state, at: now + 3 * Self.second)
        remote.hear(
            Messages.state(RemotePublisher.publisher, .tracking), of: .state, at: now + 3 * Self.second)
        remote.feed.pass(at: now + 5 * Self.second)
        #expect(remote.feed.sensor != nil && remote.feed.takeWords() == [.follows("desk")])
        // Its own word needs no second thought.
        remote.hear(lost, of: .state, at: now + 6 * Self.second)
        remote.hear(
            Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: now + 6 * Self.second)
        #expect(remote.feed.sensor == nil && remote.feed.takeWords() == [.ended])
        #expect(remote.feed.deadline == nil)
    }

    /// Mosquitto says of all who are connected that they vanished before it closes their connections.
    @Test func `takes no word for it of a broker that ends itself`() {
        var remote = publisher()
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .lost), of: .state, at: Self.start)
        let away = Self.start + RemoteFeed.lossTime / 2
        remote.feed.broker(isThere: false, at: away)
        remote.feed.pass(at: away + 4 * Self.second)
        #expect(remote.feed.sensor != nil && remote.feed.takeWords() == [.follows("desk")])
        remote.feed.pass(at: away + RemoteFeed.longestAbsence)
        #expect(remote.feed.sensor == nil && remote.feed.takeWords() == [.away])
    }

    @Test func `takes the broker's word at once where it has kept it`() {
        var remote = publisher()
        let lost = Messages.goodbye(RemotePublisher.publisher, .lost)
        for number in 0...1 {
            let now = Self.start + Int64(number) * 20 * Self.second
            remote.feed.broker(isThere: true, at: now)
            remote.hear(RemotePublisher.hello(), of: .hello, at: now)
            remote.hear(lost, of: .state, at: now)
            #expect(remote.feed.sensor == nil && remote.feed.absence == .gone)
            remote.feed.broker(isThere: false, at: now + Self.second)
        }
        // Of one that is there, it is news.
        let now = Self.start + 40 * Self.second
        remote.feed.broker(isThere: true, at: now)
        remote.hear(RemotePublisher.hello(), of: .hello, at: now)
        remote.hear(Messages.state(RemotePublisher.publisher, .tracking), of: .state, at: now)
        remote.hear(lost, of: .state, at: now + Self.second)
        #expect(remote.feed.sensor != nil)
    }

    @Test func `comes back where frames go on after a goodbye, and not for the last ones before it`() {
        var remote = publisher()
        var now = Self.start
        func send(_ count: Int) {
            for _ in 0..<count {
                now += 20_000_000
                remote.hear(Self.frame(Int((now - Self.start) / 20_000_000), at: now), of: .frame, at: now)
            }
        }
        send(10)
        // Forged, or what a bridge brings back; the session itself goes on.
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: now)
        #expect(remote.feed.sensor == nil && remote.feed.awaitsFrames && remote.feed.absence == .gone)
        send(49)
        #expect(remote.feed.sensor == nil)
        send(4)
        #expect(remote.feed.sensor != nil && !remote.feed.awaitsFrames)
        #expect(remote.feed.reading(at: now) != nil)
        #expect(remote.feed.takeWords() == [.follows("desk"), .ended, .goesOn])
        // They end at last without another word.
        remote.feed.pass(at: now + RemoteFeed.longestSilence)
        #expect(remote.feed.sensor == nil && remote.feed.absence == .silent)
        // And the next goodbye counts again.
        send(1)
        #expect(remote.feed.sensor != nil)
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: now)
        #expect(remote.feed.sensor == nil)
    }

    @Test func `follows an older publisher whose frames come after the newer one's goodbye`() {
        var remote = publisher()
        var older = RemotePublisher.publisher
        older.startedNanoseconds -= 1
        older.session = "1"
        remote.hear(Messages.goodbye(RemotePublisher.publisher, .ended), of: .state, at: Self.start)
        for number in 0..<60 {
            let now = Self.start + Int64(number) * 20_000_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        #expect(remote.feed.sensor?.name == "desk")
        remote.hear(RemotePublisher.hello(older, name: "old"), of: .hello, at: Self.start + 2 * Self.second)
        #expect(remote.feed.sensor?.name == "old" && remote.feed.session == "1")
    }

    @Test func `does not believe one that begins days ahead`() {
        var remote = publisher()
        var forged = RemotePublisher.publisher
        forged.startedNanoseconds = .max
        forged.session = "forged"
        remote.hear(RemotePublisher.hello(forged, name: "forged"), of: .hello, at: Self.start)
        #expect(remote.feed.sensor?.name == "desk")
        #expect(remote.feed.takeWords().contains(.future))
    }

    @Test(arguments: [
        (
            Channel.hello, #"{"type":"hello","relay":2,"session":"x","started_ns":1}"#,
            RemoteFeed.Word.otherVersion(2)
        ),
        (.hello, #"{"type":"hello","relay":1,"session":"x"}"#, .garbage(.hello)),
        (.hello, #"{"type":"hello","relay":1,"session":7,"started_ns":1}"#, .garbage(.hello)),
        (.state, #"{"type":"state","session":"5e55","state":"dancing"}"#, .garbage(.state)),
        (.state, "\u{0}\u{1}", .garbage(.state)), (.frame, "{}", .garbage(.frame)),
        (.frame, #"{"type":"frame","seq":-1,"t_ns":1,"state":"tracking","up":[0,0,1]}"#, .garbage(.frame)),
        (
            .frame, #"{"type":"frame","seq":1,"t_ns":9223372036854775807,"state":"tracking","up":[0,0,1]}"#,
            .garbage(.frame)
        ),
        (
            .frame, #"{"type":"frame","seq":1,"t_ns":5,"for_ns":9000000000,"state":"tracking","up":[0,0,1]}"#,
            .garbage(.frame)
        ),
        (.frame, #"{"type":"frame","seq":1,"t_ns":1,"state":"tracking","up":[0,0,9]}"#, .garbage(.frame)),
        (.frame, #"{"type":"frame","seq":1,"t_ns":1,"state":"tracking","up":[0,1]}"#, .garbage(.frame)),
        (.frame, #"{"type":"frame","seq":1,"t_ns":1,"state":"tracking","x":1,"y":1}"#, .garbage(.frame)),
    ])
    func `passes over what makes no sense, and says so once`(
        channel: Channel, text: String, word: RemoteFeed.Word
    ) {
        var remote = publisher()
        let before = remote.feed.sensor
        for _ in 0..<5 { remote.hear(Self.bytes(text), of: channel, at: Self.start) }
        #expect(remote.feed.sensor == before)
        #expect(remote.feed.takeWords() == [.follows("desk"), word])
        #expect(remote.feed.counts.ignored == 5)
        #expect(remote.feed.reading(at: Self.start) == nil)
    }

    @Test func `reads no more than a publisher may send, however much is poured in`() {
        var remote = publisher()
        for number in 1...20_000 {
            let now = Self.start + Int64(number) * 50_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        #expect(remote.feed.counts.frames < 900)
        #expect(remote.feed.takeWords().contains(.flood))
    }

    @Test func `gives the pose of the tick, whatever the other clock says`() throws {
        for difference in [0, 4_000_000_000_000_000, -499_000_000_000] as [Int64] {
            var remote = publisher()
            for number in 1...100 {
                let now = Self.start + Int64(number) * 20_000_000
                // 0.5 rad/s.
                let roll = 0.01 * Double(number) - 0.5
                remote.hear(Self.frame(number, at: now + difference, roll: roll), of: .frame, at: now)
            }
            let now = Self.start + 2 * Self.second + 7_000_000
            let found = try #require(roll(remote.feed.reading(at: now)))
            #expect(abs(found - 0.5035) < 0.002, "\(difference): \(found)")
        }
    }

    @Test func `turns stale as soon as the other side says so`() {
        var remote = publisher()
        for number in 1...50 {
            let now = Self.start + Int64(number) * 20_000_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        let now = Self.start + Self.second
        #expect(remote.feed.reading(at: now)?.accelerometer != nil)
        remote.hear(Self.frame(51, at: now + 1, state: "stale"), of: .frame, at: now + 1)
        let told = remote.feed.reading(at: now + 2)
        #expect(told != nil && told?.accelerometer == nil)
        #expect(remote.feed.reading(at: now + 3) == nil)
    }

    @Test func `has nothing to give where no frames come, and no sensor after a while`() {
        var remote = publisher()
        for number in 1...50 {
            let now = Self.start + Int64(number) * 20_000_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        let last = Self.start + Self.second
        #expect(remote.feed.reading(at: last + 100_000_000) != nil)
        #expect(remote.feed.reading(at: last + 200_000_000) == nil)
        #expect(remote.feed.deadline == last + RemoteFeed.longestSilence)
        remote.feed.pass(at: last + RemoteFeed.longestSilence)
        #expect(remote.feed.sensor == nil && remote.feed.awaitsFrames)
        #expect(remote.feed.takeWords().last == .silent)
        remote.hear(Self.frame(51, at: last + 20 * Self.second), of: .frame, at: last + 20 * Self.second)
        #expect(remote.feed.sensor != nil)
    }

    @Test(arguments: [Channel.hello, .state, .frame])
    func `says each time that a publisher falls silent, whatever ended the last silence`(channel: Channel) {
        var remote = publisher()
        let state = Messages.state(RemotePublisher.publisher, .tracking)
        var now = Self.start
        for round in 1...3 {
            now += 20 * Self.second
            remote.feed.pass(at: now)
            #expect(remote.feed.takeWords().contains(.silent), "round \(round)")
            remote.feed.pass(at: now + Self.second)
            #expect(remote.feed.takeWords().isEmpty && remote.feed.sensor == nil, "once for each silence")
            now += Self.second
            let words = [.hello: RemotePublisher.hello(), .state: state, .frame: Self.frame(round, at: now)][
                channel]
            remote.hear(words ?? [], of: channel, at: now)
            #expect(remote.feed.sensor != nil)
            remote.feed.open(true, at: now)
        }
    }

    @Test func `keeps its sensor for a moment without a broker`() {
        var remote = publisher()
        remote.feed.broker(isThere: false, at: Self.start)
        remote.feed.pass(at: Self.start + 4 * Self.second)
        #expect(remote.feed.sensor != nil)
        remote.feed.pass(at: Self.start + 5 * Self.second)
        #expect(remote.feed.sensor == nil)
        #expect(remote.feed.takeWords().last == .away)
        remote.feed.broker(isThere: true, at: Self.start + 9 * Self.second)
        remote.hear(RemotePublisher.hello(), of: .hello, at: Self.start + 9 * Self.second)
        #expect(remote.feed.sensor != nil)
    }

    /// What is said some seconds after the broker came, where it lets these be heard of a publisher that is there.
    private func words(hearing channels: [Channel]) -> [RemoteFeed.Word] {
        var feed = RemoteFeed()
        feed.broker(isThere: true, at: Self.start)
        let messages: [(Channel, [UInt8])] = [
            (.hello, RemotePublisher.hello()), (.state, Messages.state(RemotePublisher.publisher, .tracking)),
            (.frame, Self.frame(1, at: Self.start)),
        ]
        for (channel, payload) in messages where channels.contains(channel) {
            payload.withUnsafeBufferPointer {
                feed.take($0, of: channel, at: Self.start, timeOfDay: RemotePublisher.today)
            }
            if channel == .state, feed.sensor != nil { feed.open(true, at: Self.start) }
        }
        for second in 0...12 { feed.pass(at: Self.start + Int64(second) * Self.second) }
        #expect(feed.deadline == nil)
        return feed.takeWords().filter { $0 != .follows("desk") }
    }

    @Test(
        arguments: [
            ([], [.nothing]), ([.hello], [.unheard(.state)]), ([.state], [.unheard(.hello)]),
            ([.hello, .state], [.unheard(.frame)]), ([.hello, .state, .frame], [.silent]),
        ] as [([Channel], [RemoteFeed.Word])])
    func `says what of a publisher is not heard`(channels: [Channel], expected: [RemoteFeed.Word]) throws {
        #expect(words(hearing: channels) == expected)
        let address = try BrokerAddress("mqtt://localhost/home/desk")
        for word in expected where word != .silent {
            #expect(word.text(of: address).contains(" this user "), "\(word)")
        }
    }

    @Test func `misses nothing of a publisher where only garbage is heard`() {
        var feed = RemoteFeed()
        feed.broker(isThere: true, at: 0)
        Array("{}".utf8).withUnsafeBufferPointer { feed.take($0, of: .hello, at: 1, timeOfDay: 0) }
        feed.pass(at: 60_000_000_000)
        #expect(
            !feed.takeWords().contains { if case .unheard = $0 { true } else { false } })
    }

    @Test func `counts what was lost on the way`() {
        var remote = publisher()
        for number in [1, 2, 5, 6, 7, 11] {
            let now = Self.start + Int64(number) * 20_000_000
            remote.hear(Self.frame(number, at: now), of: .frame, at: now)
        }
        #expect(remote.feed.counts.lost == 5)
        #expect(remote.feed.counts.frames == 6)
    }
}

extension ShadowMapper {
    /// The view of a mapper that has seen nothing else.
    fileprivate func viewOnce(of motion: Motion) -> View? {
        var mapper = self
        return mapper.view(of: motion)
    }
}
