import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct `Whom the daemon becomes` {
        /// The field of `/proc/PID/status`, without its name.
        private func status(_ field: String, of process: pid_t) throws -> [String] {
            let bytes = try WholeFile.read("/proc/\(process)/status", limit: 1 << 16)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            let line = lines.first { $0.hasPrefix(field + ":") } ?? ""
            return line.split(whereSeparator: { $0 == "\t" || $0 == " " }).dropFirst().map(String.init)
        }

        private func socketMode(of daemon: DaemonProcess) throws -> mode_t {
            var socket = stat()
            try #require(lstat(daemon.socket, &socket) == 0)
            return socket.st_mode & 0o7777
        }

        @Test func `is the user that was named, in all its threads and for good`() throws {
            guard geteuid() == 0 else { return print("skipped: --user: only root can become another user") }
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            chmod(directory.path, 0o755)
            chmod(log, 0o644)
            let nobody = try #require(SystemUser.named("nobody"))
            let words = ["--replay", log, "--loop", "--user", "nobody"]
            let daemon = try DaemonProcess(in: directory, words)
            let subscriber = try daemon.subscribe()
            #expect(try subscriber.frames(2).count == 2)
            let user = nobody.uid.description
            #expect(try status("Uid", of: daemon.id) == [user, user, user, user])
            let group = nobody.gid.description
            #expect(try status("Gid", of: daemon.id) == [group, group, group, group])
            #expect(try !status("Groups", of: daemon.id).contains("0"))
            #expect(try status("NoNewPrivs", of: daemon.id) == ["1"])
            for set in ["CapEff", "CapPrm", "CapInh", "CapAmb"] {
                #expect(try status(set, of: daemon.id) == ["0000000000000000"], "\(set)")
            }
            var state = stat()
            #expect(lstat(daemon.state, &state) == 0)
            #expect(state.st_uid == nobody.uid && state.st_mode == 0o40700)
            // Without systemd nobody else lets anybody knock; a file goes before that, and `--set` before the file.
            #expect(try socketMode(of: daemon) == 0o666)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            let file = try directory.write("t.conf", "[socket]\nmode = 0600\n")
            for (more, mode) in [([], 0o600), (["--set", "socket.mode=0640"], 0o640)] as [([String], mode_t)]
            {
                let next = try DaemonProcess(in: directory, words + ["--config", file] + more)
                try next.waitForLog("serving on ")
                #expect(try socketMode(of: next) == mode, "\(more)")
                next.signal(SIGTERM)
                #expect(try next.waitForEnd() == .exit(0))
            }
            // Whether it may write a recording is for who it becomes.
            let refused = try DaemonProcess(
                in: directory, ["--user", "nobody", "--record", directory.path("l.tiltlog")])
            #expect(try refused.waitForEnd() == .exit(2))
            #expect(refused.log.contains("l.tiltlog: Permission denied; see whether"), "\(refused.log)")
        }

        @Test func `keeps what it may not read any more, and all else with it`() throws {
            guard geteuid() == 0 else { return print("skipped: --user: only root can become another user") }
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            let path = try directory.write("t.conf", "[shadow]\ngain = 10\nlimit = 100\n")
            #expect(mkdir(directory.path("t.conf.d"), 0o755) == 0)
            let narrow = try directory.write("t.conf.d/10-narrow.conf", "[shadow]\nlimit = 4\n")
            for readable in [directory.path, directory.path("t.conf.d")] { chmod(readable, 0o755) }
            for readable in [log, path] { chmod(readable, 0o644) }
            chmod(narrow, 0o600)
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--user", "nobody", "--config", path])
            let subscriber = try daemon.subscribe()
            func waitForOffset(_ x: Double) throws {
                _ = try subscriber.next("frame") { abs(($0.number("x") ?? .nan) - x) < 0.02 }
            }
            try waitForOffset(4)
            // Of the owner's file, too, nothing is taken.
            try directory.write("t.conf", "[shadow]\ngain = 4\nlimit = 100\n")
            chmod(path, 0o644)
            daemon.signal(SIGHUP)
            try daemon.waitForLog("\(narrow): Permission denied, and its settings are in force")
            #expect(try subscriber.frames(5).allSatisfy { abs(($0.number("x") ?? .nan) - 4) < 0.02 })
            // So is it for the directory that it is in.
            chmod(narrow, 0o644)
            chmod(directory.path("t.conf.d"), 0o700)
            daemon.signal(SIGHUP)
            try daemon.waitForLog("t.conf.d: Permission denied, and its settings are in force")
            #expect(try subscriber.frames(5).allSatisfy { abs(($0.number("x") ?? .nan) - 4) < 0.02 })
            chmod(directory.path("t.conf.d"), 0o755)
            daemon.signal(SIGHUP)
            try waitForOffset(2)
            // One that was never read is passed over.
            let later = try directory.write("t.conf.d/20-later.conf", "[shadow]\ngain = 1\n")
            chmod(later, 0o600)
            try directory.write("t.conf", "[shadow]\ngain = 6\nlimit = 100\n")
            chmod(path, 0o644)
            daemon.signal(SIGHUP)
            try waitForOffset(3)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
        }

        @Test func `is nobody else where it is a user's own, at that user's place`() throws {
            guard OtherUser.obstacle == nil else {
                return print("skipped: a user's daemon: only root can try")
            }
            let directory = try ScratchDirectory()
            chmod(directory.path, 0o777)
            let log = try directory.write("l.csv", TestLog.rocking())
            chmod(log, 0o644)
            let drop = #"exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@""#
            let root = try DaemonProcess(in: directory, ["--user", "root"], preamble: drop)
            #expect(try root.waitForEnd() == .exit(2))
            #expect(root.log.contains("only the superuser can become somebody else"))

            let closed = directory.path("closed")
            #expect(mkdir(closed, 0o700) == 0)
            let outside = try DaemonProcess(
                in: directory, socket: nil, environment: ["TILTSHADOW_SOCKET": closed + "/s"], preamble: drop)
            #expect(try outside.waitForEnd() == .exit(1))
            let words =
                "cannot create \(closed)/s: the directory \(closed): Permission denied; `namei -l \(closed)` shows"
            #expect(outside.log.contains(words), "\(outside.log)")

            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], socket: nil,
                environment: ["XDG_RUNTIME_DIR": directory.path], preamble: drop)
            try daemon.waitForLog("serving on \(directory.path("tiltshadow/tiltshadow.sock"))")
            var made = stat()
            #expect(lstat(directory.path("tiltshadow"), &made) == 0)
            #expect(made.st_mode == 0o40700 && made.st_uid == 65_534)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            // The directory stays: a sandbox that was shown it sees the next socket in it.
            #expect(lstat(directory.path("tiltshadow"), &made) == 0)
            #expect(lstat(directory.path("tiltshadow/tiltshadow.sock"), &made) != 0)
        }
    }
}
