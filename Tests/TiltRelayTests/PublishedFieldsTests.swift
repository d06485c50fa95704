import Testing
import TiltCore

@testable import TiltClient
@testable import TiltRelay

/// What leaves the machine, whatever the daemon says.
@Suite struct `Published fields` {
    /// Everything a publisher ever says, by a daemon that tells all it knows.
    private func everything() throws -> [Publication] {
        var published = try Published { $0.announcesToHomeAssistant = true }
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        published.say(.status(text: #"{"type":"status","subscribers":3}"#))
        published.say(.other(type: "subscriber", text: #"{"type":"subscriber","pid":1}"#))
        published.say(.accepted(id: .number(1), ignored: ["x"], text: "{}"))
        published.say(.frame(Published.frame(1), dropped: 0))
        published.say(.frame(Published.frame(2), dropped: 2))
        var all = published.all()
        all += published.all(at: 1)
        published.say(
            .sensor(SensorNotice(event: "lost", reason: "/dev/iio:device0 unplugged", sensor: nil)))
        published.say(.goodbye(reason: "the daemon of pid 7 ends"))
        published.core.take(.lost(.noSocket(path: "/run/tiltshadow/tiltshadow.sock"), retryAfter: 1))
        all += published.all(at: 2)
        return all + [published.core.goodbye(), published.core.lastWill()]
    }

    @Test(arguments: Channel.allCases) func `are those of the table, and each of them`(
        channel: Channel
    ) throws {
        let messages = try everything().filter { $0.topic == "home/desk/\(channel.rawValue)" }
        #expect(!messages.isEmpty)
        let keys = try Set(messages.flatMap { try $0.keys() })
        #expect(keys == Set(PublishedFields.keys(of: channel)))
    }

    @Test func `have no id, no name, no path and no reading of the sensor`() throws {
        for message in try everything() {
            for secret in [
                "usb-0000", "Secret", "/dev", "/run", "pid", "raw", "accel", "unplugged", "subscriber",
            ] {
                #expect(!message.text.contains(secret), "\(message.topic): \(message.text)")
            }
        }
    }

    @Test func `go nowhere but under the topic and to discovery`() throws {
        let topics = try Set(everything().map { $0.topic })
        let own = Set(Channel.allCases.map { "home/desk/\($0.rawValue)" })
        #expect(
            topics.subtracting(own).allSatisfy {
                $0.hasPrefix("homeassistant/sensor/tiltshadow_home_2fdesk/")
            })
        #expect(own.isSubset(of: topics))
    }

    @Test func `are numbers as coarse as on the local socket`() throws {
        let frame = try #require(everything().first { $0.topic == "home/desk/frame" })
        #expect(
            frame.text
                == #"{"type":"frame","seq":4,"t_ns":81234567890123,"for_ns":81234583890123,"state":"tracking","x":2.00,"#
                + #""y":-0.52,"pitch_rad":-0.0524,"roll_rad":0.1745,"up":[0.1736,0.0524,0.9834],"dropped":3}"#
        )
    }

    @Test func `name the sensor as its owner does`() throws {
        var published = try Published { $0.name = "Desk \u{1b}[2J" }
        published.core.brokerConnected(at: 0)
        published.say(.hello(Published.hello))
        let hello = try #require(published.all().first { $0.topic.hasSuffix("/hello") })
        #expect(hello.text.contains(#""sensor":{"name":"Desk "#))
        #expect(!hello.text.contains("\u{1b}"))
    }
}
