import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Raw access` {
    /// Who asks, and whether it may.
    struct Case: CustomTestStringConvertible {
        let user: UInt32
        let group: UInt32
        var others: [UInt32] = []
        let isPermitted: Bool
        var testDescription: String { "user \(user), group \(group), others \(others)" }
    }

    private let access = RawAccess(user: 61_234, group: 977)

    @Test(arguments: [
        Case(user: 0, group: 0, isPermitted: true),
        Case(user: 61_234, group: 5, isPermitted: true),
        Case(user: 1000, group: 977, isPermitted: true),
        Case(user: 1000, group: 100, others: [4, 977], isPermitted: true),
        Case(user: 1000, group: 100, others: [4, 27], isPermitted: false),
        Case(user: 1000, group: 0, others: [0], isPermitted: false),
        Case(user: 977, group: 61_234, isPermitted: false),
        Case(user: 65_534, group: 65_534, isPermitted: false),
    ])
    func `is for the superuser, the daemon's own user, and members of the group`(_ asked: Case) {
        let peer = PeerCredentials(pid: 1, uid: asked.user, gid: asked.group)
        #expect(access.permits(peer, groups: asked.others) == asked.isPermitted)
    }

    @Test func `is for no group where there is none of that name, and for nobody unknown`() {
        let access = RawAccess(user: 61_234, group: nil)
        let peer = PeerCredentials(pid: 1, uid: 1000, gid: 1000)
        #expect(!access.permits(peer, groups: [0, 977]))
        #expect(!access.permits(nil, groups: []))
    }
}
