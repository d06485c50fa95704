import CLinux
import Testing
import TiltCore

extension Executable {
    @Suite struct Options {
        /// A device held still at a roll of 0.5 rad, of which the defaults make an offset of 5 points.
        private func still(in directory: ScratchDirectory) throws -> DaemonProcess {
            try .replaying(TestLog.resting(roll: 0.5), in: directory)
        }

        /// An option and what it makes of that pose.
        struct Case: CustomTestStringConvertible {
            let option: String
            let x: Double
            let y: Double
            var testDescription: String { option }
        }

        @Test(arguments: [
            Case(option: #""gain":20"#, x: 10, y: 0),
            Case(option: #""gain":-10"#, x: -5, y: 0),
            Case(option: #""limit":3"#, x: 3, y: 0),
            Case(option: #""mapping":"projection""#, x: 4.79, y: 0),
            Case(option: #""mapping":"seed""#, x: 5, y: 0),
            Case(option: #""reference":"startup""#, x: 0, y: 0),
            Case(option: #""display_rotation":180"#, x: -5, y: 0),
            Case(option: #""lookahead_ms":16"#, x: 5, y: 0),
            Case(option: #""gain":100,"limit":40"#, x: 40, y: 0),
        ])
        func `changes the offset`(_ option: Case) throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            _ = try subscriber.next("frame") { $0.number("x").map { abs($0 - 5) < 0.02 } == true }
            let answer = try subscriber.ask(#"{"type":"subscribe","id":7,"# + option.option + "}")
            #expect(answer.number("id") == 7)
            let frame = try subscriber.next("frame")
            #expect(abs((frame.number("x") ?? .nan) - option.x) < 0.02)
            #expect(abs((frame.number("y") ?? .nan) - option.y) < 0.02)
        }

        @Test func `turns the offset with the picture`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            for degrees in [90, 270] {
                _ = try subscriber.ask(#"{"type":"subscribe","display_rotation":\#(degrees)}"#)
                let frame = try subscriber.next("frame")
                #expect(abs(frame.number("x") ?? .nan) < 0.02)
                #expect(abs(abs(frame.number("y") ?? .nan) - 5) < 0.02)
            }
        }

        @Test func `divides the tick by the rate`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            let answer = try subscriber.ask(#"{"type":"subscribe","rate_hz":10}"#)
            #expect(answer.number("rate_hz") == 10)
            let times = try subscriber.frames(6).compactMap { $0.number("t_ns") }
            for (earlier, later) in zip(times, times.dropFirst()) { #expect(later - earlier > 90_000_000) }
        }

        @Test func `runs the tick at the fastest rate asked for and falls back`() throws {
            let directory = try ScratchDirectory()
            let daemon = try still(in: directory)
            let slow = try daemon.subscribe()
            do {
                let fast = try daemon.subscribe()
                _ = try fast.ask(#"{"type":"subscribe","rate_hz":200}"#)
                let status = try slow.ask(#"{"type":"status"}"#, answer: "status")
                #expect(status.number("tick_hz") == 200)
            }
            try Patience.wait(for: "the slower tick") {
                try slow.ask(#"{"type":"status"}"#, answer: "status").number("tick_hz") == 50
            }
        }

        @Test func `keeps the tick going while somebody changes its rate without end`() throws {
            let directory = try ScratchDirectory()
            let daemon = try still(in: directory)
            let patient = try daemon.subscribe()
            func ticks() throws -> Double {
                try patient.ask(#"{"type":"status"}"#, answer: "status").number("ticks") ?? .nan
            }
            let before = try ticks()
            let restless = try (0..<4).map { _ in try daemon.subscribe() }
            for round in 0..<40 {
                for (index, subscriber) in restless.enumerated() {
                    _ = try subscriber.ask(
                        #"{"type":"subscribe","rate_hz":\#(50 + (round + index) % 2)}"#)
                    // Together more than the 320 ms of 16 ticks; no two requests as far apart as two ticks.
                    _ = poll(nil, 0, 2)
                }
            }
            #expect(try ticks() - before > 5)
        }

        @Test func `reads on after it has said all`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            try subscriber.request(#"{"type":"subscribe","gain":20}"#)
            #expect(shutdown(subscriber.descriptor, CInt(SHUT_WR)) == 0)
            #expect(try subscriber.next("ok").number("gain") == 20)
            #expect(try subscriber.frames(5).count == 5)
        }

        @Test func `carries up where it is asked for`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            _ = try subscriber.ask(#"{"type":"subscribe","include":["up"]}"#)
            let frame = try subscriber.next("frame")
            guard case .array(let up)? = frame["up"] else {
                throw TestSubscriber.Ended(after: frame.description)
            }
            let length = up.compactMap(\.number).reduce(0) { $0 + $1 * $1 }
            #expect(up.count == 3 && abs(length - 1) < 0.001)
            _ = try subscriber.ask(#"{"type":"subscribe","include":[]}"#)
            #expect(try subscriber.next("frame")["up"] == nil)
        }

        @Test func `sends only changes, and at least one a second`() throws {
            let directory = try ScratchDirectory()
            let daemon = try still(in: directory)
            let subscriber = try daemon.subscribe()
            _ = try subscriber.next("frame") { $0.number("x") == 5 }
            _ = try subscriber.ask(#"{"type":"subscribe","when":"changed"}"#)
            let frames = try subscriber.frames(3).compactMap { $0.number("t_ns") }
            #expect(frames[2] - frames[1] >= 1_000_000_000)
            _ = try subscriber.ask(#"{"type":"subscribe","when":"always"}"#)
            #expect(try subscriber.frames(2)[1].sequence >= 0)
        }

        @Test func `takes the pose of now as neutral`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(TestLog.rocking(seconds: 2), in: directory)
            let subscriber = try daemon.subscribe()
            _ = try subscriber.ask(#"{"type":"subscribe","reference":"startup"}"#)
            _ = try subscriber.next("frame") { ($0.number("x") ?? 0).magnitude > 2 }
            _ = try subscriber.ask(#"{"type":"recentre"}"#)
            #expect((try subscriber.next("frame").number("x") ?? .nan).magnitude < 1.5)
        }

        @Test func `is silent while paused and goes on where it was told to`() throws {
            let directory = try ScratchDirectory()
            let daemon = try still(in: directory)
            let subscriber = try daemon.subscribe()
            let other = try daemon.subscribe()
            #expect(try subscriber.ask(#"{"type":"pause"}"#)["paused"] == .bool(true))
            _ = try other.frames(10)
            try subscriber.request(#"{"type":"resume","id":"back"}"#)
            let answer = try subscriber.message()
            #expect(answer.type == "ok", "no frame came while it was paused")
            #expect(answer.text("id") == "back")
            let frame = try subscriber.next("frame")
            #expect(frame.dropped == 0, "nothing was missed: nothing was wanted")
        }

        @Test func `describes itself`() throws {
            let directory = try ScratchDirectory()
            let subscriber = try still(in: directory).subscribe()
            _ = try subscriber.next("frame") { $0.text("state") == "tracking" }
            let status = try subscriber.ask(#"{"type":"status","id":3}"#, answer: "status")
            #expect(status.number("id") == 3)
            #expect(status.text("state") == "tracking")
            #expect(status.number("subscribers") == 1)
            #expect(status.number("tick_hz") == 50)
            #expect(status["sensor"]?["kind"]?.string == "log")
            #expect(status.number("rejected") == 0 && status.number("clipped") == 0)
            #expect(status["complaints"] == .array([]))
            guard case .array(let candidates)? = status["candidates"] else {
                throw TestSubscriber.Ended(after: status.description)
            }
            #expect(candidates.count == 1)
            #expect(candidates.first?["open"] == .bool(true))
        }

        @Test func `says what its readings speak against the sensor, in status and in the log`() throws {
            let directory = try ScratchDirectory()
            // -124 for one reading in ten: at 0.5 rad z is 8.6 m/s².
            let rows = TestLog.resting(roll: 0.5).split(separator: "\n")
            let text = rows.enumerated().map { index, row in
                guard index % 10 == 5, let comma = row.lastIndex(of: ",") else { return "\(row)\n" }
                return "\(row[...comma])-124\n"
            }
            let daemon = try DaemonProcess.replaying(text.joined(), in: directory)
            let subscriber = try daemon.subscribe()
            _ = try subscriber.next("frame") { $0.number("x").map { abs($0 - 5) < 0.02 } == true }
            for _ in 0..<25 { #expect(abs((try subscriber.next("frame").number("x") ?? .nan) - 5) < 0.02) }
            let status = try subscriber.ask(#"{"type":"status"}"#, answer: "status")
            #expect((status.number("rejected") ?? 0) >= 4)
            guard case .array(let complaints)? = status["complaints"] else {
                throw TestSubscriber.Ended(after: status.description)
            }
            #expect(complaints.first?["code"]?.string == "accelerometer-spikes")
            #expect(complaints.first?["hint"]?.string?.contains("tiltshadow record") == true)
            #expect(daemon.log.contains("the accelerometer gives values that are none"))
        }
    }
}
