import CLinux
import Foundation
import LinuxSystem
import Testing
import TiltCore

extension Executable {
    @Suite struct Status {
        private static let everything =
            #"{"type":"status","id":7,"include":["candidates","subscribers","healing"]}"#

        /// The lines of an answer with id 7, the summary last.
        private func answer(_ request: String = everything, of subscriber: TestSubscriber) throws
            -> [TestMessage]
        {
            try subscriber.request(request)
            var lines: [TestMessage] = []
            while lines.last?.type != "status" {
                let line = try #require(try subscriber.line())
                #expect(line.count < ProtocolVersion.longestLine)
                let message = try TestMessage(line)
                if message.number("id") == 7 { lines.append(message) }
            }
            return lines
        }

        @Test func `tells the details that were asked for, then the summary`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let subscriber = try daemon.subscribe()
            _ = try subscriber.ask(#"{"type":"subscribe","rate_hz":25}"#)
            let lines = try answer(of: subscriber)
            #expect(lines.map(\.type) == ["candidate", "subscriber", "healing", "status"])
            #expect(lines[2].text("event") == "found")
            #expect(try #require(lines[2].number("t_ns")) < Double(MonotonicClock.now()))
            #expect(lines[0]["open"] == .bool(true))
            #expect(lines[0].text("kind") == "log")
            let own = lines[1]
            #expect(own.number("pid") == Double(getpid()))
            #expect(own.number("uid") == Double(geteuid()))
            #expect(own.number("gid") == Double(getegid()))
            let command = try String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
            #expect(own.text("command") == command.trimmingCharacters(in: .newlines))
            #expect(own.number("rate_hz") == 25)
            #expect(own["paused"] == .bool(false))
            #expect(own["self"] == .bool(true))
            #expect(own.number("dropped") == 0)
            #expect(own.number("connected_s") != nil && own.number("queued_bytes") != nil)
            let plain = try answer(#"{"type":"status","id":7}"#, of: subscriber)
            #expect(plain.map(\.type) == ["status"])
        }

        @Test func `splits the latency and measures the sensor's rate`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            var last = try subscriber.ask(#"{"type":"status"}"#, answer: "status")
            try Patience.wait(for: "a second of samples") {
                _ = try subscriber.frames(10)
                last = try subscriber.ask(#"{"type":"status"}"#, answer: "status")
                return last.number("sample_hz") != nil
            }
            #expect(try abs(#require(last.number("sample_hz")) - 200) < 1)
            let latency = try #require(last["latency"])
            #expect(try #require(latency["samples"]?.number) > 20)
            for part in ["read", "published", "sent"] {
                let median = try #require(latency[part]?["p50_us"]?.number)
                #expect(try median > 0 && #require(latency[part]?["p99_us"]?.number) >= median)
            }
        }

        @Test func `shows the lag of a reader that stops, and none of one that reads`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let stopped = try daemon.subscribe()
            let reading = try daemon.subscribe()
            _ = try reading.frames(100)
            let subscribers = try answer(of: reading).filter { $0.type == "subscriber" }
            #expect(subscribers.count == 2)
            let own = try #require(subscribers.first { $0["self"] != nil })
            let other = try #require(subscribers.first { $0["self"] == nil })
            // A hundred frames are two seconds; six of them lie in the kernel.
            let lag = try #require(other.number("lag_ms"))
            #expect(lag > 1500, "\(other)")
            #expect(try #require(own.number("lag_ms")) < lag / 2)
            #expect(try #require(other.number("dropped")) > 60)
            #expect(try #require(other.number("queued_bytes")) > 4000)
            _ = try stopped.frames(12)
        }

        /// A request that is refused, and a part of what is said.
        struct Bad: CustomTestStringConvertible {
            let include: String
            let code: String
            let says: String
            var testDescription: String { include }
        }

        @Test(arguments: [
            Bad(
                include: #"["candidates","everything"]"#, code: "unknown-word",
                says: #"include "everything": expected candidates, subscribers, healing"#),
            Bad(include: #""candidates""#, code: "wrong-kind", says: "include is a string"),
            Bad(include: "[7]", code: "wrong-kind", says: "include is a number"),
            Bad(include: #"[["healing"]]"#, code: "wrong-kind", says: "include is an array"),
            Bad(include: "null", code: "wrong-kind", says: "include is null"),
            Bad(include: #"{"healing":true}"#, code: "wrong-kind", says: "include is an object"),
        ])
        func `refuses a detail that there is not, with an error that says which there are`(_ bad: Bad) throws
        {
            let directory = try ScratchDirectory()
            let subscriber = try DaemonProcess.replaying(in: directory).subscribe()
            try subscriber.request(#"{"type":"status","id":9,"include":\#(bad.include)}"#)
            let error = try subscriber.next("error")
            #expect(error.number("id") == 9)
            #expect(error.text("code") == bad.code)
            #expect(error.text("message")?.contains(bad.says) == true, "\(error)")
            #expect(try answer(of: subscriber).last?.type == "status")
        }

        @Test func `of 256 subscribers comes whole, each line within its bounds`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, ["--set", "shadow.rate_hz=10"])
            let others = try (0..<255).map { _ in try daemon.subscribe() }
            let lines = try answer(of: try daemon.subscribe())
            #expect(lines.count { $0.type == "subscriber" } == 256)
            #expect(lines.count { $0["self"] != nil } == 1)
            #expect(lines.last?.number("subscribers") == 256)
            _ = others
        }

        @Test func `asked by 256 who do not read costs no memory and no frame of the others`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, ["--set", "shadow.rate_hz=20"])
            let crowd = Crowd(try (0..<40).map { _ in try daemon.subscribe() })
            let askers = try (0..<216).map { _ in try daemon.subscribe() }
            try crowd.read(5)
            let before = try residentKilobytes(daemon)
            for _ in 0..<8 {
                for asker in askers { try asker.send(Self.everything + "\n" + Self.everything + "\n") }
                try crowd.read(4)
            }
            let grown = try residentKilobytes(daemon) - before
            #expect(crowd.gaps == [])
            // Each may have a piece of an answer and a buffer of requests waiting: 216 · 12 kB.
            #expect(grown < 4096, "\(grown) kB")
            #expect(try answer(of: try #require(askers.last)).last?.type == "status")
        }

        private func residentKilobytes(_ daemon: DaemonProcess) throws -> Int {
            try #require(Int(try daemon.status("VmRSS").split(separator: " ")[0]))
        }

        @Test func `names the process it closes or refuses in the log`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(
                in: directory, ["--set", "socket.max_subscribers=1", "--set", "log.level=debug"])
            let own = "(pid \(getpid()), uid \(geteuid()))"
            let subscriber = try daemon.subscribe()
            #expect(try daemon.connect().rest().last?.text("code") == "too-many")
            try subscriber.send(String(repeating: "x", count: 5000))
            #expect(try subscriber.rest().last?.text("code") == "line-too-long")
            try daemon.waitForLog("a line is longer")
            let lines = daemon.log.split(separator: "\n").filter { $0.contains(own) }
            #expect(lines.contains { $0.contains("debug: subscriber connected: ") })
            #expect(lines.contains { $0.contains("warning: refused subscriber ") })
            #expect(lines.contains { $0.contains("warning: closing subscriber ") })
        }
    }
}
