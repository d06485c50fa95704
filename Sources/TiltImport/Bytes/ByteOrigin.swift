/// Where the bytes of a file come from once more, for what is judged by all of it before it is read.
///
/// A pipe has none, and is judged by its beginning.
typealias ByteOrigin = () throws(ImportError) -> any ByteSource

extension PeekedBytes {
    /// All the bytes from the beginning, unpacked; the whole lines of the beginning where they come only once.
    func again(_ origin: ByteOrigin?) throws(ImportError) -> PeekedBytes {
        guard let origin else {
            let end = isWhole ? start.endIndex : start.lastIndex(of: 0x0a) ?? 0
            return try PackedBytes.unpacked(MemoryBytes(Array(start[..<end])))
        }
        return try PackedBytes.unpacked(try origin())
    }
}
