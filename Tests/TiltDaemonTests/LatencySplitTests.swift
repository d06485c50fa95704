import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Latency split` {
    private var split = LatencySplit()

    /// A tick at so many microseconds that took 40 to the first line and 20 to the last send.
    private mutating func tick(_ readAt: Int64, isPublished: Bool = true) {
        split.add(
            readAt: readAt * 1000, publishedAt: isPublished ? (readAt + 40) * 1000 : nil,
            sentAt: (readAt + 60) * 1000)
    }

    private func message() throws -> TestMessage {
        var buffer = ByteBuffer()
        buffer.append(#"{"type":"status""#)
        split.append(to: &buffer)
        buffer.append("}")
        return try TestMessage(buffer.bytes)
    }

    @Test mutating func `tells the age of the newest sample, the work, and the sending`() throws {
        for sample in stride(from: Int64(0), to: 20_000, by: 5000) {
            split.note(Timestamp(nanoseconds: sample * 1000))
        }
        tick(20_000)
        let latency = try #require(try message()["latency"])
        #expect(latency["samples"]?.number == 1)
        for (part, microseconds) in [("read", 5000.0), ("published", 40), ("sent", 20)] {
            for percentile in ["p50_us", "p99_us"] {
                let told = try #require(latency[part]?[percentile]?.number)
                #expect(told >= microseconds && told <= 1.25 * microseconds, "\(part)")
            }
        }
    }

    @Test mutating func `counts a tick where it brought a sample and somebody got a frame`() {
        tick(100)
        #expect(split.samples == 0)
        split.note(Timestamp(nanoseconds: 0))
        tick(200, isPublished: false)
        #expect(split.samples == 0)
        tick(300)
        tick(400)
        #expect(split.samples == 1)
    }

    @Test(arguments: [Int64.min, -1, 0, .max])
    mutating func `takes any stamp`(_ stamp: Int64) throws {
        split.note(Timestamp(nanoseconds: stamp))
        tick(1000)
        #expect(try message()["latency"]?["samples"]?.number == 1)
    }
}
