import Testing
import TiltCore

@testable import TiltClient
@testable import TiltRelay

@Suite struct `Publish core` {
    private func channels(_ messages: [Publication]) -> [String] {
        messages.map { String($0.topic.dropFirst("home/desk/".count)) }
    }

    /// One that has a broker and a daemon, and has said so.
    private func running(_ change: (inout RelaySettings) -> Void = { _ in }) throws -> Published {
        var published = try Published(change)
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        _ = published.all()
        return published
    }

    @Test func `says nothing while there is no broker, and wants nothing either`() throws {
        var published = try Published()
        published.say(.hello(Published.hello))
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(published.core.wantsNoFrames)
        #expect(published.all().isEmpty)
        #expect(!published.core.hasFrame)
    }

    @Test func `says nothing before it has heard from a daemon`() throws {
        var published = try Published()
        published.core.brokerConnected(at: 0)
        #expect(published.all().isEmpty)
    }

    @Test func `says who it is, then the state, then a frame`() throws {
        var published = try Published()
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        published.say(.frame(Published.frame(), dropped: 0))
        let messages = published.all()
        #expect(channels(messages) == ["hello", "state", "frame"])
        #expect(messages.map { $0.isRetained } == [true, true, false])
        // The broker answers to the first frame, and so tells whether it takes any.
        #expect(messages.map { $0.quality } == [1, 1, 1])
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(published.all().map { $0.quality } == [0])
        #expect(messages[1].text == #"{"type":"state","session":"5e55","state":"tracking"}"#)
    }

    @Test func `keeps a frame back until the one before has left`() throws {
        var published = try running()
        for x in 1...3 { published.say(.frame(Published.frame(Double(x)), dropped: 0)) }
        #expect(channels(published.all(canTakeFrame: false)) == ["state"])
        #expect(published.core.hasFrame)
        let messages = published.all()
        #expect(channels(messages) == ["frame"])
        #expect(messages[0].text.contains(#""seq":3,"#))
        #expect(messages[0].text.contains(#""x":3.00,"#))
        #expect(messages[0].text.contains(#""dropped":2}"#))
        #expect(published.core.dropped == 2)
    }

    @Test func `says a state once, and when it changes`() throws {
        var published = try running()
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(channels(published.all()) == ["state", "frame"])
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(channels(published.all()) == ["frame"])
        published.say(.frame(Published.frame(state: .stale), dropped: 0))
        #expect(channels(published.all()) == ["state", "frame"])
    }

    @Test func `says that there is no sensor while the daemon is away, and no old frame`() throws {
        var published = try running()
        published.say(.frame(Published.frame(), dropped: 0))
        _ = published.all()
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(published.core.hasDaemon)
        published.core.take(.lost(.closed(reason: nil), retryAfter: 1))
        #expect(!published.core.hasDaemon)
        let messages = published.all()
        #expect(channels(messages) == ["hello", "state"])
        #expect(!messages[0].text.contains("sensor"))
        #expect(messages[1].text == #"{"type":"state","session":"5e55","state":"none"}"#)
    }

    @Test func `says who it is again where the sensor is another one`() throws {
        var published = try running()
        published.say(.sensor(SensorNotice(event: "lost", reason: nil, sensor: Published.sensor)))
        var hello = published.all()
        #expect(channels(hello) == ["hello", "state"])
        #expect(!hello[0].text.contains("sensor"))
        var sensor = Published.sensor
        sensor.hasGyroscope = false
        published.say(.sensor(SensorNotice(event: "found", reason: nil, sensor: sensor)))
        hello = published.all()
        #expect(hello[0].text.contains(#""kind":"iio-buffer","gyro":false}"#))
    }

