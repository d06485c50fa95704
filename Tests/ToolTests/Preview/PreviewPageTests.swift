import Foundation
import Testing

/// What a browser gets besides the stream, and what others get.
@Suite struct `Preview page` {
    @Test func `is what lies in its folder, with headers that keep it to itself`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        let page = try await preview.request()
        let folder = BuiltProducts.source("Sources/TiltPreview/Page")
        #expect(page.status == 200)
        #expect(
            page.body
                == (try String(contentsOf: folder.appendingPathComponent("index.html"), encoding: .utf8)))
        let expected = [
            "content-type": "text/html; charset=utf-8", "cache-control": "no-cache",
            "content-security-policy":
                "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "x-content-type-options": "nosniff", "referrer-policy": "no-referrer",
            "permissions-policy": "accelerometer=(self), gyroscope=(self)",
            "cross-origin-resource-policy": "same-origin",
        ]
        for (name, value) in expected { #expect(page.headers[name] == value, "\(name)") }
        let tag = try #require(page.headers["etag"])
        #expect(try await preview.request("GET", "/?probe=1", ["If-None-Match": tag]).status == 304)
        #expect(try await preview.request("GET", "/", ["If-None-Match": "\"0\""]).status == 200)
        let head = try await preview.request("HEAD", "/index.html")
        #expect(head.headers["content-length"] == page.headers["content-length"])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            #expect(try await preview.request("GET", "/\(name)").status == 200, "\(name)")
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var target = "/"
        var headers: [String: String?] = [:]
        var body = ""
        var status: Int
        var testDescription: String { "\(method) \(target) \(headers)".prefix(100) + " \(status)" }
    }

    static let json: [String: String?] = ["Content-Type": "application/json", "X-Tiltshadow-Token": "x"]
    static let refused = [
        Refused(target: "/../../../../etc/passwd", status: 404),
        Refused(target: "/%2e%2e/%2e%2e/etc/passwd", status: 404),
        Refused(target: "//etc/passwd", status: 404),
        Refused(target: "/Page/index.html", status: 404),
        Refused(headers: ["Host": nil], status: 403),
        Refused(headers: ["Host": "evil.example"], status: 403),
        Refused(target: "/stream", headers: ["Host": "evil.example:8017"], status: 403),
        Refused(target: "/stream", headers: ["Origin": "http://evil.example"], status: 403),
        Refused(target: "/stream", headers: ["Sec-Fetch-Site": "cross-site"], status: 403),
        Refused(method: "POST", target: "/request", headers: ["Origin": "null"], body: "{}", status: 403),
        Refused(method: "POST", target: "/request", headers: json, body: "{}", status: 403),
        Refused(
            method: "POST", target: "/request", headers: ["Content-Type": "text/plain"], body: "{}",
            status: 415),
        Refused(method: "POST", target: "/request", body: "{}", status: 415),
        Refused(method: "PUT", body: "x", status: 405),
        Refused(method: "DELETE", target: "/stream", status: 405),
        Refused(method: "HEAD", target: "/stream", status: 405),
        Refused(method: "GET", target: "/request", status: 405),
        Refused(method: "NON SENSE", status: 400),
        Refused(headers: ["X": String(repeating: "x", count: 40_000)], status: 431),
    ]

    @Test func `is not given to others, nor anything else`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        for given in Self.refused {
            let response = try await preview.request(
                given.method, given.target, given.headers, body: given.body)
            #expect(response.status == given.status, "\(given)")
            #expect(response.headers["content-security-policy"] != nil, "\(given)")
            #expect(!response.body.contains("root:"), "\(given)")
        }
        #expect(try await preview.request().status == 200)
    }

    @Test func `comes again and again on one connection, and to one that sends no more`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        let socket = try HTTPSocket(port: preview.port)
        let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for _ in 0..<3 {
            socket.send(request)
            #expect(try await socket.response().status == 200)
        }
        // Two at once, and then the end.
        socket.send(request + request)
        socket.finishSending()
        #expect(try await socket.response().status == 200)
        #expect(try await socket.response().status == 200)
        #expect(try await socket.take(1).isEmpty && socket.hasEnded)
    }

    @Test func `is no longer sent to who does not read it`() async throws {
        let preview = try await RunningPreview(["--socket", "/nowhere/s"])
        let before = preview.residentKilobytes
        var sockets: [HTTPSocket] = []
        for _ in 0..<2 {
            let socket = try HTTPSocket(port: preview.port, receiveBuffer: 4096)
            for _ in 0..<40 {
                socket.send(String(repeating: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 50))
            }
            sockets.append(socket)
        }
        #expect(try await preview.request().status == 200)
        #expect(preview.residentKilobytes - before < 4 * 1024)
    }
}
