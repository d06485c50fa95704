import CLinux
import LinuxSystem
import Testing
import TiltCore

@testable import TiltDaemon

/// What it answers, and to whom it stops listening.
extension `The publisher` {
    @Test func `answers in the order of the requests`() throws {
        let subscriber = try connect()
        let answers = try ask(
            subscriber,
            "{\"type\":\"recentre\",\"id\":1}\n{\"type\":\"status\",\"id\":2}\nx\n\n{\"type\":\"pause\"}")
        #expect(answers.map(\.type) == ["hello", "ok", "status", "error", "ok"])
        #expect(answers[2].number("answer") == 42)
        #expect(answers[4]["paused"] == .bool(true))
    }

    @Test func `closes one that sends too much, after telling why`() throws {
        let subscriber = try connect()
        _ = try ask(subscriber, String(repeating: "x", count: 4096))
        try settle()
        _ = subscriber.readyLines()
        #expect(subscriber.isAtEnd)
        #expect(publisher.count == 0)
    }

    @Test func `reads what one has sent before it closes, so that its end is an end and no error`() throws {
        let subscriber = try connect()
        try subscriber.send(String(repeating: "x", count: 60_000))
        try settle()
        #expect(try messages(subscriber).map(\.type) == ["hello", "error"])
        var byte: UInt8 = 0
        #expect(recv(subscriber.descriptor, &byte, 1, CInt(MSG_DONTWAIT)) == 0)
    }

    @Test func `takes no more requests from one that does not read its answers`() throws {
        let subscriber = try connect()
        let status = #"{"type":"status"}"#
        // 50 answers are few bytes; the bound is on what waits, not on what was asked.
        for _ in 0..<50 { try subscriber.request(status) }
        try settle()
        publish(1...100)
        try settle()
        #expect(publisher.count == 1)
        var messages: [TestMessage] = []
        for _ in 0..<200 {
            messages += try self.messages(subscriber)
            try settle()
        }
        #expect(messages.count { $0.type == "status" } == 50)
        #expect(messages.last { $0.type == "frame" }?.sequence == 100)
    }

    @Test func `gives details as they are read, in order, and holds back what was asked behind them`() throws
    {
        let subscriber = try connect()
        let request = #"{"type":"status","id":7,"include":["subscribers","candidates"]}"#
        var messages = try ask(subscriber, request + "\n{\"type\":\"recentre\",\"id\":8}")
        #expect(messages.count < 60, "no more than the socket takes")
        publish(1...1)
        for _ in 0..<500 where messages.last?.number("id") != 8 {
            try settle()
            messages += try self.messages(subscriber)
        }
        let frames = messages.count { $0.type == "frame" }
        #expect(frames == 1, "the list does not keep a frame from one who reads")
        messages.removeAll { $0.type == "frame" }
        let types = ["hello"] + Array(repeating: "candidate", count: 500) + ["subscriber", "status", "ok"]
        #expect(messages.map(\.type) == types)
        #expect(messages[1...500].compactMap { $0.number("index") } == (0..<500).map(Double.init))
        #expect(messages[1...502].allSatisfy { $0.number("id") == 7 })
        #expect(messages[502].number("answer") == 42)
        #expect(messages[501]["self"] == .bool(true))
        #expect(messages[501].number("pid") == Double(getpid()))
    }

    @Test func `keeps the same few bytes for whoever does not read a list, however often it is asked`() throws
    {
        let subscriber = try connect()
        try subscriber.request(#"{"type":"status","include":["candidates"]}"#)
        try settle()
        let held = publisher.subscribers.values.map(\.heldBytes)
        for _ in 0..<40 {
            try subscriber.request(#"{"type":"status","include":["candidates","subscribers","healing"]}"#)
            try settle()
        }
        #expect(publisher.subscribers.values.map(\.heldBytes) == held)
        #expect(held.allSatisfy { $0 <= 2 * 4096 })
    }
}
