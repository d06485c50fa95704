import Foundation
import Testing

@testable import TiltDaemon

@Suite struct `Local sessions` {
    /// What lies below /run/systemd, by paths there.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var user = "UID=1000\nSTATE=active\nSESSIONS=3\nSEATS=seat0\n"
        var session = "UID=1000\nUSER=ann\nACTIVE=1\nSTATE=active\nREMOTE=0\nTYPE=wayland\nSEAT=seat0\n"
        var name = "3"
        let isPresent: Bool
    }

    private func isPresent(_ files: [String: String], user: UInt32 = 1000) throws -> Bool {
        let directory = try ScratchDirectory()
        for name in ["users", "sessions"] {
            try FileManager.default.createDirectory(
                atPath: directory.path(name), withIntermediateDirectories: true)
        }
        for (name, text) in files { try directory.write(name, text) }
        return LocalSessions(directory: directory.path).isPresent(user)
    }

    private static let session = Case(testDescription: "", isPresent: true).session

    @Test(arguments: [
        Case(testDescription: "an active session on a seat", isPresent: true),
        Case(
            testDescription: "an ssh session", session: session.replacing("SEAT=seat0\n", with: ""),
            isPresent: false),
        Case(
            testDescription: "a seat without a name", session: session.replacing("seat0", with: ""),
            isPresent: false),
        Case(
            testDescription: "a remote desktop", session: session.replacing("REMOTE=0", with: "REMOTE=1"),
            isPresent: false),
        Case(
            testDescription: "another session in front",
            session: session.replacing("ACTIVE=1", with: "ACTIVE=0"), isPresent: false),
        Case(
            testDescription: "a session that ends",
            session: session.replacing("STATE=active", with: "STATE=closing"), isPresent: false),
        Case(
            testDescription: "a session of somebody else",
            session: session.replacing("UID=1000", with: "UID=1001"), isPresent: false),
        Case(testDescription: "a user twice", session: session + "UID=1000\n", isPresent: false),
        Case(
            testDescription: "a longer key", session: session.replacing("ACTIVE=1", with: "INACTIVE=1"),
            isPresent: false),
        Case(testDescription: "an empty file", session: "", isPresent: false),
        Case(testDescription: "noise", session: "\u{1}\u{0}=\n=\nUID\n", isPresent: false),
        Case(
            testDescription: "one that fills the disk",
            session: session + String(repeating: "#\n", count: 10_000), isPresent: false),
        Case(testDescription: "no session", user: "UID=1000\nSTATE=lingering\n", isPresent: false),
        Case(testDescription: "a session that has vanished", user: "SESSIONS=4\n", isPresent: false),
        Case(testDescription: "one of several", user: "SESSIONS=c1 4 3\n", isPresent: true),
        Case(testDescription: "elogind's name", user: "SESSIONS=c2\n", name: "c2", isPresent: true),
        Case(testDescription: "a path for a name", user: "SESSIONS=../sessions/3\n", isPresent: false),
        Case(
            testDescription: "more than anybody has",
            user: "SESSIONS=\(String(repeating: "9 ", count: 64))3\n", isPresent: false),
    ])
    func `put a user in front`(_ given: Case) throws {
        #expect(
            try isPresent(["users/1000": given.user, "sessions/\(given.name)": given.session])
                == given.isPresent)
    }

    /// One of them would be waited for, for a second of the loop's; this one could even be read.
    @Test func `that are pipes or devices put nobody in front`() throws {
        let directory = try ScratchDirectory()
        for name in ["users", "sessions", "users/1001"] { mkdir(directory.path(name), 0o755) }
        try directory.write("users/1000", "SESSIONS=3 4\n")
        #expect(symlink("/dev/zero", directory.path("sessions/4")) == 0)
        let pipe = directory.path("sessions/3")
        #expect(mkfifo(pipe, 0o644) == 0)
        let reader = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let writer = open(pipe, O_WRONLY)
        #expect(write(writer, Self.session, Self.session.utf8.count) == Self.session.utf8.count)
        close(writer)
        let sessions = LocalSessions(directory: directory.path)
        #expect(!sessions.isPresent(1000) && !sessions.isPresent(1001))
    }

    @Test func `of others put nobody in front`() throws {
        #expect(try !isPresent(["users/1000": "SESSIONS=3\n", "sessions/3": Self.session], user: 1001))
    }

    @Test func `are none where neither logind nor elogind runs`() {
        #expect(!LocalSessions(directory: "/proc/nonexistent").isPresent(1000))
    }
}
