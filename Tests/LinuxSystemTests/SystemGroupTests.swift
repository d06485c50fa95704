import CLinux
import Foundation
import LinuxSystem
import Testing

/// Groups of this machine, by name.
struct SystemGroupTests {
    @Test func `finds root in the machine's own file and through the name services`() {
        #expect(SystemGroup.localIdentifier(named: "root") == 0)
        #expect(SystemGroup.identifier(named: "root") == 0)
    }

    @Test(arguments: [
        ("tilt:x:61000:\n", gid_t(61_000)),
        ("tiltshadow:x:1:\ntilt:x:61001:ann,bob\n", gid_t(61_001)),
        ("# a comment\n\nnonsense\ntilt:x:61002:", gid_t(61_002)),
        ("tiltshadow:x:1:\n", nil),
        ("tilt:x:many:\n", nil),
        ("", nil),
    ])
    func `reads a group file as the C library does`(text: String, expected: gid_t?) throws {
        let path = FileManager.default.temporaryDirectory.path + "/group-\(UUID().uuidString)"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(SystemGroup.localIdentifier(named: "tilt", in: path) == expected)
    }

    @Test func `knows no group where there is no file`() {
        #expect(SystemGroup.localIdentifier(named: "root", in: "/nowhere/group") == nil)
    }
}
