/// Bytes that can be read from anywhere: a file, or what has been read of a pipe.
protocol RandomAccess: AnyObject {
    /// Bytes in all.
    var count: Int { get }
    /// Fills `room` from `offset` on; returns how many there were, fewer at the end.
    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
}

extension FileBytes: RandomAccess {
    var count: Int { size ?? 0 }

    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
        try bytes(at: offset, into: room)
    }
}

/// Bytes that were gathered from a source that has no random access.
final class GatheredBytes: RandomAccess {
    /// More than this is not gathered, in bytes: 256 MiB of archive.
    private static let limit = 256 << 20

    private(set) var bytes: [UInt8] = []

    /// Reads the source to its end; `what` it is, for an error.
    init(_ source: any ByteSource, _ what: String = "piped zip") throws(ImportError) {
        while let piece = try source.next() {
            bytes += piece
            guard bytes.count <= Self.limit else { throw .tooLarge(format: what, limit: Self.limit) }
        }
    }

    var count: Int { bytes.count }

    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < bytes.count else { return 0 }
        let part = bytes[offset..<min(bytes.count, offset + room.count)]
        room.copyBytes(from: part)
        return part.count
    }
}
