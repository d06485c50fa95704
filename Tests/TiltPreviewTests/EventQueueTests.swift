import NIOCore
import Testing

@testable import TiltPreview

@Suite struct `Event queue` {
    /// What a page reads, one event a row.
    private func text(_ queue: inout EventQueue) -> [String] {
        String(buffer: queue.take()).split(separator: "\n\n").map(String.init)
    }

    private func add(_ line: String, isFrame: Bool = false, to queue: inout EventQueue) -> Bool {
        Array(line.utf8).withUnsafeBufferPointer { queue.add(line: $0, isFrame: isFrame) }
    }

    @Test func `keeps every message and the newest frame alone, in the order in which they came`() {
        var queue = EventQueue()
        let lines = ["hello", "frame 1", "sensor", "frame 2", "ok", "frame 3", "frame 4", "error"]
        for line in lines {
            let isFine = add(line, isFrame: line.hasPrefix("frame"), to: &queue)
            #expect(isFine)
        }
        let events = text(&queue)
        #expect(events == ["data: hello", "data: sensor", "data: ok", "data: frame 4", "data: error"])
        #expect(queue.isEmpty)
    }

    @Test func `holds no more for a thousand frames than for one`() {
        var queue = EventQueue()
        let frame = String(repeating: "x", count: 200)
        for _ in 0..<1000 { _ = add(frame, isFrame: true, to: &queue) }
        let size = queue.take().readableBytes
        #expect(size == 200 + "data: \n\n".utf8.count)
    }

    @Test func `says where messages that must not be lost become too many`() {
        var queue = EventQueue()
        let message = String(repeating: "x", count: 4096)
        var count = 0
        while add(message, to: &queue) { count += 1 }
        #expect(count == EventQueue.longest / (4096 + "data: \n\n".utf8.count))
    }

    @Test func `makes no second field of a line, whatever is in it`() {
        var queue = EventQueue()
        _ = add("{\"a\":\r1}", to: &queue)
        let events = text(&queue)
        #expect(events == ["data: {\"a\": 1}"])
    }

    @Test func `names events of our own`() {
        var queue = EventQueue()
        queue.add("retry: 500\n")
        let isFine = queue.add(event: "page", data: "{}")
        #expect(isFine)
        let events = text(&queue)
        #expect(events == ["retry: 500\nevent: page\ndata: {}"])
    }
}
