import CLinux
import Testing
import TiltCore

extension Executable {
    @Suite struct `Raw samples` {
        private let include = #"{"type":"subscribe","id":1,"include":["raw"]}"#
        private let open = ["--set", "socket.mode=0666"]

        @Test func `go to the daemon's own user in the sensor's units and axes, and to nobody else`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(TestLog.counts(rows: 400), in: directory)
            let (mine, plain) = (try daemon.subscribe(), try daemon.subscribe())
            let options = try mine.ask(include)
            #expect(options["include"] == .array([.string("raw")]))
            let frame = try mine.next("frame") { $0["raw"] != nil }
            let raw = try #require(frame["raw"])
            guard case .array(let force)? = raw["accel_m_s2"], case .array(let rates)? = raw["gyro_rad_s"]
            else {
                throw TestSubscriber.Ended(after: frame.description)
            }
            #expect(force[1].number == -0.024 && force[2].number == 9.828 && rates.count == 3)
            #expect(try #require(raw["t_ns"]?.number) > 0)
            try daemon.waitForLog("raw samples go to ")
            #expect(try plain.frames(20).allSatisfy { $0["raw"] == nil })
            _ = try mine.ask(#"{"type":"subscribe","include":["up"]}"#)
            // One frame from before may still wait for room in the socket.
            _ = try mine.next("frame") { $0["up"] != nil }
            #expect(try mine.frames(5).allSatisfy { $0["raw"] == nil && $0["up"] != nil })
        }

        @Test func `are refused to another user, who goes on getting frames`() throws {
            if let obstacle = OtherUser.obstacle { return print("skipped: raw samples refused: \(obstacle)") }
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, open)
            let first = try daemon.subscribe()
            let other = try OtherUser(
                [include, #"{"type":"subscribe","id":2,"gain":3,"include":["up"]}"#], to: daemon,
                in: directory)
            _ = try other.messages { $0.number("id") == 2 }
            let heard = try other.messages { $0["up"] != nil }
            let refusal = try #require(heard.first { $0.type == "error" })
            #expect(refusal.text("code") == "not-permitted" && refusal.number("id") == 1)
            #expect(refusal.text("message")?.contains("user \(OtherUser.nobody)") == true)
            #expect(refusal.text("hint")?.contains("tiltshadow-raw") == true)
            #expect(heard.first { $0.type == "ok" }?.number("gain") == 3)
            #expect(heard.allSatisfy { $0["raw"] == nil })
            #expect(!daemon.log.contains("raw samples go to "))
            _ = try first.frames(1)
        }

        /// Ways of being in the group.
        struct Membership: CustomTestStringConvertible {
            let group: Int
            let others: [Int]
            var testDescription: String { "group \(group), others \(others)" }
        }

        @Test(arguments: [
            Membership(group: 4242, others: []), Membership(group: OtherUser.nobody, others: [7, 4242, 9]),
        ])
        func `go to members of the group`(_ membership: Membership) throws {
            if let obstacle = OtherUser.obstacle {
                return print("skipped: members of the group: \(obstacle)")
            }
            let directory = try ScratchDirectory()
            let groups = try directory.write("group", "root:x:0:\ntiltshadow-raw:x:4242:\n")
            // A machine of its own for the names of groups, as far as the daemon sees.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", directory.write("l.csv", TestLog.rocking()), "--loop"] + open,
                preamble: """
                    exec unshare --mount /bin/sh -c 'mount --bind \(groups) /etc/group && exec "$@"' sh "$@"
                    """)
            try Patience.wait(for: "the daemon") { daemon.log.contains("serving") || daemon.hasEnded() }
            guard !daemon.hasEnded() else {
                return print("skipped: members of the group: unshare: \(daemon.log)")
            }
            let other = try OtherUser(
                [include], to: daemon, in: directory, group: membership.group, others: membership.others)
            let heard = try other.messages { $0["raw"] != nil }
            #expect(heard.allSatisfy { $0.type != "error" })
        }
    }
}
