/// One file of a zip archive, as the central directory tells of it (APPNOTE 4.3.12).
struct ZipMember {
    let name: String
    /// How it is packed: 0 not at all, 8 by deflate.
    let method: UInt16
    let isEncrypted: Bool
    /// CRC-32 of what comes out; `nil` where only the lost directory would tell.
    let checksum: UInt32?
    /// Bytes as they are packed.
    let packedSize: Int
    /// Where its local header begins in the file.
    let headerOffset: Int
    /// Bytes of its entry in the directory.
    let entrySize: Int

    /// Reads the entry at `at` of a directory that begins at byte `start` of the file.
    init(_ directory: LittleEndian, at: Int, from start: Int) throws(ImportError) {
        guard at + 46 <= directory.count, directory.word(at) == 0x0201_4b50 else {
            throw .packed(format: "zip", reason: "its directory is damaged at byte \(start + at)")
        }
        let nameLength = Int(directory.half(at + 28))
        let extraLength = Int(directory.half(at + 30))
        let name = directory.text(at + 46, count: nameLength)
        var wide = Self.zip64Field(directory, from: at + 46 + nameLength, count: extraLength)
        /// A number of four bytes, or the next of eight where it has no room in them.
        func number(_ place: Int) throws(ImportError) -> Int {
            let narrow = directory.word(place)
            guard narrow == .max else { return Int(narrow) }
            guard wide.count >= 8 else {
                throw .packed(
                    format: "zip", reason: "\(name) lacks its zip64 sizes at byte \(start + at)")
            }
            defer { wide = wide.dropFirst(8) }
            return directory.long(wide.lowerBound)
        }
        // The unpacked size is not believed, but those of eight bytes come in this order (4.5.3).
        _ = try number(at + 24)
        packedSize = try number(at + 20)
        headerOffset = try number(at + 42)
        self.name = name
        method = directory.half(at + 10)
        isEncrypted = directory.half(at + 8) & 1 != 0
        checksum = directory.word(at + 16)
        entrySize = 46 + nameLength + extraLength + Int(directory.half(at + 32))
    }

    /// Reads the header that stands before the file itself (4.3.7), at byte `place`; `nil` where that is no header.
    ///
    /// `end` is where the file ends at the latest: one that was written in one go does not tell its size (4.4.4, bit 3).
    init?(_ header: LittleEndian, at place: Int, before end: Int) {
        let (flags, nameLength) = (header.half(6), Int(header.half(26)))
        let name = header.text(30, count: nameLength)
        guard header.word(0) == 0x0403_4b50, header.half(4) <= 63, header.count >= 30 + nameLength,
            !name.isEmpty, !name.hasSuffix("/"), name.utf8.allSatisfy({ $0 >= 0x20 })
        else { return nil }
        let start = place + 30 + nameLength + Int(header.half(28))
        let isSizeKnown = flags & 8 == 0 && header.word(18) < .max
        self.name = name
        method = header.half(8)
        isEncrypted = flags & 1 != 0
        packedSize = max(0, min(isSizeKnown ? Int(header.word(18)) : .max, end - start))
        // What is cut off has another one.
        checksum = isSizeKnown && start + packedSize < end ? header.word(14) : nil
        headerOffset = place
        entrySize = 0
    }

    /// Where the extra field 0x0001 has its numbers; empty where there is none.
    private static func zip64Field(_ directory: LittleEndian, from start: Int, count: Int) -> Range<Int> {
        let end = min(start + count, directory.count)
        var at = start
        while at + 4 <= end {
            let next = at + 4 + Int(directory.half(at + 2))
            if directory.half(at) == 1, next <= end { return at + 4..<next }
            at = next
        }
        return 0..<0
    }
}
