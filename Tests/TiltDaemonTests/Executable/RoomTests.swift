import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    /// What follows from a limit of open files.
    @Suite struct `Room for subscribers` {
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
            // What is ready all the time and not waited for is the end of one who says no more.
            try guests[0].request(#"{"type":"pause"}"#)
            shutdown(guests[0].descriptor, CInt(SHUT_WR))
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

        /// How many files may be open, and how many guests at least have room then.
        @Test(arguments: [
            ("ulimit -Sn 64; ulimit -Hn 2000", 100), ("ulimit -n 64", 20), ("ulimit -n 14", 0),
        ])
        func `is made as the settings allow; it says where there is less, and ends where there is none`(
            preamble: String, room: Int
        ) throws {
            let directory = try ScratchDirectory()
            let motion = try directory.write("l.csv", TestLog.resting(roll: 0.5))
            let daemon = try DaemonProcess(
                in: directory, ["--replay", motion, "--loop", "--set", "socket.max_subscribers=300"],
                preamble: preamble)
            guard room > 0 else {
                // Whoever came would wait for good.
                #expect(try daemon.waitForEnd() == .exit(1))
                let log = daemon.log
                #expect(log.contains("leaves room for 0: raise it (LimitNOFILE= in the service"), "\(log)")
                // In glibc's words, or in musl's.
                let words = ["Too many open files", "No file descriptors available"]
                #expect(words.contains { log.contains("error: cannot serve: accept4: \($0)") }, "\(log)")
                #expect(!FileManager.default.fileExists(atPath: daemon.socket))
                return
            }
            let guests = try (0..<room).map { _ in try daemon.subscribe() }
            #expect(guests.count == room)
            let isEnough = room >= 100
            #expect(daemon.log.contains("max_subscribers is 300, and the limit of open files") != isEnough)
        }
    }
}
