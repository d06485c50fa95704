import CLinux
import Testing

@testable import LinuxSystem

/// A Unix datagram socket that stands for a service manager or a journal.
struct DatagramReceiver: ~Copyable {
    private let socket: OwnedDescriptor

    /// Binds to a path, or to an abstract name after `@`.
    init(at name: String) throws {
        socket = try Self.bound(to: name)
    }

    private static func bound(to name: String) throws -> OwnedDescriptor {
        let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let socket = try OwnedDescriptor.checked(CLinux.socket(AF_UNIX, type, 0), "socket")
        let address = try #require(UnixAddress(serviceManagerText: name))
        guard address.withPointer({ bind(socket.raw, $0, $1) }) == 0 else { throw SystemError("bind", name) }
        return socket
    }

    /// The next datagram, or `nil` where none waits.
    func next() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket.raw, &buffer, buffer.count, 0)
        return count < 0 ? nil : Array(buffer[..<count])
    }

    /// The next datagram as text.
    func nextText() -> String? { next().map { String(decoding: $0, as: UTF8.self) } }
}
