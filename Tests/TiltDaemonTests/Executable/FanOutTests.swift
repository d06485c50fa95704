import Testing
import TiltCore

extension Executable {
    @Suite struct `Fan-out` {
        /// Slow enough for a loaded machine: the six frames that the kernel holds for a reader last 0.3 s.
        private let pace = ["--set", "shadow.rate_hz=20"]

        @Test func `says hello first and sends frames at once, unasked`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory)
            let subscriber = try daemon.connect()
            let hello = try subscriber.message()
            #expect(hello.type == "hello")
            #expect(hello.number("protocol") == 1)
            #expect(hello.number("rate_hz") == 50)
            #expect(hello["sensor"]?["kind"]?.string == "log")
            let frames = try subscriber.frames(10)
            #expect(frames.allSatisfy { $0.number("x") != nil && $0.number("t_ns") != nil })
            #expect(frames.last?.text("state") == "tracking")
            for (earlier, later) in zip(frames, frames.dropFirst()) {
                let time = try #require(later.number("t_ns")) - (try #require(earlier.number("t_ns")))
                #expect(time >= Double(later.sequence - earlier.sequence) * 20_000_000)
            }
        }

        @Test func `gives 256 subscribers every frame`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, pace)
            let crowd = Crowd(try (0..<256).map { _ in try daemon.subscribe() })
            try crowd.read(30)
            #expect(crowd.gaps == [])
        }

        @Test func `refuses one more than max_subscribers, and takes one again when another leaves`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, ["--set", "socket.max_subscribers=3"])
            var members = try (0..<3).map { _ in try daemon.subscribe() }
            let refused = try daemon.connect().rest()
            #expect(refused.map(\.type) == ["error"])
            #expect(refused.first?.text("code") == "too-many")
            #expect(refused.first?.text("message")?.contains("3") == true)
            #expect(try members[0].frames(2).count == 2)
            members.removeLast()
            try Patience.wait(for: "a free place") {
                try daemon.connect().message().type == "hello"
            }
        }

        @Test func `a reader that stops costs a hundred others nothing and wakes up to fresh frames`() throws
        {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, pace)
            let stopped = try daemon.subscribe()
            let crowd = Crowd(try (0..<99).map { _ in try daemon.subscribe() })
            try crowd.read(40)
            #expect(crowd.gaps == [])

            let newest = try #require(crowd.sequences.compactMap(\.last).max())
            let frames = try stopped.frames(12)
            for (earlier, later) in zip(frames, frames.dropFirst()) {
                #expect(later.sequence == earlier.sequence + 1 + later.dropped)
            }
            let stale = frames.prefix { $0.sequence < newest }
            #expect(
                stale.count <= 8, "six whole frames in the kernel, a half-sent one and the one that waited")
            #expect(frames.reduce(0) { $0 + $1.dropped } >= 20)
            #expect(frames.count { $0.dropped > 0 } == 1)

            let status = try stopped.ask(#"{"type":"status"}"#, answer: "status")
            #expect(status.number("dropped") == Double(frames.reduce(0) { $0 + $1.dropped }))
            try crowd.read(2)
            #expect(crowd.gaps == [])
        }

        @Test func `a strict reader that stops wakes up to one old frame`() throws {
            let directory = try ScratchDirectory()
            let daemon = try DaemonProcess.replaying(in: directory, pace)
            let stopped = try daemon.subscribe()
            _ = try stopped.ask(#"{"type":"subscribe","strict":true}"#)
            let clock = try daemon.subscribe()
            let last = try clock.frames(20)[19]
            let frames = try stopped.frames(10)
            for (earlier, later) in zip(frames, frames.dropFirst()) {
                #expect(later.sequence == earlier.sequence + 1 + later.dropped)
            }
            // Frames from before the request and one after it were in the kernel.
            let firstGap = try #require(frames.firstIndex { $0.dropped > 0 })
            #expect(firstGap <= 2)
            #expect(frames[firstGap].sequence >= last.sequence)
        }
    }
}
