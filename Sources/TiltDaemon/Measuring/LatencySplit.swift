import TiltCore

/// Where the time goes between the kernel's stamp of a sample and the last send of the frame that it made.
///
/// A tick counts where it brought a new sample and somebody got a frame. The ring is emptied at the tick, so the first
/// part is up to a tick long by design.
struct LatencySplit {
    /// Ticks counted.
    private(set) var samples: UInt64 = 0
    /// From the kernel's stamp of the newest sample to the tick that read it.
    private(set) var read = LatenessHistogram()
    /// From there to the first frame as a line.
    private(set) var published = LatenessHistogram()
    /// From there to the return of the last `send`.
    private(set) var sent = LatenessHistogram()

    /// Stamps are nanoseconds of CLOCK_MONOTONIC, as the other times are.
    private var newest: Int64 = 0
    private var isNew = false

    /// Notes a sample; the one noted last is the newest.
    mutating func note(_ time: Timestamp) {
        newest = time.nanoseconds
        isNew = true
    }

    /// Counts a tick; `publishedAt` is `nil` where nobody was due.
    mutating func add(readAt: Int64, publishedAt: Int64?, sentAt: Int64) {
        guard isNew, let publishedAt else { return }
        isNew = false
        samples += 1
        // Wrapping: stamps come from drivers and files.
        read.add(readAt &- newest)
        published.add(publishedAt - readAt)
        sent.add(sentAt - publishedAt)
    }

    /// Appends `,"latency":{…}`.
    func append(to buffer: inout ByteBuffer) {
        buffer.append(#","latency":{"samples":"#)
        buffer.append(Int64(clamping: samples))
        Self.append("read", read, to: &buffer)
        Self.append("published", published, to: &buffer)
        Self.append("sent", sent, to: &buffer)
        buffer.append("}")
    }

    private static func append(
        _ key: StaticString, _ histogram: LatenessHistogram, to buffer: inout ByteBuffer
    ) {
        buffer.append(",\"")
        buffer.append(key)
        buffer.append(#"":{"p50_us":"#)
        buffer.append(histogram.percentile(0.5))
        buffer.append(#","p99_us":"#)
        buffer.append(histogram.percentile(0.99))
        buffer.append("}")
    }
}
