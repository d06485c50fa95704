import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

@Suite struct `Socket access` {
    /// Who connects, and by what it is served; `nil` where that depends on who sits in front.
    struct Case: CustomTestStringConvertible {
        let user: UInt32
        let group: UInt32
        var others: [UInt32] = []
        let standing: Peer.Standing?
        var testDescription: String { "user \(user), group \(group), others \(others)" }
    }

    private let sessions = LocalSessions(directory: "/proc/nonexistent")

    @Test(arguments: [
        Case(user: 0, group: 0, standing: .trusted),
        Case(user: 61_234, group: 5, standing: .trusted),
        Case(user: 1000, group: 977, standing: .entitled),
        Case(user: 1000, group: 100, others: [4, 978], standing: .entitled),
        Case(user: 1000, group: 100, others: [4, 27], standing: nil),
        Case(user: 1000, group: 0, others: [0], standing: nil),
        Case(user: 977, group: 61_234, standing: nil),
        Case(user: 65_534, group: 65_534, standing: nil),
    ])
    func `is for the superuser, the daemon's own user and members, and for others while they sit in front`(
        _ asked: Case
    ) {
        let access = SocketAccess(.session, user: 61_234, groups: [977, 978], sessions: sessions)
        let peer = PeerCredentials(pid: 1, uid: asked.user, gid: asked.group)
        #expect(access.standing(of: peer, groups: asked.others) == asked.standing)
        let open = SocketAccess(.file, user: 61_234, groups: [], sessions: sessions)
        let isOwn = asked.user == 0 || asked.user == 61_234
        #expect(open.standing(of: peer, groups: asked.others) == (isOwn ? .trusted : .entitled))
    }

    @Test func `is not for nobody knows whom`() {
        let access = SocketAccess(.session, user: 61_234, groups: [977], sessions: sessions)
        #expect(access.standing(of: nil, groups: [977]) == .stranger)
    }
}
