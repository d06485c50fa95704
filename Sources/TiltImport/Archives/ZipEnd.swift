/// The end of a zip archive, which tells where its directory is (APPNOTE 4.3.14 to 4.3.16).
struct ZipEnd: Equatable {
    /// Entries of the directory.
    let entries: Int
    /// Bytes of the directory.
    let size: Int
    /// Where the directory begins in the file.
    let offset: Int

    /// Why there is none: half an archive is told by that.
    static let cutOff = ImportError.packed(format: "zip", reason: "it has no directory; it is cut off")

    /// The end record is 22 bytes, and the comment behind it at most 65535.
    private static let longest = 22 + 65535

    /// Reads the end record, and that of zip64 where a number is too large for the first.
    init(_ file: any RandomAccess) throws(ImportError) {
        let count = min(file.count, Self.longest)
        let tail = try LittleEndian(file, at: file.count - count, count: count)
        guard let start = tail.lastIndex(of: 0x0605_4b50), start + 22 <= tail.count else {
            throw Self.cutOff
        }
        let (entries, size, offset) = (tail.half(start + 10), tail.word(start + 12), tail.word(start + 16))
        guard entries < .max, size < .max, offset < .max else {
            (self.entries, self.size, self.offset) = try Self.zip64(
                file, locatorAt: file.count - count + start - 20)
            return
        }
        (self.entries, self.size, self.offset) = (Int(entries), Int(size), Int(offset))
    }

    /// Reads the record that the locator, which stands right before the end record, tells of.
    private static func zip64(_ file: any RandomAccess, locatorAt place: Int) throws(ImportError)
        -> (entries: Int, size: Int, offset: Int)
    {
        let locator = try LittleEndian(file, at: place, count: 20)
        guard locator.count == 20, locator.word(0) == 0x0706_4b50 else {
            throw .packed(format: "zip", reason: "no zip64 locator stands at byte \(place)")
        }
        let start = locator.long(8)
        let record = try LittleEndian(file, at: start, count: 56)
        guard record.count == 56, record.word(0) == 0x0606_4b50 else {
            throw .packed(format: "zip", reason: "no zip64 end record stands at byte \(start)")
        }
        return (record.long(32), record.long(40), record.long(48))
    }
}
