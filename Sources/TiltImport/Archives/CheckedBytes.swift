import CZlib

/// The bytes of a source, whose checksum must be the one that an archive tells.
final class CheckedBytes: ByteSource {
    private let source: any ByteSource
    private let name: String
    private let expected: UInt32?
    private var sum: UInt
    private var isChecked = false

    /// Passes `source` on; `expected` is its CRC-32 where that is known, `name` what it is called in messages.
    init(_ source: any ByteSource, crc expected: UInt32?, name: String) {
        self.source = source
        self.expected = expected
        self.name = name
        sum = crc32(0, nil, 0)
    }

    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>? {
        if let piece = try source.next() {
            sum = crc32(sum, piece.baseAddress, UInt32(piece.count))
            return piece
        }
        guard isChecked || expected.map({ sum == UInt($0) }) ?? true else {
            isChecked = true
            throw .packed(format: "zip", reason: "\(name) does not have its checksum")
        }
        return nil
    }
}