    @Test func `says all of it again to a broker that was away`() throws {
        var published = try running { $0.announcesToHomeAssistant = true }
        published.say(.frame(Published.frame(), dropped: 0))
        published.core.brokerLost()
        #expect(published.all(at: 9).isEmpty)
        #expect(published.core.deadline == nil)
        published.core.brokerConnected(at: 10_000_000_000)
        let messages = published.all(at: 10)
        #expect(messages.count == HomeAssistant.entities.count + 2)
        #expect(messages.suffix(2).map { $0.topic } == ["home/desk/hello", "home/desk/state"])
    }

    @Test func `waits for the first frame before it tells a state, a second at most`() throws {
        var published = try running()
        #expect(published.core.deadline == 1_000_000_000)
        #expect(published.all(at: 0.9).isEmpty)
        #expect(published.all(at: 1).map { $0.text.contains(#""state":"none""#) } == [true])
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(published.core.deadline == nil)

        var bare = try Published()
        bare.core.brokerConnected(at: 0)
        var hello = Published.hello
        hello.sensor = nil
        bare.say(.hello(hello))
        #expect(channels(bare.all()) == ["hello", "state"])
    }

    @Test func `leaves discovery out where that is refused, and nothing else`() throws {
        var published = try Published { $0.announcesToHomeAssistant = true }
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        let isNew = [published.core.announceNoMore(), published.core.announceNoMore()]
        #expect(isNew == [true, false])
        #expect(published.all().map { $0.topic } == ["home/desk/hello"])
        published.core.brokerLost()
        published.core.brokerConnected(at: 1)
        #expect(published.all().map { $0.topic } == ["home/desk/hello"])
    }

    @Test func `leaves frames out where they are refused, and asks again from time to time`() throws {
        var published = try running()
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(channels(published.all()) == ["state", "frame"])
        published.say(.frame(Published.frame(), dropped: 0))
        published.core.framesRefused(at: 1_000_000_000)
        #expect(!published.core.hasFrame)
        for second in [1.0, 30.9] {
            published.say(.frame(Published.frame(state: .stale), dropped: 0))
            #expect(!channels(published.all(at: second)).contains("frame"))
        }
        #expect(published.all(at: 31).isEmpty)
        published.say(.frame(Published.frame(), dropped: 0))
        let frame = try #require(published.all(at: 31.1).last)
        #expect(frame.quality == 1 && frame.topic == "home/desk/frame")
        published.core.brokerLost()
        published.core.brokerConnected(at: 40_000_000_000)
        published.say(.frame(Published.frame(), dropped: 0))
        #expect(published.all(at: 40).last?.quality == 1)
    }

    @Test func `says its hello and its state again where something else stands there`() throws {
        var published = try running { $0.announcesToHomeAssistant = true }
        published.say(.frame(Published.frame(), dropped: 0))
        let said = published.all(at: 1)
        #expect(channels(said) == ["state", "tilt", "frame"])
        #expect(published.core.deadline == 2_000_000_000)
        // A bridge brings back what another broker kept of an older session, and somebody takes the hello away.
        let old = Messages.Publisher(session: "01d", startedNanoseconds: 1)
        published.core.hear(Messages.goodbye(old, .ended), of: .state, at: 1_200_000_000)
        published.core.hear([], of: .hello, at: 1_200_000_000)
        #expect(published.all(at: 2.1).isEmpty)
        #expect(published.core.deadline == 2_200_000_000)
        let restored = published.all(at: 2.2)
        #expect(channels(restored) == ["hello", "state"])
        #expect(restored.allSatisfy { $0.isRetained && $0.text.contains(#""session":"5e55""#) })
        #expect(restored[1] == said[0])
        let topics = (published.core.takeRestoredTopic(), published.core.takeRestoredTopic())
        #expect(topics == ("home/desk/state", nil))
        // What Home Assistant shows is said again with it.
        #expect(channels(published.all(at: 3.2)) == ["tilt"])
        for message in restored {
            let channel: Channel = message.topic.hasSuffix("state") ? .state : .hello
            published.core.hear(message.payload, of: channel, at: 3_200_000_000)
        }
        #expect(published.all(at: 9).isEmpty)
    }

