import CLinux
import Foundation
import Testing

extension Executable {
    @Suite struct `Without descriptors` {
        /// Room for some six subscribers.
        private let scarce = "ulimit -n 24"
        private let pace = ["--set", "shadow.rate_hz=20"]
        private let complaint = "no room for another connection"

        /// Time on a CPU so far, in hundredths of a second (proc(5)).
        private func cpu(_ daemon: DaemonProcess) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(daemon.id)/stat", encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
        }

        @Test func `those who are in miss nothing, the loop does not spin, and it is said once`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"] + pace, preamble: scarce)
            let crowd = Crowd([try daemon.subscribe(), try daemon.subscribe()])
            let guests = try (0..<20).map { _ in try daemon.connect() }
            try daemon.waitForLog(complaint)
            let before = try cpu(daemon)
            let wakeUps = try #require(Int(try daemon.status("voluntary_ctxt_switches")))
            try crowd.read(60)
            #expect(crowd.gaps == [])
            // Three seconds: a loop that spins uses all of them, or wakes up thousands of times.
            #expect(try cpu(daemon) - before < 100)
            #expect(try #require(Int(try daemon.status("voluntary_ctxt_switches"))) - wakeUps < 200)
            #expect(daemon.log.components(separatedBy: complaint).count == 2, "\(daemon.log)")
            #expect(guests.count == 20)
        }

        @Test func `a sensor that comes later is opened all the same`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess(
                in: directory, ["--replay", directory.path("later.csv"), "--loop"] + pace, preamble: scarce)
            let first = try daemon.subscribe()
            let guests = try (0..<20).map { _ in try daemon.connect() }
            try daemon.waitForLog(complaint)
            try directory.write("later.csv", TestLog.rocking())
            _ = try first.next("frame") { $0.text("state") == "tracking" }
            #expect(guests.count == 20)
        }

        @Test func `those who waited come in when others leave`() throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("l.csv", TestLog.rocking())
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop"] + pace, preamble: scarce)
            var guests = try (0..<12).map { _ in try daemon.connect() }
            try daemon.waitForLog(complaint)
            guests.removeFirst(9)
            for guest in guests { #expect(try guest.message().type == "hello") }
            #expect(try daemon.subscribe().frames(2).count == 2)
        }
    }
}
