import Testing
import TiltCore

@testable import TiltRelay

/// Whoever may write a topic chooses the numbers: none of them may end who serves it, or make a pose that is none.
@Suite struct `Extreme numbers of a publisher` {
    private static let second: Int64 = 1_000_000_000
    private static let start: Int64 = 500 * second

    /// The ends of what is read, those of the type, and what lies just beside a step of the clock.
    private static let instants: [Int64] = [
        0, 1, -1, start, start + 2 * second - 1, start - 2 * second + 1, 1 << 53, -(1 << 53), 1 << 61,
        (1 << 62) - 1,
        1 - (1 << 62), 1 << 62, -(1 << 62), .max, .min,
    ]

    private static func frame(
        _ sequence: Int64, at time: Int64, target: Int64? = nil, up: String = "[0,0,1]",
        state: String = "tracking"
    ) -> String {
        #"{"type":"frame","seq":\#(sequence),"t_ns":\#(time),"for_ns":\#(target ?? time),"state":"\#(state)","up":\#(up)}"#
    }

    private func hear(_ feed: inout RemoteFeed, _ text: String, of channel: Channel, at now: Int64) {
        var text = text
        text.withUTF8 { feed.take($0, of: channel, at: now, timeOfDay: RemotePublisher.today) }
    }

    private func opened(rateHz: String = "50", gap: String = "100", started: Int64 = 1) -> RemoteFeed {
        var feed = RemoteFeed()
        feed.broker(isThere: true, at: Self.start)
        let hello =
            #"{"type":"hello","relay":1,"session":"a","started_ns":\#(started),"rate_hz":\#(rateHz),"#
            + #""longest_gap_ms":\#(gap),"sensor":{"name":"desk","gyro":true}}"#
        hear(&feed, hello, of: .hello, at: Self.start)
        feed.open(true, at: Self.start)
        return feed
    }

    /// What the sensor gives is up and a turn, or nothing.
    private func checkReading(_ feed: inout RemoteFeed, at now: Int64, _ comment: String) {
        guard let reading = feed.reading(at: now), let up = reading.accelerometer else { return }
        let length = (up.x * up.x + up.y * up.y + up.z * up.z).squareRoot()
        #expect(abs(length - 1) < 1e-6, "\(comment): \(up)")
        guard let turn = reading.gyroscope else { return }
        let speed = (turn.x * turn.x + turn.y * turn.y + turn.z * turn.z).squareRoot()
        #expect(speed.isFinite && speed < 1000, "\(comment): \(turn)")
    }

    @Test func `in two frames' times leave poses that are poses, and a clock that finds itself again`() {
        for first in Self.instants {
            for second in Self.instants {
                var feed = opened()
                let comment = "\(first), \(second)"
                hear(&feed, Self.frame(1, at: first), of: .frame, at: Self.start)
                checkReading(&feed, at: Self.start, comment)
                let later = Self.start + 20_000_000
                hear(&feed, Self.frame(2, at: second, up: "[0,1,0]"), of: .frame, at: later)
                for now in [later, later + 1, later + Self.second] { checkReading(&feed, at: now, comment) }
                for number in 1...3 {
                    let now = later + Int64(number) * 20_000_000
                    hear(&feed, Self.frame(2 + Int64(number), at: now), of: .frame, at: now)
                    checkReading(&feed, at: now, comment)
                }
                #expect(feed.reading(at: later + 61_000_000)?.accelerometer != nil, "\(comment)")
                #expect(feed.quality.delay.isFinite && feed.quality.jitter.isFinite)
            }
        }
    }

    @Test func `in every other number are read within bounds, or passed over`() {
        let numbers = [
            "0", "-0", "1e308", "-1e308", "1e999", "5e-324", "9223372036854775807", "-9223372036854775808",
        ]
        for text in numbers {
            for started in [0, .min, .max] as [Int64] {
                var feed = opened(rateHz: text, gap: text, started: started)
                for target in [Self.start, .max, .min, (1 << 62) - 1] {
                    for sequence in [0, .max, .min] as [Int64] {
                        let frame = Self.frame(
                            sequence, at: Self.start, target: target, up: "[\(text),0,1]")
                        hear(&feed, frame, of: .frame, at: Self.start)
                        hear(&feed, Self.frame(sequence, at: target), of: .frame, at: Self.start)
                        checkReading(&feed, at: Self.start + 1, "\(text), \(started), \(target), \(sequence)")
                    }
                }
                feed.pass(at: feed.deadline ?? 0)
            }
        }
    }

    @Test func `in a walk of the clock, two seconds a frame, break nothing`() {
        for direction in [-1, 1] as [Int64] {
            var feed = opened()
            for number in 0..<400 as Range<Int64> {
                let now = Self.start + number * 20_000_000
                let time = now + direction * number * (2 * Self.second - 1)
                let up = number % 2 == 0 ? "[0,0,1]" : "[0,0,-1]"
                hear(
                    &feed, Self.frame(number, at: time, target: time + 100_000_000, up: up), of: .frame,
                    at: now)
                checkReading(&feed, at: now + 10_000_000, "\(direction), \(number)")
            }
        }
    }
}
