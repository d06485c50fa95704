import CZlib

/// Unpacks the deflate format by zlib, piece by piece: memory stays the same whatever comes out.
final class Inflation: ByteSource {
    /// What stands around the packed bytes.
    enum Wrapping {
        /// Header, checksum and length; several may follow each other, as `cat a.gz b.gz` makes them.
        case gzip
        /// Nothing: a zip archive has its own.
        case none
        /// Nothing, and it may be cut off: so is the archive.
        case cut
    }

    /// More than this comes out of no log, in bytes: 8 GiB, ten days of six axes at 200 Hz.
    ///
    /// A bomb ends here, if not at its first line.
    static let limit = 8 << 30
    /// The longest run of zeroes between members, in bytes: a tape's block has less, and those of /dev/zero never end.
    private static let mostPadding = 1 << 20

    private let source: any ByteSource
    private let wrapping: Wrapping
    /// zlib keeps the address of its stream and refuses another.
    private let stream: UnsafeMutablePointer<z_stream>
    private let room = ByteRoom()
    private var total = 0
    private var isAtEnd = false
    /// True between two members of a gzip file, where the file may end.
    private var isBetween = false
    private var padding = 0
    /// What was found wrong behind bytes that were still to be handed out.
    private var failure: ImportError?

    init(_ source: any ByteSource, _ wrapping: Wrapping) throws(ImportError) {
        self.source = source
        self.wrapping = wrapping
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // 15 is the largest window, 32 KiB; 16 more asks for gzip; negative for no wrapping (zlib.h).
        guard czlib_inflate_init(stream, wrapping == .gzip ? 15 + 16 : -15) == Z_OK else {
            throw .packed(format: format, reason: "zlib has no memory")
        }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    private var format: String { wrapping == .gzip ? "gzip" : "zip" }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        if let failure { throw failure }
        stream.pointee.next_out = room.bytes.baseAddress
        stream.pointee.avail_out = UInt32(room.bytes.count)
        while !isAtEnd, stream.pointee.avail_out > 0 {
            if stream.pointee.avail_in == 0 {
                // What has come out so far is whole, and the pieces after it wait for their turn.
                if stream.pointee.avail_out < room.bytes.count { break }
                guard let piece = try source.next() else {
                    isAtEnd = true
                    // A member of an archive has its length: it is not cut off, but damaged.
                    if !isBetween {
                        throw wrapping != .none
                            ? .cutOff(format: format) : .packed(format: format, reason: "it is cut off")
                    }
                    break
                }
                stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
                stream.pointee.avail_in = UInt32(piece.count)
            }
            step()
        }
        let count = room.bytes.count - Int(stream.pointee.avail_out)
        // However the packed bytes were cut into pieces, what came out before the damage counts.
        if let failure, count == 0 { throw failure }
        total += count
        guard total <= Self.limit else { throw .tooLarge(format: format, limit: Self.limit) }
        return count == 0 ? nil : room.first(count)
    }

    private func step() {
        if isBetween {
            // Zeroes may fill a tape's last block; anything else may have been a member (gzip(1)).
            while padding < Self.mostPadding, stream.pointee.avail_in > 0,
                stream.pointee.next_in.pointee == 0
            {
                stream.pointee.next_in += 1
                stream.pointee.avail_in -= 1
                padding += 1
            }
            guard stream.pointee.avail_in > 0 else { return }
            guard stream.pointee.next_in.pointee == 0x1f else {
                isAtEnd = true
                failure = .packed(format: format, reason: "what follows its end is no gzip")
                return
            }
            inflateReset(stream)
            (isBetween, padding) = (false, 0)
        }
        switch inflate(stream, Z_NO_FLUSH) {
        case Z_OK: break
        case Z_STREAM_END:
            isBetween = wrapping == .gzip
            isAtEnd = wrapping != .gzip
        case let status:
            isAtEnd = true
            let reason = stream.pointee.msg.map { String(cString: $0) } ?? "zlib's error \(status)"
            failure = .packed(format: format, reason: reason)
        }
    }
}
