/// The times of the last frames that were sent to a subscriber: tells how old those are that it has not read.
///
/// The kernel says only how much memory it holds for the reader, so the count of frames in it is an estimate: exact
/// where lines are alike, as those of one subscription are.
struct UnreadFrames {
    /// More than the kernel holds for one reader, which is six.
    private var times = InlineArray<8, Int64>(repeating: 0)
    private var sent = 0
    private var lineLength = 0

    /// Notes a frame of the tick at `time`, in nanoseconds, sent as a line of `length` bytes.
    mutating func add(_ time: Int64, length: Int) {
        times[sent % times.count] = time
        sent += 1
        lineLength = length
    }

    /// Takes the newest one back: it did not go out after all.
    mutating func removeLast() { sent = max(0, sent - 1) }

    /// The time of the oldest frame among those that the kernel holds in `memory` bytes (`SIOCOUTQ`).
    func oldest(in memory: Int) -> Int64? {
        guard memory > 0, sent > 0 else { return nil }
        let count = min(sent, times.count, max(1, memory / Self.charge(lineLength)))
        return times[(sent - count) % times.count]
    }

    /// Memory that the kernel charges for a line (`skb->truesize`): the text and 320 bytes of `skb_shared_info` in a
    /// block of a power of two, and 256 bytes of `sk_buff`.
    static func charge(_ length: Int) -> Int {
        var block = 512
        while block < length + 320 { block *= 2 }
        return block + 256
    }
}
