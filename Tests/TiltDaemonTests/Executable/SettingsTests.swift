import CLinux
import Foundation
import Testing
import TiltCore

extension Executable {
    @Suite struct `Settings of the daemon` {
        /// Words of a command line, the exit status and a part of what is said.
        struct Case: CustomTestStringConvertible {
            let words: [String]
            let status: CInt
            let says: String
            var testDescription: String { words.joined(separator: " ") }
        }

        @Test(arguments: [
            Case(words: ["--help"], status: 0, says: "usage: tiltshadowd"),
            Case(words: ["--version"], status: 0, says: "tiltshadow"),
            Case(words: ["--check"], status: 0, says: "fine"),
            Case(words: ["--dance"], status: 2, says: "unknown argument \"--dance\""),
            Case(words: ["extra"], status: 2, says: "unknown argument \"extra\""),
            Case(words: ["--replay"], status: 2, says: "--replay needs a value"),
            Case(words: ["--loop"], status: 2, says: "--loop is for --replay"),
            Case(words: ["--check=yes"], status: 2, says: "--check takes no value"),
            Case(words: ["--check", "--set", "shadow.gian=3"], status: 2, says: "gain"),
            Case(words: ["--check", "--set", "shadow.rate_hz=900"], status: 2, says: "1 to 200"),
            Case(
                words: ["--check", "--config", "/proc/nonexistent/conf"], status: 2,
                says: "/proc/nonexistent/conf"),
            Case(
                words: ["--check", "--replay", "walk.tiltlog", "--set", "sensor.accel_scale=0.01"],
                status: 0, says: "with --replay the sensor is the log's own"),
        ])
        func `of the command line`(_ given: Case) throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess(in: directory, given.words, socket: nil)
            #expect(try daemon.waitForEnd() == .exit(given.status))
            #expect(daemon.log.contains(given.says))
        }

        /// What the new settings do is in the sessions; here is the file.
        @Test func `are read again on SIGHUP, and kept where the new ones are wrong or endless`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            let path = try directory.write("t.conf", "[shadow]\ngain = 10\n")
            let daemon = try DaemonProcess(in: directory, ["--replay", log, "--loop", "--config", path])
            let subscriber = try daemon.subscribe()
            func waitForOffset(_ x: Double) throws {
                _ = try subscriber.next("frame") { abs(($0.number("x") ?? .nan) - x) < 0.02 }
            }
            try waitForOffset(5)
            try directory.write("t.conf", "[shadow]\ngain = 20\n")
            daemon.signal(SIGHUP)
            try waitForOffset(10)

            try directory.write("t.conf", "[shadow]\ngain = a lot\nlimmit = 4\n")
            daemon.signal(SIGHUP)
            try daemon.waitForLog("\(path):3")
            #expect(daemon.log.contains("\(path):2"))

            // Nobody will ever write to it.
            #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
            daemon.signal(SIGHUP)
            try daemon.waitForLog("cannot read the settings")
            let frames = try subscriber.frames(5)
            #expect(frames.allSatisfy { abs(($0.number("x") ?? .nan) - 10) < 0.02 })
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
        }

        @Test func `of files beside are read again, and one that is wrong is passed over`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            let path = try directory.write("t.conf", "[shadow]\ngain = 10\nlimit = 100\n")
            #expect(mkdir(directory.path("t.conf.d"), 0o755) == 0)
            try directory.write("t.conf.d/20-b.conf", "[shadow]\ngain = a lot\nlimit = 1\n")
            let daemon = try DaemonProcess(in: directory, ["--replay", log, "--loop", "--config", path])
            let subscriber = try daemon.subscribe()
            func waitForOffset(_ x: Double) throws {
                _ = try subscriber.next("frame") { abs(($0.number("x") ?? .nan) - x) < 0.02 }
            }
            try waitForOffset(5)
            #expect(daemon.log.contains("t.conf.d/20-b.conf:2: shadow.gain = \"a lot\""))
            #expect(daemon.log.contains("passed over"))
            let check = try DaemonProcess(in: directory, ["--check", "--config", path], socket: nil)
            #expect(try check.waitForEnd() == .exit(2))

            try directory.write("t.conf.d/10-a.conf", "[shadow]\ngain = 20\n")
            daemon.signal(SIGHUP)
            try waitForOffset(10)
            try directory.write("t.conf.d/20-b.conf", "[shadow]\ngain = 30\n")
            daemon.signal(SIGHUP)
            try waitForOffset(15)
            // A pipe in the place of a file is not waited for.
            #expect(unlink(directory.path("t.conf.d/20-b.conf")) == 0)
            #expect(mkfifo(directory.path("t.conf.d/20-b.conf"), 0o600) == 0)
            daemon.signal(SIGHUP)
            try waitForOffset(10)
            try daemon.waitForLog("20-b.conf is passed over: it is no file")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
        }

        @Test func `name the socket, under the environment and the option`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let path = try directory.write(
                "t.conf", "[socket]\npath = \(directory.path("by-file"))\nmode = 0600\n")
            let words = ["--replay", log, "--config", path]
            let byFile = try DaemonProcess(in: directory, words, socket: nil)
            try byFile.waitForLog("serving on \(directory.path("by-file"))")
            var status = stat()
            #expect(lstat(directory.path("by-file"), &status) == 0 && status.st_mode & 0o777 == 0o600)
            let byVariable = try DaemonProcess(
                in: directory, words, socket: nil,
                environment: ["TILTSHADOW_SOCKET": directory.path("by-variable")])
            try byVariable.waitForLog("serving on \(directory.path("by-variable"))")
            let byOption = try DaemonProcess(
                in: directory, words, environment: ["TILTSHADOW_SOCKET": directory.path("x")])
            try byOption.waitForLog("serving on \(directory.path("s"))")
        }
    }
}
