import NIOCore
import NIOHTTP1
import TiltCore

/// One HTTP response with a length.
struct Answer {
    var status: HTTPResponseStatus
    var type: String
    var body: NIOCore.ByteBuffer
    var headers: [(String, String)] = []

    /// A sentence for people.
    static func text(_ status: HTTPResponseStatus, _ sentence: String) -> Answer {
        Answer(
            status: status, type: "text/plain; charset=utf-8",
            body: NIOCore.ByteBuffer(string: sentence + "\n"))
    }

    /// A line of the protocol.
    static func line(_ status: HTTPResponseStatus, _ bytes: [UInt8]) -> Answer {
        Answer(status: status, type: "application/json", body: NIOCore.ByteBuffer(bytes: bytes + [0x0a]))
    }

    /// An `error` as the protocol writes it.
    static func error(
        _ status: HTTPResponseStatus, code: String, _ message: String, hint: String
    ) -> Answer {
        var line = TiltCore.ByteBuffer()
        line.append(#"{"type":"error""#)
        ServerMessage.append(key: "code", code, to: &line)
        ServerMessage.append(key: "message", message, to: &line)
        ServerMessage.append(key: "hint", hint, to: &line)
        line.append("}")
        return Answer.line(status, line.bytes)
    }

    /// A file, or word that the browser has it.
    static func file(_ file: PageFile, knownTags: [String], encodings: [String]) -> Answer {
        let packed = Packing.isTaken(by: encodings) ? file.packed : nil
        var headers = [("ETag", packed == nil ? file.tag : file.packedTag), ("Vary", "Accept-Encoding")]
        guard !file.isKnown(by: knownTags) else {
            return Answer(status: .notModified, type: file.type, body: NIOCore.ByteBuffer(), headers: headers)
        }
        if packed != nil { headers.append(("Content-Encoding", Packing.name)) }
        return Answer(status: .ok, type: file.type, body: packed ?? file.content, headers: headers)
    }

    /// The headers, with what every response says.
    func headers(isLast: Bool) -> HTTPHeaders {
        var all = HTTPHeaders(Self.policies)
        all.add(name: "Content-Type", value: type)
        all.add(name: "Cache-Control", value: "no-cache")
        if status != .notModified { all.add(name: "Content-Length", value: String(body.readableBytes)) }
        for (name, value) in headers { all.add(name: name, value: value) }
        if isLast { all.add(name: "Connection", value: "close") }
        return all
    }

    /// What every response says, whatever it is: nothing of it runs elsewhere, and nothing from elsewhere runs in it.
    static let policies: [(String, String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Permissions-Policy", "accelerometer=(self), gyroscope=(self)"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        // With these a page may share memory with its worker.
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
    ]
}
