/// A zip archive, read by its central directory (APPNOTE 4.3): stored and deflated members, of zip64 too.
///
/// Every length in it is a stranger's: the directory is at most 1 MiB and 1024 members, and a member is unpacked piece
/// by piece as it is read, never as a whole, and never by the size it claims.
final class ZipArchive: FileGroup {
    private static let mostMembers = 1024
    private static let longestDirectory = 1 << 20

    private let file: any RandomAccess
    private var members: [ZipMember] = []
    private(set) var lastBeforeCut: String?

    /// Reads the directory of the archive; where it has none, its files tell of themselves.
    init(_ file: any RandomAccess) throws(ImportError) {
        self.file = file
        let end: ZipEnd
        do throws(ImportError) { end = try ZipEnd(file) } catch {
            guard error == ZipEnd.cutOff else { throw error }
            members = try ZipScan.members(of: file, most: Self.mostMembers)
            guard let last = members.last else { throw error }
            lastBeforeCut = last.name
            return
        }
        guard end.size <= Self.longestDirectory else {
            throw .tooLarge(format: "zip directory", limit: Self.longestDirectory)
        }
        let directory = try LittleEndian(file, at: end.offset, count: end.size)
        var at = 0
        for _ in 0..<min(end.entries, Self.mostMembers) {
            let member = try ZipMember(directory, at: at, from: end.offset)
            if !member.name.hasSuffix("/"), !member.name.hasPrefix("__MACOSX/") { members.append(member) }
            at += member.entrySize
        }
    }

    var names: [String] { members.map { $0.name } }

    func open(_ name: String) throws(ImportError) -> any ByteSource {
        guard let member = members.first(where: { $0.name == name }) else { throw .noLog(names: names) }
        guard !member.isEncrypted else { throw .encrypted(name: name) }
        // The local header repeats the name, and its extra field may be of another length (4.3.7).
        let header = try LittleEndian(file, at: member.headerOffset, count: 30)
        guard header.count == 30, header.word(0) == 0x0403_4b50 else {
            throw .packed(
                format: "zip",
                reason: "\(name) is not at byte \(member.headerOffset), where the directory says")
        }
        let start = member.headerOffset + 30 + Int(header.half(26)) + Int(header.half(28))
        let bytes = FilePart(file, from: start, count: member.packedSize)
        switch member.method {
        case 0: return CheckedBytes(bytes, crc: member.checksum, name: name)
        case 8:
            let inflation = try Inflation(bytes, lastBeforeCut == nil ? .none : .cut)
            return CheckedBytes(inflation, crc: member.checksum, name: name)
        case let method: throw .packed(format: "zip", reason: "\(name) is packed by method \(method)")
        }
    }
}
