/// A zip archive, read by its central directory (APPNOTE 4.3): stored and deflated members, neither encrypted nor zip64.
///
/// Every length in it is a stranger's: the directory is at most 1 MiB and 1024 members, and a member is unpacked piece
/// by piece as it is read, never as a whole, and never by the size it claims.
final class ZipArchive: FileGroup {
    private static let mostMembers = 1024
    private static let longestDirectory = 1 << 20
    /// The end record is 22 bytes, and the comment behind it at most 65535.
    private static let longestEnd = 22 + 65535

    private struct Member {
        var name: String
        var method: UInt16
        var isEncrypted: Bool
        var checksum: UInt32
        var packedSize: Int
        var headerOffset: Int
    }

    private let file: any RandomAccess
    private var members: [Member] = []

    /// Reads the directory of the archive.
    init(_ file: any RandomAccess) throws(ImportError) {
        self.file = file
        let endSize = min(file.count, Self.longestEnd)
        let end = try LittleEndian(file, at: file.count - endSize, count: endSize)
        guard let start = end.lastIndex(of: 0x0605_4b50), start + 22 <= end.count else {
            throw .packed(format: "zip", reason: "it has no directory; it is cut off")
        }
        let size = Int(end.word(start + 12))
        let offset = Int(end.word(start + 16))
        guard size <= Self.longestDirectory else {
            throw .tooLarge(format: "zip directory", limit: Self.longestDirectory)
        }
        try readDirectory(try LittleEndian(file, at: offset, count: size))
    }

    var names: [String] { members.map { $0.name } }

    func open(_ name: String) throws(ImportError) -> any ByteSource {
        guard let member = members.first(where: { $0.name == name }) else { throw .noLog(names: names) }
        guard !member.isEncrypted else { throw .packed(format: "zip", reason: "\(name) is encrypted") }
        // The local header repeats the name, and its extra field may be of another length (4.3.7).
        let header = try LittleEndian(file, at: member.headerOffset, count: 30)
        guard header.count == 30, header.word(0) == 0x0403_4b50 else {
            throw .packed(format: "zip", reason: "\(name) is not where the directory says")
        }
        let start = member.headerOffset + 30 + Int(header.half(26)) + Int(header.half(28))
        let bytes = FilePart(file, from: start, count: member.packedSize)
        switch member.method {
        case 0: return CheckedBytes(bytes, crc: member.checksum, name: name)
        case 8: return CheckedBytes(try Inflation(bytes, .none), crc: member.checksum, name: name)
        case let method: throw .packed(format: "zip", reason: "\(name) is packed by method \(method)")
        }
    }

    private func readDirectory(_ directory: LittleEndian) throws(ImportError) {
        var at = 0
        while at + 46 <= directory.count, directory.word(at) == 0x0201_4b50, members.count < Self.mostMembers
        {
            let nameLength = Int(directory.half(at + 28))
            let name = directory.text(at + 46, count: nameLength)
            let member = Member(
                name: name, method: directory.half(at + 10), isEncrypted: directory.half(at + 8) & 1 != 0,
                checksum: directory.word(at + 16), packedSize: Int(directory.word(at + 20)),
                headerOffset: Int(directory.word(at + 42)))
            if !name.hasSuffix("/"), !name.hasPrefix("__MACOSX/") { members.append(member) }
            at += 46 + nameLength + Int(directory.half(at + 30)) + Int(directory.half(at + 32))
        }
    }
}
