import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct `Settings of the daemon` {
        /// What the new settings do is in the sessions, and what is wrong with a file in tests of those; here is the file.
        @Test func `are read at the start and on SIGHUP, and kept where the new ones are wrong or endless`()
            throws
        {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            func file(gain: Int) -> String {
                "[socket]\npath = \(directory.path("s"))\nmode = 0600\n[shadow]\ngain = \(gain)\nlimit = 100\n"
            }
            let path = try directory.write("t.conf", file(gain: 10))
            #expect(mkdir(directory.path("t.conf.d"), 0o755) == 0)
            let beside = try directory.write("t.conf.d/20-b.conf", "[shadow]\ngain = a lot\nlimit = 1\n")

            // One beside that is wrong is passed over; whoever asks hears of it.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--config", path], socket: nil)
            let subscriber = try daemon.subscribe()
            func waitForOffset(_ x: Double) throws {
                _ = try subscriber.next("frame") { abs(($0.number("x") ?? .nan) - x) < 0.02 }
            }
            try waitForOffset(5)
            var status = stat()
            #expect(lstat(daemon.socket, &status) == 0 && status.st_mode & 0o777 == 0o600)
            #expect(daemon.log.contains("t.conf.d/20-b.conf:2: shadow.gain = \"a lot\""))
            #expect(daemon.log.contains("passed over"))
            let check = try DaemonProcess(in: directory, ["--check", "--config", path], socket: nil)
            #expect(try check.waitForEnd() == .exit(2))

            // All are read again, those beside over the file.
            try directory.write("t.conf", file(gain: 12))
            daemon.signal(SIGHUP)
            try waitForOffset(6)
            try directory.write("t.conf.d/10-a.conf", "[shadow]\ngain = 20\n")
            daemon.signal(SIGHUP)
            try waitForOffset(10)
            try directory.write("t.conf.d/20-b.conf", "[shadow]\ngain = 30\n")
            daemon.signal(SIGHUP)
            try waitForOffset(15)

            // A pipe in the place of one beside is not waited for.
            #expect(unlink(beside) == 0 && mkfifo(beside, 0o600) == 0)
            daemon.signal(SIGHUP)
            try waitForOffset(10)
            try daemon.waitForLog("20-b.conf is passed over: it is no file")

            // Of a file that is wrong nothing is taken, and nobody will ever write to the pipe in its place.
            try directory.write("t.conf", "[shadow]\ngain = a lot\nlimmit = 4\n")
            daemon.signal(SIGHUP)
            try daemon.waitForLog("\(path):3")
            #expect(daemon.log.contains("\(path):2"))
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            daemon.signal(SIGHUP)
            try daemon.waitForLog("cannot read the settings")
            let frames = try subscriber.frames(5)
            #expect(frames.allSatisfy { abs(($0.number("x") ?? .nan) - 10) < 0.02 }, "\(frames)")

            // Nor is anything that comes later behind it: a pipe whose writer dawdles, a file without an end.
            #expect(unlink(directory.path("t.conf.d/10-a.conf")) == 0)
            func waitForFile(gain: Int) throws {
                #expect(unlink(path) == 0)
                try directory.write("t.conf", file(gain: gain))
                daemon.signal(SIGHUP)
                try waitForOffset(Double(gain) / 2)
            }
            try waitForFile(gain: 14)
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            let writer = try OwnedDescriptor.open(path, O_RDWR)
            daemon.signal(SIGHUP)
            try Timeout.wait(for: "the settings to be refused again") {
                daemon.log.components(separatedBy: "cannot read the settings").count == 3
            }
            try waitForFile(gain: 16)
            #expect(unlink(path) == 0 && symlink("/dev/zero", path) == 0)
            daemon.signal(SIGHUP)
            try daemon.waitForLog("65537 bytes or more")
            try waitForFile(gain: 18)
            withExtendedLifetime(writer) {}
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
        }
    }
}
