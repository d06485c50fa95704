import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    /// Another user on a socket that is open to everybody; what logind would write is written by the test.
    @Suite struct Access {
        private static let user = OtherUser.nobody

        /// A daemon with a `/run` of its own.
        private final class Machine {
            let directory: ScratchDirectory
            let daemon: DaemonProcess

            init(settings: String? = nil) throws {
                let directory = try ScratchDirectory()
                self.directory = directory
                let file = try settings.map { ["--config", try directory.write("t.conf", $0)] } ?? []
                for name in ["run", "run/systemd", "run/systemd/users", "run/systemd/sessions"] {
                    mkdir(directory.path(name), 0o755)
                }
                chmod(directory.path, 0o755)
                daemon = try DaemonProcess(
                    in: directory,
                    [
                        "--replay", directory.write("l.csv", TestLog.rocking()), "--loop", "--set",
                        "socket.mode=0666",
                    ] + file,
                    preamble: """
                        exec unshare --mount /bin/sh -c 'mount --bind \(directory.path("run")) /run && exec "$@"' sh "$@"
                        """)
                try Timeout.wait(for: "the daemon") { daemon.log.contains("serving") || daemon.hasEnded() }
            }

            /// Why there is none; `nil` where there is.
            var obstacle: String? { daemon.hasEnded() ? "unshare: \(daemon.log)" : nil }

            /// As logind does: written beside, and renamed.
            func logIn(isActive: Bool) throws {
                let session = "UID=\(user)\nACTIVE=\(isActive ? 1 : 0)\nREMOTE=0\nSEAT=seat0\n"
                for (name, text) in [("sessions/1", session), ("users/\(user)", "SESSIONS=1\n")] {
                    let path = directory.path("run/systemd/" + name)
                    rename(try directory.write("part", text), path)
                }
            }
        }

        @Test func `is given to everybody where the settings say so, and ends where they say so no more`()
            throws
        {
            if let obstacle = OtherUser.obstacle { return print("skipped: access: \(obstacle)") }
            let machine = try Machine(settings: "[socket]\naccess = file\n")
            if let obstacle = machine.obstacle { return print("skipped: access: \(obstacle)") }
            let mine = try machine.daemon.subscribe()
            let other = try OtherUser([], to: machine.daemon, in: machine.directory)
            _ = try other.messages { $0.type == "frame" }

            // The socket's file is left as it is.
            _ = try machine.directory.write("t.conf", "[socket]\naccess = session\ngroup = nogroup\n")
            machine.daemon.signal(SIGHUP)
            try machine.daemon.waitForLog("1 subscriber has to come again")
            try machine.daemon.waitForLog("socket.mode and socket.group count from the next start on")
            try other.waitForEnd()
            // As it was at the start, it needs none.
            _ = try machine.directory.write("t.conf", "[socket]\naccess = session\nmax_subscribers = 9\n")
            machine.daemon.signal(SIGHUP)
            try Timeout.wait(for: "the settings once more") {
                machine.daemon.log.components(separatedBy: "settings read again").count == 3
            }
            #expect(machine.daemon.log.components(separatedBy: "from the next start on").count == 2)
            #expect(try mine.frames(20).count == 20)
            let next = try OtherUser([], to: machine.daemon, in: machine.directory)
            let heard = try next.messages { $0.type == "error" }
            #expect(heard.first?.text("code") == "not-permitted", "\(heard)")

            let said = machine.daemon.log.split(separator: "\n").count
            let start = MonotonicClock.now()
            guard let told = try Self.strangers(10_000, at: machine, while: { _ = try mine.frames(5) }) else {
                return print("skipped: access: python3 is not installed")
            }
            // A hundred at once and a hundred a second, which may be all of them where the machine is slow; one was told before.
            let seconds = Double(MonotonicClock.now() - start) / 1e9
            #expect(told >= 99 && Double(told) <= 100 + 100 * seconds)
            #expect(machine.daemon.log.split(separator: "\n").count < said + 10)
        }

        /// How many of so many strangers, one after another, are told why they have nothing; `nil` without Python.
        private static func strangers(
            _ count: Int, at machine: Machine, while others: () throws -> Void
        ) throws -> Int? {
            guard access("/usr/bin/python3", X_OK) == 0 else { return nil }
            let storm = try machine.directory.write(
                "storm.py",
                """
                import socket, sys
                told = 0
                for number in range(\(count)):
                    with socket.socket(socket.AF_UNIX) as one:
                        one.connect(sys.argv[1])
                        try:
                            told += b"not-permitted" in one.recv(4096)
                        except ConnectionError:
                            pass
                print("told", told, flush=True)
                """)
            chmod(storm, 0o644)
            let attacker = try Spawn.start(
                [
                    "/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups",
                    "/usr/bin/python3", storm, machine.daemon.socket,
                ], environment: ["PATH": "/usr/bin:/bin"], output: machine.directory.path("storm.log"))
            defer {
                var status: CInt = 0
                kill(attacker, SIGKILL)
                waitpid(attacker, &status, 0)
            }
            while !machine.directory.text("storm.log").contains("\n") { try others() }
            return try #require(
                Int(machine.directory.text("storm.log").split(separator: " ").last?.dropLast() ?? ""))
        }

        @Test func `lasts as long as its user sits in front, and comes back`() throws {
            if let obstacle = OtherUser.obstacle { return print("skipped: access: \(obstacle)") }
            let machine = try Machine()
            if let obstacle = machine.obstacle { return print("skipped: access: \(obstacle)") }
            // Who neither sits in front nor is a member hears why. It asks for nothing: socat would hear of the closed connection
            // before it reads.
            let early = try OtherUser([], to: machine.daemon, in: machine.directory)
            let refusal = try early.messages { $0.type == "error" }
            #expect(refusal.count == 1 && refusal[0].text("code") == "not-permitted", "\(refusal)")
            #expect(refusal[0].text("hint")?.contains("usermod -aG tiltshadow") == true, "\(refusal)")
            try machine.daemon.waitForLog("refused subscriber")
            #expect(!machine.daemon.log.contains("reading"), "no sensor is opened for that")

            try machine.logIn(isActive: true)
            let other = try OtherUser([], to: machine.daemon, in: machine.directory)
            _ = try other.messages { $0.type == "frame" }
            try machine.logIn(isActive: false)
            let before = try other.messages { $0.type == "error" }
            #expect(before.last { $0.type == "error" }?.text("code") == "not-permitted")
            // Nothing behind it while others have frames.
            _ = try machine.daemon.subscribe().frames(20)
            #expect(try other.messages.last?.type == "error")
            try machine.logIn(isActive: true)
            let frames = before.count { $0.type == "frame" }
            try Timeout.wait(for: "frames again") {
                try other.messages.count { $0.type == "frame" } > frames + 5
            }
            // Nor anything of a tick behind the news, however late the daemon hears of it, with its deadline.
            for _ in 0..<5 {
                machine.daemon.signal(SIGSTOP)
                try machine.logIn(isActive: false)
                let news = MonotonicClock.now()
                usleep(50_000)
                let count = try other.messages.count
                machine.daemon.signal(SIGCONT)
                try Timeout.wait(for: "the end of it") {
                    try other.messages.dropFirst(count).contains { $0.type == "error" }
                }
                let late = try other.messages.filter { ($0.number("t_ns") ?? 0) > Double(news) }
                #expect(late.isEmpty, "\(late.count) frames after the news")
                try machine.logIn(isActive: true)
                let frames = try other.messages.count { $0.type == "frame" }
                try Timeout.wait(for: "frames again") {
                    try other.messages.count { $0.type == "frame" } > frames + 5
                }
            }
            // A logind that ends takes its files with it.
            try FileManager.default.removeItem(atPath: machine.directory.path("run/systemd/sessions"))
            try Timeout.wait(for: "the end of it") { try other.messages.last?.type == "error" }
            mkdir(machine.directory.path("run/systemd/sessions"), 0o755)
            try machine.logIn(isActive: true)
            try Timeout.wait(for: "its return") { try other.messages.last?.type == "frame" }
        }
    }
}
