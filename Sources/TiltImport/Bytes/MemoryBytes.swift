/// Bytes that are in memory already, handed out in pieces.
final class MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    private let piece: Int
    private var start = 0
    private let room: ByteRoom

    /// Hands out `piece` bytes at a time.
    init(_ bytes: [UInt8], piece: Int = ByteRoom.usual) {
        self.bytes = bytes
        self.piece = max(1, piece)
        room = ByteRoom(count: min(max(1, bytes.count), self.piece))
    }

    func next() -> UnsafeBufferPointer<UInt8>? {
        let count = min(piece, bytes.count - start)
        guard count > 0 else { return nil }
        _ = room.bytes.update(fromContentsOf: bytes[start..<(start + count)])
        start += count
        return room.first(count)
    }
}
