import Testing

@testable import TiltPreview

/// What a connection answers to heads, byte by byte as they come.
@Suite struct `Heads of requests` {
    /// Sends one head to a connection of its own; gives what is answered.
    private func answer(target: String = "/", headers: [String] = []) throws -> String {
        let connection = try `Connections that dawdle`.Connection()
        let lines = ["GET \(target) HTTP/1.1", "Host: 127.0.0.1"] + headers
        try connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        let answer = try connection.answers()
        try connection.finish()
        return answer
    }

    @Test(arguments: [
        ("/" + String(repeating: "a", count: 20_000), 0, 0), ("/", 1, 20_000), ("/", 3, 12_000),
        ("/", 110, 5),
    ])
    func `are refused where they are too large, with all limits`(target: String, count: Int, length: Int)
        throws
    {
        let headers = (0..<count).map { "X-\($0): " + String(repeating: "b", count: length) }
        let answer = try answer(target: target, headers: headers)
        #expect(answer.hasPrefix("HTTP/1.1 431 "), "\(answer)")
        #expect(
            answer.hasSuffix(
                "its target and the names and values of its headers may have 16384 bytes each, together 32768, "
                    + "and there may be 100 headers.\n"
            ),
            "\(answer)")
    }

    @Test(arguments: ["/" + String(repeating: "a", count: 16_000), "/icon.svg"])
    func `are read up to these limits`(target: String) throws {
        let headers = (0..<98).map { "X-\($0): " + String(repeating: "b", count: 150) }
        let answer = try answer(target: target, headers: headers)
        #expect(answer.hasPrefix(target == "/icon.svg" ? "HTTP/1.1 200 " : "HTTP/1.1 404 "), "\(answer)")
    }

    @Test(arguments: [
        ("http://127.0.0.1:8017/icon.svg", "200"), ("http://localhost/icon.svg", "200"),
        ("http://127.0.0.1:8017", "200"), ("http://evil.example/icon.svg", "403"),
        ("http://127.0.0.1:8017/none", "404"), ("https://127.0.0.1:8017/icon.svg", "404"),
    ])
    func `may name the host in the target`(target: String, status: String) throws {
        #expect(try answer(target: target).hasPrefix("HTTP/1.1 \(status) "))
    }
}
