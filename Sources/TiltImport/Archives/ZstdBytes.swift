import CZstd

/// Unpacks zstd by its library, piece by piece.
///
/// The window is at most 128 MiB, the library's own bound.
final class ZstdBytes: ByteSource {
    private let source: any ByteSource
    private let stream: OpaquePointer
    private let room = ByteRoom()
    private var input = ZSTD_inBuffer()
    private var total = 0
    private var isAtEnd = false
    /// True between two frames, where the file may end.
    private var isBetween = true

    init(_ source: any ByteSource) throws(ImportError) {
        guard let stream = ZSTD_createDStream() else {
            throw .packed(format: "zstd", reason: "no memory")
        }
        self.source = source
        self.stream = stream
    }

    deinit { ZSTD_freeDStream(stream) }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        var output = ZSTD_outBuffer(dst: room.bytes.baseAddress, size: room.bytes.count, pos: 0)
        while !isAtEnd, output.pos == 0 {
            if input.pos == input.size {
                guard let piece = try source.next() else {
                    isAtEnd = true
                    if !isBetween { throw .cutOff(format: "zstd") }
                    break
                }
                input = ZSTD_inBuffer(src: piece.baseAddress, size: piece.count, pos: 0)
            }
            let status = ZSTD_decompressStream(stream, &output, &input)
            guard ZSTD_isError(status) == 0 else {
                isAtEnd = true
                let reason = ZSTD_getErrorName(status).map { String(cString: $0) } ?? "error \(status)"
                throw .packed(format: "zstd", reason: reason)
            }
            isBetween = status == 0
        }
        total += output.pos
        guard total <= Inflation.limit else { throw .tooLarge(format: "zstd", limit: Inflation.limit) }
        return output.pos == 0 ? nil : room.first(output.pos)
    }
}
