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
            _ = try subscriber.next("frame") { $0.text("state") != "tracking" }
            // The same sensor might come back: the log's end is the daemon's.
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(daemon.log.contains("recorded 150 rows"))
            let recorded = directory.text("out.tiltlog")
            #expect(rows(recorded).times == rows(played).times)
            #expect(rows(recorded).counts == rows(played).counts)
            #expect(recorded.hasSuffix("#end samples=150 dropped=0\n"))
            #expect(recorded.contains("#accel_scale=0.0006,0.0006,0.0006\n"))
        }

        @Test func `ends a recording on a full disk with a valid file, and serves on`() throws {
            let directory = try ScratchDirectory()
            let path = try directory.write("in.csv", TestLog.rocking(seconds: 20))
            // Blocks of 512 bytes: a disk that is full after a second's rows.
            let daemon = try DaemonProcess(
                in: directory, ["--replay", path, "--record", directory.path("out.tiltlog")],
                preamble: "ulimit -f 16")
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

        /// Blocks of 512 bytes that a file may have, and how the shell opens it.
        @Test(arguments: [(8, ">"), (8, ">>"), (0, ">"), (0, ">>")])
        func `leaves alone what is there, where standard output is on a full disk`(
            blocks: Int, opening: String
        ) throws {
            let directory = try ScratchDirectory()
            let log = try directory.write("in.tiltlog", TestLog.counts(rows: 400))
            let theirs = String(repeating: "a line of another's\n", count: 50)
            _ = try directory.write("theirs", theirs)
            _ = try directory.write("-", "precious")
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--record", "-"],
                preamble: """
                    cd '\(directory.path)'; exec \(opening)out 2>/dev/null
                    cat theirs; ulimit -f \(blocks)
                    """)
            let subscriber = try daemon.subscribe()
            try Timeout.wait(for: "the recording to end") {
                // No more than 50 questions a second are answered.
                _ = try subscriber.frames(3)
                let status = try subscriber.ask(#"{"type":"status"}"#, answer: "status")
                return status.text("recording_warning") != nil
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(directory.text("-") == "precious")
            let text = directory.text("out")
            #expect(text.hasPrefix(theirs))
            let recorded = text.dropFirst(theirs.count)
            #expect(
                blocks == 0
                    ? recorded.isEmpty : recorded.hasPrefix("#tiltlog=1\n") && recorded.hasSuffix("\n"))
        }
    }
}
