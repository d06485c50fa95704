import CLinux
import Testing
import TiltCore

extension Executable {
    @Suite struct `Raw samples` {
        private let include = #"{"type":"subscribe","id":1,"include":["raw"]}"#
        private let open = ["--set", "socket.mode=0666", "--set", "socket.access=file"]

        /// Ways of being in the group, or not.
        struct Membership: CustomTestStringConvertible {
            let group: Int
            let others: [Int]
            var isMember = true
            var testDescription: String { "group \(group), others \(others)" }
        }

        /// By the credentials that the kernel notes and the groups of /etc/group; the sessions say what follows from it.
        @Test(arguments: [
            Membership(group: 4242, others: []), Membership(group: OtherUser.nobody, others: [7, 4242, 9]),
            Membership(group: OtherUser.nobody, others: [7], isMember: false),
        ])
        func `go to the daemon's own user and to members of the group alone`(_ membership: Membership) throws
        {
            if let obstacle = OtherUser.obstacle { return print("skipped: raw samples: \(obstacle)") }
            let directory = try ScratchDirectory()
            let groups = try directory.write("group", "root:x:0:\ntiltshadow-raw:x:4242:\n")
            // A machine of its own for the names of groups, as far as the daemon sees.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", directory.write("l.csv", TestLog.rocking()), "--loop"] + open,
                preamble: """
                    exec unshare --mount /bin/sh -c 'mount --bind \(groups) /etc/group && exec "$@"' sh "$@"
                    """)
            try Timeout.wait(for: "the daemon") { daemon.log.contains("serving") || daemon.hasEnded() }
            guard !daemon.hasEnded() else { return print("skipped: raw samples: unshare: \(daemon.log)") }
            let mine = try daemon.subscribe()
            _ = try mine.ask(include)
            _ = try mine.next("frame") { $0["raw"] != nil }

            let other = try OtherUser(
                [include], to: daemon, in: directory, group: membership.group, others: membership.others)
            let heard = try other.messages { membership.isMember ? $0["raw"] != nil : $0.type == "error" }
            let refusal = heard.first { $0.type == "error" }
            #expect(refusal?.text("code") == (membership.isMember ? nil : "not-permitted"))
        }
    }
}
