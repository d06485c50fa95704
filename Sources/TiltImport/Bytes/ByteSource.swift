/// Where bytes come from: a file, memory, or another source unpacked.
protocol ByteSource: AnyObject {
    /// The next bytes, valid until the next call; `nil` at the end, never empty.
    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>?
}

/// A fixed room for bytes with an address that stays the same.
final class ByteRoom {
    /// What fits in, 256 KiB: enough that a call costs nothing beside its bytes.
    static let usual = 256 * 1024

    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(count: Int = ByteRoom.usual) {
        // Left as it is: nobody sees more of it than has been written.
        bytes = .allocate(capacity: count)
    }

    deinit { bytes.deallocate() }

    /// The first `count` bytes.
    func first(_ count: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[..<min(max(0, count), bytes.count)])
    }
}
