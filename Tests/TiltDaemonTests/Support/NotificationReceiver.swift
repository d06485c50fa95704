import CLinux
import LinuxSystem

/// The service manager's end of sd_notify(3).
final class NotificationReceiver {
    private let socket: OwnedDescriptor

    init(at path: String) throws {
        let type = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = try .checked(CLinux.socket(AF_UNIX, type, 0), "socket")
        guard let address = UnixAddress(path: path),
            address.withPointer({ bind(socket.raw, $0, $1) }) == 0
        else { throw SystemError("bind", path) }
    }

    /// The next message that `isWanted`.
    func next(where isWanted: (String) -> Bool) throws -> String {
        let end = MonotonicClock.now() + Timeout.limit
        while MonotonicClock.now() < end {
            var waiting = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 1000) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = bytes.withUnsafeMutableBytes { recv(socket.raw, $0.baseAddress, $0.count, 0) }
            let message = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            if isWanted(message) { return message }
        }
        throw Timeout.Exhausted(description: "waited in vain for a notification")
    }
}
