import CLinux
import Foundation
import LinuxSystem
import Testing

extension Executable {
    @Suite struct Recordings {
        /// The rows of a log without its header, and their times relative to the first.
        private func rows(_ text: String) -> (times: [Int64], counts: [String]) {
            let rows = text.split(separator: "\n").filter { $0.first?.isNumber == true }
            let fields = rows.map { $0.split(separator: ",", maxSplits: 1) }
            let times = fields.compactMap { Int64($0[0]) }
            return (times.map { $0 - (times.first ?? 0) }, fields.map { String($0.dropFirst().first ?? "") })
        }

        /// Where a recording goes, and the most that a file may have there, in blocks of 512 bytes.
        struct Place: CustomTestStringConvertible {
            let name: String
            let blocks: Int?
            var testDescription: String {
                (name == "-" ? "standard output" : "a file") + (blocks == nil ? "" : ", on a full disk")
            }
        }

        /// A limit of the size of files stands for a full disk: the kernel takes half a row, then says `EFBIG`.
        @Test(arguments: [
            Place(name: "out.tiltlog", blocks: nil), Place(name: "out.tiltlog", blocks: 8),
            Place(name: "-", blocks: nil), Place(name: "-", blocks: 8),
        ])
        func `are exactly what was given, on a full disk up to the last whole row`(_ place: Place)
            throws
        {
            let directory = try ScratchDirectory()
            let (isFull, isOutput) = (place.blocks != nil, place.name == "-")
            let played = TestLog.counts(rows: isFull ? 400 : 150)
            let log = try directory.write("in.tiltlog", played)
            // What is there already is left alone: standard output may be another's file, and `-` is no name.
            let theirs = isOutput ? String(repeating: "a line of another's\n", count: 50) : ""
            try directory.write("theirs", theirs)
            try directory.write("-", "precious")
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--record", place.name],
                preamble: "cd '\(directory.path)'" + (isOutput ? "; exec >>out.tiltlog; cat theirs" : "")
                    + (place.blocks.map { "; ulimit -f \($0)" } ?? ""))
            let subscriber = try daemon.subscribe()
            if isFull {
                try daemon.waitForLog("recording ended after")
                #expect(try subscriber.frames(3).count == 3, "it serves on")
            } else {
                let lost = try subscriber.next("sensor") { $0.text("event") == "lost" }
                #expect(lost.text("reason")?.contains("the log has ended") == true)
                _ = try subscriber.next("frame") { $0.text("state") != "tracking" }
            }
            // The same sensor might come back: the log's end is the daemon's.
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd() == .exit(0))

            #expect(directory.text("-") == "precious")
            let text = directory.text("out.tiltlog")
            #expect(text.hasPrefix(theirs))
            let recorded = String(text.dropFirst(theirs.count))
            #expect(recorded.hasPrefix("#tiltlog=1\n"))
            #expect(recorded.contains("#accel_scale=0.0006,0.0006,0.0006\n"))
            let (given, taken) = (rows(played), rows(recorded))
            #expect(taken.counts == Array(given.counts.prefix(taken.counts.count)))
            #expect(taken.times == Array(given.times.prefix(taken.times.count)))
            let problem = LogFileCheck.problem(in: try directory.write("alone.tiltlog", recorded))
            if isFull {
                #expect(taken.counts.count > 20 && text.utf8.count <= 4096)
                #expect(recorded.hasSuffix("\n") && !recorded.contains("#end"))
                #expect(problem?.contains("cut off") == true, "\(problem ?? "nothing")")
            } else {
                #expect(daemon.log.contains("recorded 150 rows"))
                #expect(recorded.hasSuffix("#end samples=150 dropped=0\n"))
                #expect(problem == nil)
            }
        }

        /// Nobody reads the pipe; at 4 kHz it and the queue before it are full at once.
        @Test func `to a pipe that pauses keep nobody waiting, not even at the end`() throws {
            let directory = try ScratchDirectory()
            let pipe = directory.path("pipe")
            #expect(mkfifo(pipe, 0o600) == 0)
            let reader = try OwnedDescriptor.open(pipe, O_RDONLY | O_NONBLOCK)
            // Before anything is in it, or the kernel refuses.
            let setPipeSize: CInt = 1031
            #expect(clinux_fcntl(reader.raw, setPipeSize, 4096) >= 0)
            let log = try directory.write("l.tiltlog", TestLog.counts(rows: 8000, interval: 250_000))
            let daemon = try DaemonProcess(
                in: directory, ["--replay", log, "--loop", "--record", "-"], preamble: "exec >'\(pipe)'")
            let subscriber = try daemon.subscribe()
            try daemon.waitForLog("is behind")
            #expect(try subscriber.frames(10).count == 10)
            daemon.signal(SIGTERM)
            #expect(try subscriber.rest().last?.type == "goodbye")
            #expect(try daemon.waitForEnd() == .exit(0))
            #expect(daemon.log.contains("not written"))
        }
    }
}
