/// A run of bytes in the middle of a file.
final class FilePart: ByteSource {
    private let file: any RandomAccess
    private var offset: Int
    private var left: Int
    private let room = ByteRoom()

    init(_ file: any RandomAccess, from offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        left = max(0, min(count, file.count - offset))
    }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        guard left > 0 else { return nil }
        let wanted = UnsafeMutableRawBufferPointer(
            rebasing: UnsafeMutableRawBufferPointer(room.bytes)[..<min(left, room.bytes.count)])
        let count = try file.read(at: offset, into: wanted)
        guard count > 0 else { return nil }
        offset += count
        left -= count
        return room.first(count)
    }
}
