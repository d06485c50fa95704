import Foundation
import Testing

/// A page as the server sees it: a stream of events, and requests with its token.
final class OpenPage {
    /// One Server-Sent Event.
    struct Event {
        var name = "message"
        var data = ""

        /// The data as an object.
        var object: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(data.utf8))) as? [String: Any] ?? [:]
        }

        /// What kind of message of the daemon it is; `nil` for an event of the server's own.
        var type: String? { name == "message" ? object["type"] as? String : nil }
    }

    let socket: HTTPSocket
    private let preview: RunningPreview
    private var text = ""
    /// From the event `page`, once that was read.
    private(set) var id = ""
    private(set) var token = ""

    init(_ preview: RunningPreview, receiveBuffer: CInt? = nil) throws {
        self.preview = preview
        socket = try HTTPSocket(port: preview.port, receiveBuffer: receiveBuffer)
        socket.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1:\(preview.port)\r\n\r\n")
    }

    /// The next event, or `nil` at the stream's end.
    func next() async throws -> Event? {
        while true {
            if let end = text.range(of: "\n\n") {
                let event = Self.event(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                guard let event else { continue }
                if event.name == "page" {
                    id = event.object["page"] as? String ?? ""
                    token = event.object["token"] as? String ?? ""
                }
                return event
            }
            guard try await readChunk() else { return nil }
        }
    }

    /// Skips to the first event for which `isWanted`; fails at the stream's end.
    func next(where isWanted: (Event) -> Bool) async throws -> Event {
        while true {
            let event = try #require(try await next(), "the stream ended")
            if isWanted(event) { return event }
        }
    }

    /// The next frame.
    func frame() async throws -> [String: Any] { try await next { $0.type == "frame" }.object }

    /// Asks the daemon something, as JSON.
    func ask(_ request: String, token: String? = nil, page: String? = nil) async throws -> HTTPSocket.Response
    {
        try await preview.request(
            "POST", "/request",
            ["Content-Type": "application/json", "X-Tiltshadow-Token": token ?? self.token],
            body: #"{"page":"\#(page ?? id)","request":\#(request)}"#)
    }

    private var hasHead = false

    private func readChunk() async throws -> Bool {
        if !hasHead {
            let head = try #require(try await socket.take(through: "\r\n\r\n"))
            #expect(head.contains("Content-Type: text/event-stream"))
            hasHead = true
        }
        guard let size = try await socket.take(through: "\r\n"),
            let count = Int(size.dropLast(1), radix: 16), count > 0
        else { return false }
        text += try await socket.take(count + 2).dropLast(1)
        return true
    }

    private static func event(_ lines: Substring) -> Event? {
        var event = Event()
        for line in lines.split(separator: "\n") {
            if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
            if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
        }
        return event.data.isEmpty ? nil : event
    }
}
