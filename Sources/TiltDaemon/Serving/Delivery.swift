import LinuxSystem
import TiltCore

/// How far the frames of one subscriber have got: numbers alone, so that a walk over ten thousand follows no pointer.
struct Delivery {
    let connection: Connection
    /// Who makes its frames, by its number in ``FrameMakers``; -1 for a place that nobody has.
    var maker: Int32
    /// True where no frame is sent before the last one was read.
    var isStrict = false
    /// True where bytes wait that must go out before anything else.
    var hasBacklog = false
    /// True where a frame waits for room in the socket.
    private(set) var isWaiting = false
    /// Frames that were due to it so far: the number of the newest.
    private(set) var sequence: UInt64 = 0
    /// Frames missed since the last one that was sent, and before the one that waits.
    private(set) var dropped: UInt64 = 0
    /// Frames missed behind the one that waits.
    private var droppedBehind: UInt64 = 0
    /// Frames missed since it connected.
    private(set) var droppedEver: UInt64 = 0
    /// The frame that a send of the present step carries.
    private var sending = Sending()
    private(set) var sentFrames = UnreadFrames()

    private struct Sending {
        /// No step has the number 0.
        var step: UInt64 = 0
        var bytes = OutputBytes(start: 0, count: 0)
        /// What it said of those missed before.
        var dropped: UInt64 = 0
        /// True where it had waited.
        var hadWaited = false
    }

    init(_ connection: Connection, maker: Int32) {
        self.connection = connection
        self.maker = maker
    }

    /// The row of a place that nobody has.
    static var nobody: Delivery { Delivery(Connection(index: -1, generation: 0), maker: -1) }

    /// True where nothing waits to go out.
    var isDrained: Bool { !hasBacklog && !isWaiting }

    /// Another frame is due to it.
    mutating func next() { sequence &+= 1 }

    /// Counts frames that were due and were never made.
    mutating func miss(_ count: UInt64) {
        sequence &+= count
        if isWaiting { droppedBehind &+= count } else { dropped &+= count }
        droppedEver &+= count
    }

    /// The newest frame is the one that waits, in the place of an older one.
    mutating func wait() {
        dropWaiting()
        isWaiting = true
    }

    /// Misses the frame that waits, where one does.
    mutating func dropWaiting() {
        guard isWaiting else { return }
        isWaiting = false
        dropped &+= 1 &+ droppedBehind
        droppedBehind = 0
        droppedEver &+= 1
    }

    /// Nothing comes any more, not even the frame that waits.
    mutating func end() { isWaiting = false }

    /// Notes that a frame of `time` goes out as `bytes`, which tell of all that was missed.
    mutating func send(_ time: Timestamp, as bytes: OutputBytes, step: UInt64) {
        sending = Sending(step: step, bytes: bytes, dropped: dropped, hadWaited: isWaiting)
        isWaiting = false
        dropped = droppedBehind
        droppedBehind = 0
        sentFrames.add(time.nanoseconds, length: Int(bytes.count))
    }

    /// Takes back that a frame went out where `bytes` are that frame, which waits then: whether it had waited before; `nil`
    /// where they are something else.
    mutating func takeBack(_ bytes: OutputBytes, step: UInt64) -> Bool? {
        guard sending.step == step, sending.bytes == bytes else { return nil }
        sending.step = 0
        (droppedBehind, dropped) = (dropped, sending.dropped)
        isWaiting = true
        sentFrames.removeLast()
        return sending.hadWaited
    }
}