    @Test func `answers nobody while it has no broker, or while it is silent`() throws {
        var published = try running()
        published.say(.frame(Published.frame(), dropped: 0))
        _ = published.all()
        published.core.hear([], of: .state, at: 0)
        published.core.brokerLost()
        published.core.hear([], of: .hello, at: 0)
        #expect(published.core.deadline == nil && published.all(at: 9).isEmpty)
        published.core.brokerConnected(at: 9_000_000_000)
        published.core.hear([], of: .state, at: 9_000_000_000)
        #expect(channels(published.all(at: 9)) == ["hello", "state"])
        #expect(published.core.deadline == nil)
    }

    @Test(arguments: [
        ("remote", "remote:home/desk", true), ("remote", "remote:home/desk2", false),
        ("remote", "remote:home", false), ("remote", "remote:home/de…", true),
        ("log", "remote:home/desk", false),
        ("iio-buffer", "usb-3", false),
    ])
    func `knows a daemon that serves its own topic, whether there is a publisher or not`(
        kind: String, id: String, isCircular: Bool
    ) throws {
        var hello = Published.hello
        hello.sensor = SensorSummary(id: id, name: "desk", kind: kind, hasGyroscope: false)
        var published = try Published()
        published.say(.hello(hello))
        #expect(published.core.isCircular == isCircular && published.core.knowsDaemon)
        #expect(!published.core.wantsStatus)

        var found = try Published()
        found.say(.sensor(SensorNotice(event: "found", reason: nil, sensor: hello.sensor)))
        #expect(found.core.isCircular == isCircular)

        hello.sensor = nil
        var asked = try Published()
        asked.say(.hello(hello))
        #expect(asked.core.wantsStatus && !asked.core.knowsDaemon)
        asked.say(
            .status(
                text:
                    #"{"type":"status","candidates":[{"id":"x","kind":"log"},{"id":"\#(id)","kind":"\#(kind)"}]}"#
            ))
        #expect(asked.core.isCircular == isCircular && asked.core.knowsDaemon)
    }

