import CLinux
import Foundation
import Testing
import TiltCore

extension Executable {
    @Suite struct Logs {
        /// The rows of a log without its header, and their times relative to the first.
        private func rows(_ text: String) -> (times: [Int64], counts: [String]) {
            let rows = text.split(separator: "\n").filter { $0.first?.isNumber == true }
            let fields = rows.map { $0.split(separator: ",", maxSplits: 1) }
            let times = fields.compactMap { Int64($0[0]) }
            return (times.map { $0 - (times.first ?? 0) }, fields.map { String($0[1]) })
        }

        @Test func `records exactly what it was given`() throws {
            let directory = try ScratchDirectory()
            let played = TestLog.counts(rows: 150)
            let path = try directory.write("in.tiltlog", played)
            let daemon = try DaemonProcess(
                in: directory, ["--replay", path, "--record", directory.path("out.tiltlog")])
            let subscriber = try daemon.subscribe()
            let lost = try subscriber.next("sensor") { $0.text("event") == "lost" }
            #expect(lost.text("reason")?.contains("the log has ended") == true)
            try daemon.waitForLog("recorded 150 rows")
            let recorded = directory.text("out.tiltlog")
            #expect(rows(recorded).times == rows(played).times)
            #expect(rows(recorded).counts == rows(played).counts)
            #expect(recorded.hasSuffix("#end samples=150 dropped=0\n"))
            #expect(recorded.contains("#accel_scale=0.0006,0.0006,0.0006\n"))
            _ = try subscriber.next("frame") { $0.text("state") != "tracking" }
        }

        @Test func `leaves a file that is there already, and serves on`() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("in.csv", TestLog.rocking())
            let precious = try directory.write("out.tiltlog", "precious")
            let daemon = try DaemonProcess(in: directory, ["--replay", path, "--loop", "--record", precious])
            #expect(try daemon.subscribe().frames(3).count == 3)
            try daemon.waitForLog("cannot record: open \(precious): File exists")
            #expect(directory.text("out.tiltlog") == "precious")
        }

