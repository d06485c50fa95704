import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct `Start and end` {
        @Test(arguments: [SIGTERM, SIGINT])
        func `says goodbye, removes its socket and ends well`(_ signal: CInt) throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let subscriber = try daemon.subscribe()
            _ = try subscriber.frames(2)
            daemon.signal(signal)
            let last = try #require(try subscriber.rest().last)
            #expect(last.type == "goodbye")
            #expect(last.text("reason") == "the daemon was stopped")
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        }

        @Test func `ends while nobody listens`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            try daemon.waitForLog("serving on")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        }

        @Test func `ends past a reader that does not read`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let stopped = try daemon.subscribe()
            _ = try daemon.subscribe().frames(20)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(try stopped.frames(3).count == 3)
        }

        @Test func `replaces the socket of a daemon that was killed`() throws {
            let directory = try ScratchDirectory()
            let first = try DaemonProcess.replaying(in: directory)
            let subscriber = try first.subscribe()
            first.signal(SIGKILL)
            #expect(try first.waitForEnd() == .signal(SIGKILL))
            _ = try subscriber.rest()
            #expect(FileManager.default.fileExists(atPath: first.socket))
            let second = try DaemonProcess.replaying(in: directory)
            #expect(try second.subscribe().frames(2).count == 2)
        }

        @Test func `leaves a living daemon alone and names it`() throws {
            let directory = try ScratchDirectory()
            let first = try DaemonProcess.replaying(in: directory)
            let subscriber = try first.subscribe()
            let second = try DaemonProcess.replaying(in: directory)
            #expect(try second.waitForEnd() == .exit(1))
            #expect(second.log.contains("in use by tiltshadowd (pid \(first.id))"))
            #expect(try subscriber.frames(2).count == 2)
        }

        /// A path at which no socket can be made, and what the daemon says.
        struct Place: CustomTestStringConvertible {
            let name: String
            let says: String
            var testDescription: String { name.isEmpty ? "nothing" : String(name.prefix(20)) }
        }

        @Test(arguments: [
            Place(name: "absent/s", says: "mkdir -p"),
            Place(name: "file", says: "not a socket"),
            Place(name: String(repeating: "n", count: 120), says: "expected 1 to 107"),
        ])
        func `says why it cannot serve and what to try`(_ place: Place) throws {
            let directory = try ScratchDirectory()
            try directory.write("file", "mine")
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(in: directory, ["--replay", log], socket: place.name)
            #expect(try daemon.waitForEnd() == .exit(1))
            #expect(daemon.log.contains(place.says))
            #expect(directory.text("file") == "mine")
        }

        @Test func `ends with the program that started it, killed or not, where it was told to`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            // The shell stays the daemon's parent.
            let parent = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--with-parent"], preamble: "\"$@\" & wait $!")
            let subscriber = try parent.subscribe()
            parent.signal(SIGKILL)
            #expect(try parent.waitForEnd() == .signal(SIGKILL))
            #expect(try subscriber.next("goodbye").type == "goodbye")
        }

        @Test func `keeps serving when there are no descriptors for another subscriber`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"], preamble: "ulimit -n 24")
            let first = try daemon.subscribe()
            var others = try (0..<16).map { _ in try daemon.connect() }
            try daemon.waitForLog("no room for another connection")
            #expect(try first.frames(5).count == 5)
            others.removeFirst(13)
            for other in others { #expect(try other.message().type == "hello") }
            #expect(try first.frames(2).count == 2)
        }

        @Test func `wakes up for nobody`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--set", "sensor.hold_s=0"])
            do { _ = try daemon.subscribe().frames(2) }
            try daemon.waitForLog("nobody listens")
            #expect(try daemon.subscribe().frames(2).count == 2, "the sensor is opened again")
        }
    }
}
