/// A POSIX access list, as the kernel stores it in the extended attribute `system.posix_acl_access`.
///
/// Source: `include/uapi/linux/posix_acl_xattr.h`: version 2 in 32 bits, then tag, rights and id in 16, 16 and 32 bits,
/// all little-endian.
struct AccessList: Equatable {
    /// One entry.
    struct Entry: Equatable {
        /// Whom it is for.
        enum Tag: UInt16 {
            case owner = 0x01
            case user = 0x02
            case owningGroup = 0x04
            case group = 0x08
            case mask = 0x10
            case others = 0x20
        }

        let tag: Tag
        /// Read 4, write 2, execute 1.
        let rights: UInt16
        /// The user's or group's number, for ``Tag/user`` and ``Tag/group``.
        let id: UInt32
    }

    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }

    /// Reads the attribute; `nil` where it is of another version or cut off.
    init?(attribute bytes: [UInt8]) {
        func number(_ start: Int, _ size: Int) -> UInt32 {
            bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, number(0, 4) == 2 else { return nil }
        var entries: [Entry] = []
        for start in stride(from: 4, to: bytes.count, by: 8) {
            guard let tag = Entry.Tag(rawValue: UInt16(number(start, 2))) else { return nil }
            entries.append(
                Entry(tag: tag, rights: UInt16(number(start + 2, 2)), id: number(start + 4, 4)))
        }
        self.entries = entries
    }

    /// The upper bound of what named users and all groups get; all rights where there is none.
    var mask: UInt16 { entries.first { $0.tag == .mask }?.rights ?? 7 }
}
