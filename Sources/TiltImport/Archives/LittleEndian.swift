/// Some bytes of a file, read as numbers of which the lowest byte comes first; 0 beyond their end.
struct LittleEndian {
    private let bytes: [UInt8]

    /// Reads `count` bytes at `offset`, fewer at the end of the file, none outside it.
    init(_ file: any RandomAccess, at offset: Int, count: Int) throws(ImportError) {
        guard (0..<file.count).contains(offset) else {
            bytes = []
            return
        }
        var bytes = [UInt8](repeating: 0, count: max(0, min(count, file.count - offset)))
        var failure: ImportError?
        let read = bytes.withUnsafeMutableBytes { room in
            do throws(ImportError) { return try file.read(at: offset, into: room) } catch { failure = error }
            return 0
        }
        if let failure { throw failure }
        self.bytes = Array(bytes.prefix(read))
    }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// Two bytes.
    func half(_ at: Int) -> UInt16 {
        guard at >= 0, at + 2 <= bytes.count else { return 0 }
        return UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8
    }

    /// Four bytes.
    func word(_ at: Int) -> UInt32 { UInt32(half(at)) | UInt32(half(at + 2)) << 16 }

    /// Eight bytes; the largest number there is for what is larger.
    func long(_ at: Int) -> Int { Int(clamping: UInt64(word(at)) | UInt64(word(at + 4)) << 32) }

    /// Bytes as text, fewer at the end.
    func text(_ at: Int, count: Int) -> String {
        guard at >= 0, at < bytes.count else { return "" }
        return String(decoding: bytes[at..<min(bytes.count, at + count)], as: UTF8.self)
    }

    /// Where a word stands for the last time.
    func lastIndex(of wanted: UInt32) -> Int? {
        var at = bytes.count - 4
        while at >= 0 {
            if word(at) == wanted { return at }
            at -= 1
        }
        return nil
    }
}
