import CLinux
import Foundation
import LinuxSystem
import Testing

/// A TCP connection to a preview: bytes as they are, so that a test can send what no browser would.
final class HTTPSocket {
    /// What one request got.
    struct Response {
        var status = 0
        var headers: [String: String] = [:]
        var body = ""
    }

    private let socket: OwnedDescriptor
    /// What was read and not yet taken.
    private(set) var unread: [UInt8] = []
    /// True after the other end said that nothing more comes.
    private(set) var hasEnded = false

    /// Connects to `address`, 127.0.0.1 by default; `receiveBuffer` is what the kernel holds for us, in bytes.
    init(port: Int, address ip: in_addr_t = 0x7f00_0001, receiveBuffer: CInt? = nil) throws {
        socket = try .checked(
            CLinux.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0), "socket")
        if var size = receiveBuffer {
            setsockopt(socket.raw, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout.size(ofValue: size)))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = ip.bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket.raw, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(status == 0, "connect: \(clinux_errno())")
    }

    /// Sends text as it is.
    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = CLinux.send(socket.raw, bytes, bytes.count, CInt(MSG_NOSIGNAL))
    }

    /// Says that nothing more will be sent.
    func finishSending() { shutdown(socket.raw, CInt(SHUT_WR)) }

    /// Reads what has come; waits for something, without holding a thread, at most a minute.
    func read() async throws {
        let limit = ContinuousClock.now + .seconds(60)
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket.raw, &chunk, chunk.count, CInt(MSG_DONTWAIT))
            if count > 0 {
                unread += chunk[..<count]
                return
            }
            if count == 0 || clinux_errno() != EAGAIN {
                hasEnded = true
                return
            }
            try #require(ContinuousClock.now < limit, "nothing came within a minute")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Takes the bytes up to and including `mark`, as soon as they are there; `nil` at the end.
    func take(through mark: String) async throws -> String? {
        let mark = Array(mark.utf8)
        while true {
            if let range = unread.firstRange(of: mark) {
                defer { unread.removeSubrange(..<range.upperBound) }
                return String(decoding: unread[..<range.upperBound], as: UTF8.self)
            }
            guard !hasEnded else { return nil }
            try await read()
        }
    }

    /// Takes so many bytes; fewer at the end.
    func take(_ count: Int) async throws -> String {
        while unread.count < count, !hasEnded { try await read() }
        defer { unread.removeFirst(min(count, unread.count)) }
        return String(decoding: unread.prefix(count), as: UTF8.self)
    }

    /// Reads one response that has a length.
    func response(hasBody: Bool = true) async throws -> Response {
        let head = try #require(try await take(through: "\r\n\r\n"), "no response")
        var response = Response()
        for (index, line) in head.split(separator: "\r\n").enumerated() {
            if index == 0 { response.status = Int(line.split(separator: " ")[1]) ?? 0 }
            guard let colon = line.firstIndex(of: ":"), index > 0 else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            response.headers[line[..<colon].lowercased()] = value
        }
        if hasBody, let length = response.headers["content-length"].flatMap({ Int($0) }) {
            response.body = try await take(length)
        }
        return response
    }
}

extension RunningPreview {
    /// Sends one request on a connection of its own; `headers` replace the usual ones of that name.
    func request(
        _ method: String = "GET", _ target: String = "/", _ headers: [String: String?] = [:],
        body: String = ""
    ) async throws -> HTTPSocket.Response {
        let socket = try HTTPSocket(port: port)
        var all: [String: String?] = ["Host": "127.0.0.1:\(port)"]
        if !body.isEmpty { all["Content-Length"] = String(body.utf8.count) }
        all.merge(headers) { $1 }
        let lines = all.compactMap { name, value in value.map { "\(name): \($0)\r\n" } }.sorted()
        socket.send("\(method) \(target) HTTP/1.1\r\n\(lines.joined())\r\n\(body)")
        return try await socket.response(hasBody: method != "HEAD")
    }
}