    @Test(arguments: ["", "{}", "[", #"{"candidates":[7,{"id":7}]}"#])
    func `bears any status of a daemon, and its absence`(text: String) throws {
        var published = try Published()
        published.say(.status(text: text))
        #expect(published.core.knowsDaemon && !published.core.isCircular)
        var alone = try Published()
        #expect(!alone.core.knowsDaemon)
        alone.core.take(.lost(.closed(reason: nil), retryAfter: 1))
        #expect(alone.core.knowsDaemon && !alone.core.isCircular)
    }

    @Test func `tells the options in force`() throws {
        var published = try Published {
            $0.options.rateHz = 12.5
            $0.options.gain = 20
        }
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        #expect(published.all()[0].text.contains(#""rate_hz":12.5,"longest_gap_ms":100,"gain":20,"#))
    }

    @Test(arguments: [1e308, -1e308, 4, -3.2] as [Double])
    func `leaves out an angle that cannot be one, whatever says it`(angle: Double) throws {
        var published = try running { $0.announcesToHomeAssistant = true }
        for isPitch in [true, false] {
            var frame = Published.frame()
            frame.tilt = isPitch ? Tilt(pitch: angle, roll: 0) : Tilt(pitch: 0, roll: angle)
            published.say(.frame(frame, dropped: 0))
        }
        let tilt = try #require(published.all(at: 1).first { $0.topic == "home/desk/tilt" })
        #expect(tilt.text == #"{"type":"tilt","state":"tracking","rate_hz":0}"#)
    }

    @Test(arguments: [(1e-308, "1", "1000"), (0, "1", "1000"), (-5, "1", "1000"), (1e308, "200", "100")])
    func `says a rate that can be one, whatever the daemon says`(
        rate: Double, said: String, gap: String
    ) throws {
        var published = try Published()
        published.core.brokerConnected(at: 0)
        var hello = Published.hello
        hello.rateHz = rate
        published.say(.hello(hello))
        #expect(published.all()[0].text.contains(#""rate_hz":\#(said),"longest_gap_ms":\#(gap),"#))
    }

    @Test func `tells the tilt once a second where it changed, in degrees`() throws {
        var published = try running { $0.announcesToHomeAssistant = true }
        #expect(published.core.deadline == 1_000_000_000)
        published.say(.frame(Published.frame(), dropped: 0))
        _ = published.all(at: 0.5)
        let second = published.all(at: 1)
        #expect(channels(second) == ["tilt"])
        #expect(
            second[0].text
                == #"{"type":"tilt","state":"tracking","pitch_deg":-3.0,"roll_deg":10.0,"rate_hz":1}"#)
        published.say(.frame(Published.frame(9), dropped: 0))
        #expect(channels(published.all(at: 2)) == ["frame"])
        #expect(published.all(at: 3).isEmpty)
        published.core.take(.lost(.closed(reason: nil), retryAfter: 1))
        #expect(channels(published.all(at: 4)) == ["hello", "state", "tilt"])
    }

    @Test(arguments: [
        (#"{"type":"hello","relay":1,"session":"a","started_ns":5}"#, true),
        (#"{"type":"hello","relay":2,"session":"a","started_ns":5}"#, false),
        (#"{"type":"hello","relay":1,"session":7,"started_ns":5}"#, false),
        (#"{"type":"state","relay":1,"session":"a","started_ns":5}"#, false),
        ("", false), ("[", false), (String(repeating: "[", count: 5000), false),
    ]) func `knows another publisher by its hello, and no garbage`(text: String, isOne: Bool) {
        var text = text
        let notice = text.withUTF8 { Messages.notice(in: $0) }
        #expect((notice == .hello(Messages.Publisher(session: "a", startedNanoseconds: 5))) == isOne)
        if !isOne { #expect(notice == nil || notice == .state(session: "a", goodbye: nil)) }
    }

    @Test(arguments: [.ended, .lost, nil] as [Messages.Goodbye?])
    func `knows what another says of its state`(goodbye: Messages.Goodbye?) {
        let publisher = Messages.Publisher(session: "a", startedNanoseconds: 5)
        let message = goodbye.map { Messages.goodbye(publisher, $0) } ?? Messages.state(publisher, .tracking)
        #expect(
            message.withUnsafeBufferPointer { Messages.notice(in: $0) }
                == .state(session: "a", goodbye: goodbye))
    }

    @Test func `knows another by what it says on the topic for it alone`() {
        let publisher = Messages.Publisher(session: "a", startedNanoseconds: 5)
        let hello = RemotePublisher.hello(publisher)
        let state = Messages.state(publisher, .tracking)
        let frame = Messages.frame(Published.frame(), sequence: 1, dropped: 0)
        for channel in Channel.allCases {
            let notices = [hello, state, frame, []].map {
                Messages.notice(in: $0, of: channel, isRetained: false)
            }
            let expected: [Messages.Notice?] = [
                channel == .hello ? .hello(publisher) : nil,
                channel == .state ? .state(session: "a", goodbye: nil) : nil,
                channel == .frame ? .frame : nil, nil,
            ]
            #expect(notices == expected)
        }
        #expect(Messages.notice(in: frame, of: .frame, isRetained: true) == nil)
        #expect(Messages.notice(in: hello, of: .hello, isRetained: true) != nil)
    }

    @Test func `gives way to one that began later, and of two that began together one gives way`() {
        let old = Messages.Publisher(session: "b", startedNanoseconds: 1)
        let new = Messages.Publisher(session: "a", startedNanoseconds: 2)
        let same = Messages.Publisher(session: "a", startedNanoseconds: 1)
        #expect(new.isNewer(than: old) && !old.isNewer(than: new))
        #expect(old.isNewer(than: same) && !same.isNewer(than: old))
        #expect(!old.isNewer(than: old))
    }
}