        @Test func `ends a recording on a full disk with a valid file, and serves on`() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("in.csv", TestLog.rocking(seconds: 20))
            // Blocks of 512 bytes: a disk that is full after a second's rows.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", path, "--record", directory.path("out.tiltlog")],
                preamble: "trap '' XFSZ; ulimit -f 16")
            let subscriber = try daemon.subscribe()
            _ = try subscriber.frames(3)
            try daemon.waitForLog("recording ended after")
            #expect(try subscriber.frames(3).count == 3)
            let recorded = directory.text("out.tiltlog")
            #expect(recorded.hasSuffix("\n"))
            #expect(rows(recorded).times.count > 20)
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(LogFileCheck.problem(in: directory.path("out.tiltlog"))?.contains("cut off") == true)
        }

        /// A file that is no log, and what the daemon says.
        struct Bad: CustomTestStringConvertible {
            let name: String
            let bytes: [UInt8]
            let says: String
            var testDescription: String { name }
        }

        @Test(arguments: [
            Bad(name: "empty", bytes: [], says: "no samples"),
            Bad(name: "header only", bytes: Array("t,ax,ay,az\n".utf8), says: "no samples"),
            Bad(name: "prose", bytes: Array("dear diary\n".utf8), says: "dear diary"),
            Bad(
                name: "binary", bytes: (0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8) },
                says: "log"),
            Bad(name: "NUL", bytes: [UInt8](repeating: 0, count: 9000), says: "log"),
            Bad(name: "newer", bytes: Array("#tiltlog=2\nt_ns,ax,ay,az\n1,2,3,4\n".utf8), says: "2"),
        ])
        func `that are none are refused with a reason, and subscribers are served the fallback`(
            _ bad: Bad
        ) throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("bad.tiltlog", bytes: bad.bytes)
            let daemon = try DaemonProcess(in: directory, ["--replay", path])
            let subscriber = try daemon.subscribe()
            let frame = try subscriber.next("frame")
            #expect(frame.text("state") == "none")
            #expect(frame.number("x") == 0 && frame.number("y") == 4)
            try daemon.waitForLog("cannot use \(path)")
            #expect(daemon.log.contains(bad.says))
            let status = try subscriber.ask(#"{"type":"status"}"#, answer: "status")
            guard case .array(let candidates)? = status["candidates"] else {
                throw TestSubscriber.Ended(after: status.description)
            }
            #expect(candidates.first?["trouble"]?.string?.isEmpty == false)
        }

        @Test func `that is not there is refused by name`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess(in: directory, ["--replay", directory.path("absent")])
            #expect(try daemon.subscribe().next("frame").text("state") == "none")
            try daemon.waitForLog("\(directory.path("absent")): No such file")
        }

        @Test func `of one line of two gigabytes is refused without reading it`() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("long.tiltlog", "")
            // A hole: it takes no room on the disk.
            #expect(truncate(path, 2_000_000_000) == 0)
            let daemon = try DaemonProcess(in: directory, ["--replay", path])
            #expect(try daemon.subscribe().next("frame").text("state") == "none")
            try daemon.waitForLog("cannot use \(path)")
            let peak = try daemon.status("VmHWM")
            #expect(try #require(Int(peak.split(separator: " ")[0])) < 60_000, "\(peak)")
        }

        @Test func `are played to their last whole row where they are cut off or hold nonsense`() throws {
            let directory = try ScratchDirectory()
            let rows = TestLog.counts(rows: 60, isEnded: false)
            let nonsense = """
                1,2,3
                9000000000,nan,0,16000,0,0,0
                9000000001,1e300,0,16000,0,0,0
                500,0,0,16000,0,0,0
                \(String(repeating: "9", count: 5000))
                9000000002,1,
                """
            let path = try directory.write("cut.tiltlog", rows + nonsense)
            let daemon = try DaemonProcess(
                in: directory, ["--replay", path, "--record", directory.path("out.tiltlog")])
            let subscriber = try daemon.subscribe()
            _ = try subscriber.next("sensor") { $0.text("event") == "lost" }
            try daemon.waitForLog("recorded 60 rows")
        }

        @Test func `with times at both ends of a clock do not stop the daemon`() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write(
                "wild.tiltlog",
                "#tiltlog=1\nt_ns,ax,ay,az\n-9223372036854775808,0,0,9.8\n0,0,0,9.8\n9223372036854775807,0,0,9.8\n"
            )
            let daemon = try DaemonProcess(in: directory, ["--replay", path, "--loop"])
            let subscriber = try daemon.subscribe()
            #expect(try subscriber.frames(5).count == 5)
            #expect(!daemon.hasEnded())
        }

        @Test func `from a pipe that brings nothing do not hold the daemon up`() throws {
            let directory = try ScratchDirectory()
            let path = directory.path("pipe")
            #expect(mkfifo(path, 0o600) == 0)
            let daemon = try DaemonProcess(in: directory, ["--replay", path])
            let subscriber = try daemon.subscribe()
            #expect(try subscriber.next("frame").text("state") == "none")
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
        }

        @Test func `with a name as long as a line still make a hello of 4096 bytes at most`() throws {
            let directory = try ScratchDirectory()
            let name = String(repeating: "\u{1}é", count: 1300)
            let log = "#tiltlog=1\n#name=\(name)\n#id=\(name)\n#device=\(name)\nt_ns,ax,ay,az\n0,0,0,9.8\n"
            let path = try directory.write("named.tiltlog", log)
            let subscriber = try DaemonProcess(in: directory, ["--replay", path, "--loop"]).connect()
            let hello = try #require(try subscriber.line())
            #expect(hello.count < 4096)
            #expect(try TestMessage(hello)["sensor"]?["name"]?.string?.isEmpty == false)
            try subscriber.request(#"{"type":"status"}"#)
            let status = try subscriber.next("status")
            #expect(status.description.utf8.count < 4096)
        }
    }
}
