import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct `Start and end` {
        @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
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

        @Test func `leaves a living daemon alone and names it; replaces the socket of one that was killed`()
            throws
        {
            let directory = try ScratchDirectory()
            let first = try DaemonProcess.replaying(in: directory)
            let subscriber = try first.subscribe()
            let second = try DaemonProcess.replaying(in: directory)
            #expect(try second.waitForEnd() == .exit(1))
            #expect(second.log.contains("in use by tiltshadowd (pid \(first.id))"))
            #expect(try subscriber.frames(2).count == 2)

            first.signal(SIGKILL)
            #expect(try first.waitForEnd() == .signal(SIGKILL))
            _ = try subscriber.rest()
            #expect(FileManager.default.fileExists(atPath: first.socket))
            let third = try DaemonProcess.replaying(in: directory)
            #expect(try third.subscribe().frames(2).count == 2)
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
            Place(name: "file/s", says: "/file: Not a directory; `namei -l /"),
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

        @Test func `says that it may not enter the directory of its socket, and what to try`() throws {
            guard OtherUser.obstacle == nil else {
                return print("skipped: a closed directory: only root can try")
            }
            let directory = try ScratchDirectory()
            chmod(directory.path, 0o755)
            let closed = directory.path("closed")
            #expect(mkdir(closed, 0o700) == 0)
            let drop = #"exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@""#
            let daemon = try DaemonProcess(
                in: directory, socket: nil, environment: ["TILTSHADOW_SOCKET": closed + "/s"], preamble: drop)
            #expect(try daemon.waitForEnd() == .exit(1))
            let words =
                "cannot create \(closed)/s: the directory \(closed): Permission denied; `namei -l \(closed)` shows"
            #expect(daemon.log.contains(words), "\(daemon.log)")
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

        /// Time on a CPU so far, in hundredths of a second (proc(5)).
        private func cpu(_ daemon: DaemonProcess) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(daemon.id)/stat", encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
        }

        @Test func `without descriptors those who are in miss nothing, and those who wait come in later`()
            throws
        {
            let directory = try ScratchDirectory()
            let warning = "no room for another connection"
            let later = directory.path("later.csv")
            #expect(mkfifo(later, 0o600) == 0)
            // Both ends, so that it has no end.
            let pipe = try OwnedDescriptor.open(later, O_RDWR)
            // Room for some six subscribers, and for a sensor that comes later.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", later, "--set", "shadow.rate_hz=20"],
                preamble: "ulimit -n 24")
            let first = try daemon.subscribe()
            var guests = try (0..<20).map { _ in try daemon.connect() }
            try daemon.waitForLog(warning)
            let text = TestLog.rocking(seconds: 8)
            #expect(write(pipe.raw, text, text.utf8.count) == text.utf8.count)
            _ = try first.next("frame") { $0.text("state") == "tracking" }

            let crowd = Crowd([first])
            let before = try cpu(daemon)
            let wakeUps = try #require(Int(try daemon.status("voluntary_ctxt_switches")))
            let start = MonotonicClock.now()
            try crowd.read(60)
            // A machine that is too busy makes the daemon itself miss ticks, and it says how many, or us read too late.
            let missed = try first.ask(#"{"type":"status"}"#, answer: "status").number("missed_ticks")
            #expect(crowd.gaps.count <= Int(missed ?? 0) || crowd.mostAtOnce > 3, "\(crowd.gaps)")
            // Some three seconds: a loop that spins uses all of them, or wakes up thousands of times.
            let (used, woken) = (
                try cpu(daemon) - before,
                try #require(Int(try daemon.status("voluntary_ctxt_switches"))) - wakeUps
            )
            let seconds = Double(MonotonicClock.now() - start) / 1e9
            #expect(Double(used) < 33 * seconds && Double(woken) < 66 * seconds, "\(seconds) s")
            #expect(daemon.log.components(separatedBy: warning).count == 2, "\(daemon.log)")
            // A page would take one of those that are kept.
            let refusal = try first.ask(#"{"type":"map","id":1}"#, answer: "error")
            #expect(refusal.text("code") == "no-page")
            #expect(refusal.text("message")?.contains("memfd_create") == true)

            guests.removeFirst(17)
            for guest in guests { #expect(try guest.message().type == "hello") }
            #expect(try first.frames(2).count == 2)
        }

        @Test func `with room for nobody it ends and says so, or whoever came would wait for good`() throws {
            let directory = try ScratchDirectory()
            let motion = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            // Enough for the daemon itself, and none for a subscriber.
            let daemon = try DaemonProcess(in: directory, ["--replay", motion], preamble: "ulimit -n 14")
            #expect(try daemon.waitForEnd() == .exit(1))
            let log = daemon.log
            #expect(log.contains("leaves room for 0: raise it (LimitNOFILE= in the service"), "\(log)")
            // In glibc's words, or in musl's.
            let words = ["Too many open files", "No file descriptors available"]
            #expect(words.contains { log.contains("error: cannot serve: accept4: \($0)") }, "\(log)")
            #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        }

        @Test(arguments: [("ulimit -Sn 64; ulimit -Hn 2000", true), ("ulimit -n 64", false)])
        func `it makes room for as many subscribers as the settings allow, or says for how many`(
            preamble: String, isEnough: Bool
        ) throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--set", "socket.max_subscribers=300"],
                preamble: preamble)
            let guests = try (0..<(isEnough ? 100 : 20)).map { _ in try daemon.subscribe() }
            #expect(guests.count > 0)
            #expect(daemon.log.contains("max_subscribers is 300, and the limit of open files") != isEnough)
        }

        @Test func `frames that it missed while it was stopped are counted, and nothing else is`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let subscriber = try daemon.subscribe()
            let before = try #require(try subscriber.frames(5).last)
            daemon.signal(SIGSTOP)
            // What the kernel still holds is read first; a second passes for certain between two looks at a clock.
            let start = MonotonicClock.now()
            while MonotonicClock.now() - start < 1_000_000_000 { _ = poll(nil, 0, 50) }
            let end = Double(MonotonicClock.now())
            daemon.signal(SIGCONT)
            // Those that we read too late for are counted, too.
            var (last, dropped) = (before, 0)
            while (last.number("t_ns") ?? end) < end {
                let frame = try subscriber.next("frame")
                #expect(frame.sequence == last.sequence + 1 + frame.dropped)
                dropped += frame.dropped
                let time = (frame.number("t_ns") ?? 0) - (last.number("t_ns") ?? 0)
                #expect(Int((time / 20_000_000).rounded()) == frame.dropped + 1)
                last = frame
            }
            // The time on the wall may be more than what it was stopped for; less it is not.
            #expect(dropped >= 45)
        }
    }
}
