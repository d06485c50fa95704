import CLinux
import Foundation
import Testing
import TiltCore

extension Executable {
    @Suite struct `Raw samples` {
        private let include = #"{"type":"subscribe","id":1,"include":["raw"]}"#

        /// By the credentials that the kernel notes and the groups of /etc/group; the sessions say what follows from it.
        @Test func `go to the daemon's own user and to members of the group alone`() throws {
            if let obstacle = OtherUser.obstacle { return print("skipped: raw samples: \(obstacle)") }
            let directory = try ScratchDirectory()
            let groups = try directory.write("group", "root:x:0:\ntiltshadow-raw:x:4242:\n")
            // A machine of its own for the names of groups, as far as the daemon sees.
            let daemon = try DaemonProcess(
                in: directory,
                [
                    "--replay", directory.write("l.csv", TestLog.rocking()), "--loop", "--set",
                    "socket.mode=0666", "--set", "socket.access=file",
                ],
                preamble: """
                    exec unshare --mount /bin/sh -c 'mount --bind \(groups) /etc/group && exec "$@"' sh "$@"
                    """)
            try Timeout.wait(for: "the daemon") { daemon.log.contains("serving") || daemon.hasEnded() }
            guard !daemon.hasEnded() else { return print("skipped: raw samples: unshare: \(daemon.log)") }
            let mine = try daemon.subscribe()
            _ = try mine.ask(include)
            _ = try mine.next("frame") { $0["raw"] != nil }

            /// What another user hears, up to a raw sample or to a refusal.
            func heard(group: Int, others: [Int], isMember: Bool) throws -> [TestMessage] {
                let other = try OtherUser(
                    [include], to: daemon, in: directory, group: group, others: others)
                return try other.messages { isMember ? $0["raw"] != nil : $0.type == "error" }
            }
            let nobody = OtherUser.nobody
            for (group, others) in [(4242, []), (nobody, [7, 4242, 9])] {
                let member = try heard(group: group, others: others, isMember: true)
                #expect(
                    !member.contains { $0.type == "error" }, "group \(group), others \(others): \(member)")
            }
            let stranger = try heard(group: nobody, others: [7], isMember: false)
            #expect(stranger.first { $0.type == "error" }?.text("code") == "not-permitted", "\(stranger)")
            #expect(!stranger.contains { $0["raw"] != nil }, "\(stranger)")
        }
    }
}
