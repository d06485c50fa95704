import Foundation
import Testing

@testable import tiltshadow

@Suite struct `File access` {
    private static let daemon = Credentials(name: "the daemon", user: nil, groups: [900])
    private static let owner = Credentials(name: "the owner", user: 7, groups: [1])
    private static let root = Credentials(name: "root", user: 0, groups: [0])

    private static func list(_ rights: UInt16, mask: UInt16 = 7, group: UInt32 = 900) -> AccessList {
        AccessList([
            .init(tag: .owner, rights: 6, id: .max), .init(tag: .owningGroup, rights: 6, id: .max),
            .init(tag: .group, rights: rights, id: group), .init(tag: .mask, rights: mask, id: .max),
            .init(tag: .others, rights: 0, id: .max),
        ])
    }

    @Test(
        arguments: [
            // mode, group of the file, access list, who, may read
            (0o600, 0, nil, daemon, false), (0o640, 900, nil, daemon, true), (0o644, 0, nil, daemon, true),
            (0o604, 900, nil, daemon, false), (0o600, 0, nil, root, true), (0o400, 0, nil, owner, true),
            (0o077, 0, nil, owner, false), (0o660, 0, list(4), daemon, true),
            (0o660, 0, list(4, mask: 2), daemon, false), (0o660, 0, list(2), daemon, false),
            (0o660, 0, list(4, group: 901), daemon, false),
        ] as [(UInt32, UInt32, AccessList?, Credentials, Bool)])
    func `follows acl(5)`(mode: UInt32, group: UInt32, list: AccessList?, who: Credentials, may: Bool) {
        let file = FileAccess(path: "/dev/x", owner: 7, group: group, mode: mode, list: list)
        #expect(file.allows(.read, to: who) == may)
    }

    @Test func `a named user has his own entry, however generous that of his group`() {
        let entries: [AccessList.Entry] = [
            .init(tag: .user, rights: 0, id: 12), .init(tag: .group, rights: 4, id: 900),
        ]
        let file = FileAccess(path: "/dev/x", owner: 7, group: 0, mode: 0o664, list: AccessList(entries))
        #expect(!file.allows(.read, to: Credentials(name: "joe", user: 12, groups: [900])))
        #expect(file.allows(.read, to: Credentials(name: "jim", user: 13, groups: [900])))
    }

    @Test func `reads the kernel's attribute, and nothing that is cut off or of another version`() {
        let bytes: [UInt8] = [
            2, 0, 0, 0, 1, 0, 6, 0, 255, 255, 255, 255, 8, 0, 4, 0, 0x84, 3, 0, 0, 0x10, 0, 4, 0, 255, 255,
            255, 255,
        ]
        let list = AccessList(attribute: bytes)
        #expect(list?.entries.count == 3)
        #expect(list?.entries[1] == .init(tag: .group, rights: 4, id: 900))
        #expect(list?.mask == 4)
        #expect(AccessList(attribute: Array(bytes.dropLast())) == nil)
        #expect(AccessList(attribute: [3] + bytes.dropFirst()) == nil)
        #expect(AccessList(attribute: []) == nil)
    }

    @Test func `is read from a file, with the list that setfacl gave it`() async throws {
        let directory = try ScratchDirectory()
        let path = try directory.file("node", "")
        let run = try await ToolRun.program("/usr/bin/env", ["setfacl", "-m", "g:0:r", path])
        guard run.status == 0 else {
            print("skipped: access lists: setfacl does not work here: \(run.errors)")
            return
        }
        let file = try #require(FileAccess(of: path))
        #expect(file.list?.entries.contains { $0.tag == .group && $0.id == 0 && $0.rights == 4 } == true)
        #expect(file.description.hasSuffix(", group root r-"))
        #expect(FileAccess(of: path + ".none") == nil)
    }
}
