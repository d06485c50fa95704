/// Finds the files of a zip archive that has lost its directory, which stands at its end.
enum ZipScan {
    private static let pieceSize = 1 << 20

    /// The members in their order, the last of them perhaps cut off.
    static func members(of file: any RandomAccess, most: Int) throws(ImportError) -> [ZipMember] {
        let places = try signatures(in: file, most: most)
        var members: [ZipMember] = []
        var end = 0
        for (index, place) in places.enumerated() where place >= end {
            let next = index + 1 < places.count ? places[index + 1] : file.count
            let header = try LittleEndian(file, at: place, count: 30 + 512)
            // A size that is told reaches over whatever looks like a header in it.
            guard let member = ZipMember(header, at: place, before: file.count) else { continue }
            let isSizeKnown = header.half(6) & 8 == 0
            let whole = isSizeKnown ? member : ZipMember(header, at: place, before: next) ?? member
            end = isSizeKnown ? place + 30 + member.packedSize : next
            if !whole.name.hasPrefix("__MACOSX/") { members.append(whole) }
        }
        return members
    }

    /// Where the first four bytes of a header stand.
    private static func signatures(in file: any RandomAccess, most: Int) throws(ImportError) -> [Int] {
        var places: [Int] = []
        var start = 0
        var bytes = [UInt8](repeating: 0, count: min(pieceSize, max(4, file.count)))
        while start + 4 <= file.count, places.count < most {
            var failure: ImportError?
            let count = bytes.withUnsafeMutableBytes { room in
                do throws(ImportError) { return try file.read(at: start, into: room) } catch {
                    failure = error
                }
                return 0
            }
            if let failure { throw failure }
            guard count >= 4 else { break }
            for at in 0...(count - 4) where bytes[at] == 0x50 && bytes[at + 1] == 0x4b && bytes[at + 2] == 3 {
                if bytes[at + 3] == 4, places.count < most { places.append(start + at) }
            }
            // A signature may lie across two pieces.
            start += count - 3
        }
        return places
    }
}
