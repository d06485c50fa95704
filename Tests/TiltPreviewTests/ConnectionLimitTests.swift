import NIOCore
import NIOEmbedded
import Testing

@testable import TiltPreview

/// Connections that do not get on with what they want, in a time that passes only when it is told to.
@Suite struct `Connections that dawdle` {
    /// One connection as the server makes it.
    struct Connection {
        let registry: PageRegistry
        private let loop = EmbeddedEventLoop()
        private let channel: EmbeddedChannel

        init() throws {
            registry = PageRegistry(
                options: PreviewOptions(socket: "/nowhere/s"), rules: AccessRules(takesAnyAddress: false))
            channel = EmbeddedChannel(loop: loop)
            try PreviewServer.configure(channel, registry)
            try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 40_000)).wait()
        }

        /// Ends what a test left open.
        func finish() throws { _ = try channel.finish(acceptAlreadyClosed: true) }

        var isOpen: Bool { channel.isActive }

        /// Sends text, if the connection still stands.
        func send(_ text: String) throws {
            guard isOpen else { return }
            try channel.writeInbound(NIOCore.ByteBuffer(string: text))
        }

        func wait(milliseconds: Int64) { loop.advanceTime(by: .milliseconds(milliseconds)) }

        /// Takes what was answered since the last time.
        func answers() throws -> String {
            var text = ""
            while let part = try channel.readOutbound(as: NIOCore.ByteBuffer.self) {
                text += String(buffer: part)
            }
            return text
        }

        /// Sends `head` and then `crumb` again and again, one a second; gives how many it took until the connection ended.
        func crumbs(_ crumb: String, after head: String) throws -> Int {
            try send(head)
            for second in 1...200 {
                wait(milliseconds: 999)
                guard isOpen else { return -second }
                wait(milliseconds: 1)
                guard isOpen else { return second }
                try send(crumb)
            }
            return .max
        }
    }

    /// One way to take one's time.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var head: String
        var crumb: String
        /// When it ends, in seconds.
        var end = 10
        /// What it is told.
        var answer = ""
    }

    private static let host = "Host: 127.0.0.1\r\n"
    private static let cases = [
        Case(testDescription: "nothing is said", head: "", crumb: ""),
        Case(testDescription: "half a method", head: "GE", crumb: ""),
        Case(testDescription: "a target that never ends", head: "GET /", crumb: "a"),
        Case(
            testDescription: "a head that never ends",
            head: "GET / HTTP/1.1\r\n\(host)", crumb: "X-More: 1\r\n"),
        Case(
            testDescription: "a field that never ends", head: "GET / HTTP/1.1\r\n\(host)X-More: ", crumb: "1"),
        Case(
            testDescription: "a body that nobody reads",
            head: "GET / HTTP/1.1\r\n\(host)Content-Length: 100\r\n\r\n", crumb: "x",
            answer: "HTTP/1.1 408 Request Timeout\r\n"),
        Case(
            testDescription: "a second request that never ends",
            head: "GET /icon.svg HTTP/1.1\r\n\(host)\r\nGET /", crumb: "a", end: 60,
            answer: "HTTP/1.1 200 OK\r\n"),
        Case(
            testDescription: "a connection that is kept", head: "GET /icon.svg HTTP/1.1\r\n\(host)\r\n",
            crumb: "", end: 60, answer: "HTTP/1.1 200 OK\r\n"),
    ]

    @Test(arguments: cases) func `end, neither early nor late`(_ trial: Case) throws {
        let connection = try Connection()
        #expect(try connection.crumbs(trial.crumb, after: trial.head) == trial.end)
        let answer = try connection.answers()
        #expect(trial.answer.isEmpty ? answer.isEmpty : answer.hasPrefix(trial.answer), "\(answer)")
        #expect(connection.registry.connections.isEmpty)
        try connection.finish()
    }

    @Test(arguments: ["Content-Length: 100\r\n", "Transfer-Encoding: chunked\r\n"])
    func `end where the body of a request for the daemon only trickles`(length: String) throws {
        let connection = try Connection()
        let head =
            "POST /request HTTP/1.1\r\n\(Self.host)Content-Type: application/json\r\n"
            + "X-Tiltshadow-Token: \(connection.registry.token.text)\r\n\(length)\r\n"
        let crumb = length.hasPrefix("Content") ? "{" : "1\r\n{\r\n"
        #expect(try connection.crumbs(crumb, after: head) == 10)
        let answer = try connection.answers()
        #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"), "\(answer)")
        #expect(answer.contains("Connection: close"), "\(answer)")
        #expect(answer.hasSuffix("This request did not come within 10 s.\n"), "\(answer)")
        #expect(connection.registry.connections.isEmpty)
        try connection.finish()
    }

    @Test func `go on where each request is only slow`() throws {
        let connection = try Connection()
        for request in 1...20 {
            connection.wait(milliseconds: 5000)
            try connection.send("GET /icon.svg HTTP/1.1\r\n")
            connection.wait(milliseconds: 4999)
            try connection.send("\(Self.host)\r\n")
            #expect(try connection.answers().hasPrefix("HTTP/1.1 200 OK\r\n"), "request \(request)")
        }
        #expect(connection.isOpen && connection.registry.connections.count == 1)
        try connection.finish()
        #expect(connection.registry.connections.isEmpty)
    }
}
