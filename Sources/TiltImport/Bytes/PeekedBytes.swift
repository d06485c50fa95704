/// A source whose beginning can be looked at before it is read.
final class PeekedBytes: ByteSource {
    /// What was looked at.
    private(set) var start: [UInt8] = []
    /// True where the source has no more than ``start``.
    private(set) var isWhole = false

    private let source: any ByteSource
    private var isStartPending = true
    /// The source hands out each piece only until the next call, so those looked at are kept here.
    private var room = ByteRoom(count: 1)

    /// True where the source is what came out of packed bytes.
    let isUnpacked: Bool

    init(_ source: any ByteSource, isUnpacked: Bool = false) {
        self.source = source
        self.isUnpacked = isUnpacked
    }

    /// Reads on while `isLacking` says so, the source goes on, and fewer than `limit` bytes are there: a pipe that is
    /// written slowly is not waited for longer than it must be.
    func read(atMost limit: Int, while isLacking: ([UInt8]) -> Bool) throws(ImportError) {
        while !isWhole, start.count < limit, isLacking(start) {
            guard let piece = try source.next() else {
                isWhole = true
                return
            }
            start += piece
        }
    }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        guard isStartPending else { return try source.next() }
        isStartPending = false
        guard !start.isEmpty else { return try source.next() }
        room = ByteRoom(count: start.count)
        _ = room.bytes.update(fromContentsOf: start)
        return room.first(start.count)
    }
}
