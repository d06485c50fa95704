import CLinux
import LinuxSystem
import Testing

@testable import TiltDaemon

@Suite struct `Presence watch` {
    /// A directory like /run/systemd, and what was reported of it.
    private final class Sessions {
        let directory: ScratchDirectory
        let loop: EventLoop
        private(set) var reports: [Bool] = []
        private(set) var watch: PresenceWatch?

        var root: String { directory.path("systemd") }

        init() throws {
            directory = try ScratchDirectory()
            loop = try EventLoop()
            make()
            watch = PresenceWatch(on: loop, directories: [root, root + "/users", root + "/sessions"]) {
                [unowned self] isSeen in
                reports.append(isSeen)
                return true
            }
        }

        func make() { for name in ["", "/users", "/sessions"] { #expect(mkdir(root + name, 0o700) == 0) } }

        /// Whether what happens in `body` is said to be seen from then on.
        func isSeen(after body: () throws -> Void) throws -> Bool? {
            try body()
            let count = reports.count
            while reports.count == count { try loop.step(timeoutMilliseconds: -1) }
            return reports.last
        }
    }

    @Test func `sees who comes and goes`() throws {
        let sessions = try Sessions()
        #expect(try sessions.watch?.begin() == true)
        #expect(try sessions.watch?.begin() == false, "it does already")
        let isSeen = try sessions.isSeen {
            try sessions.directory.write("systemd/users/1000", "STATE=active")
        }
        #expect(isSeen == true)
    }

    /// What is done next is done by who is there now, and not by whom the loop has heard of.
    @Test func `tells at once what waits to be told, and once`() throws {
        let sessions = try Sessions()
        try sessions.watch?.begin()
        try sessions.directory.write("systemd/users/1000", "STATE=online")
        sessions.watch?.catchUp()
        #expect(sessions.reports == [true])
        sessions.watch?.catchUp()
        try sessions.loop.step(timeoutMilliseconds: 0)
        #expect(sessions.reports == [true])
    }

    /// Its users would go on to be served when they go away.
    @Test func `says that it sees nobody go where the directories cannot be watched again`() throws {
        let sessions = try Sessions()
        try sessions.watch?.begin()
        let elsewhere = sessions.directory.path("elsewhere")
        let isSeen = try sessions.isSeen {
            guard rename(sessions.root, elsewhere) == 0, mkdir(elsewhere + "/users/new", 0o700) == 0 else {
                throw SystemError("rename")
            }
        }
        #expect(isSeen == false)
        sessions.make()
        #expect(try sessions.watch?.begin() == true, "the next one who comes tries again")
        let isSeenAgain = try sessions.isSeen {
            try sessions.directory.write("systemd/users/1000", "STATE=active")
        }
        #expect(isSeenAgain == true)
    }
}
