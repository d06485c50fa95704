/// Where bytes come from: a file, memory, or another source unpacked.
protocol ByteSource: AnyObject {
    /// The next bytes, valid until the next call; `nil` at the end, never empty.
    func next() throws(ImportError) -> UnsafeBufferPointer<UInt8>?
}
