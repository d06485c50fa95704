import CLinux
package import LinuxSystem

/// A netlink socket on which udevd, or the kernel where there is none, tells of devices that come and go; without libudev.
///
/// The same as ``UdevMonitor`` where udevd runs. Otherwise it listens to both senders, since udevd may start after the daemon;
/// the kernel's events count only while nobody else will tell: udevd's come after its rules have run, so that permissions and
/// properties are set. A node is there before the kernel's event, by devtmpfs.
package final class UeventMonitor {
    /// Multicast groups of `NETLINK_KOBJECT_UEVENT`: the kernel's, and the one that udevd sends to.
    private static let kernelGroup: UInt32 = 1
    private static let udevGroup: UInt32 = 2
    /// The receive buffer, in bytes; an overflow costs one look at all devices.
    private static let bufferSize: CInt = 1 << 20
    /// The longest message, in bytes; the kernel's have at most 2048 (`UEVENT_BUFFER_SIZE`) and a path.
    private static let messageSize = 8192

    private let socket: OwnedDescriptor
    /// Whether udevd runs.
    private let udevRuns: () -> Bool
    private var buffer = [UInt8](repeating: 0, count: UeventMonitor.messageSize)

    private init(adopting socket: consuming OwnedDescriptor, udevRuns: @escaping () -> Bool) {
        self.socket = socket
        self.udevRuns = udevRuns
    }

    /// Calls `socket` and `bind`; `udevRuns` is asked now and, where udevd does not run, at each of the kernel's messages.
    ///
    /// - Throws: ``SystemError``, for one where the sandbox has no `AF_NETLINK`.
    package static func open(
        udevRuns: @escaping () -> Bool = { UdevDaemon.runs }
    ) throws(SystemError) -> UeventMonitor {
        let socket = try OwnedDescriptor.checked(clinux_uevent_socket(), "socket", "NETLINK_KOBJECT_UEVENT")
        // Where root's larger one is refused, as large as the system allows; the default would do, too.
        if clinux_set_option(socket.raw, SO_RCVBUFFORCE, bufferSize) != 0 {
            _ = clinux_set_option(socket.raw, SO_RCVBUF, bufferSize)
        }
        guard clinux_set_option(socket.raw, SO_PASSCRED, 1) == 0 else {
            throw SystemError("setsockopt", "SO_PASSCRED")
        }
        let isUdevs = udevRuns()
        if isUdevs {
            // So that a battery, which has an event every few seconds, wakes nobody up. Without the filter they are read, too.
            let hashes = UeventMessage.subsystemHashes
            _ = clinux_filter_udev(socket.raw, UeventMessage.magic, hashes.iio, hashes.input)
        }
        guard clinux_bind_uevents(socket.raw, isUdevs ? udevGroup : kernelGroup | udevGroup) == 0 else {
            throw SystemError("bind", "NETLINK_KOBJECT_UEVENT")
        }
        return UeventMonitor(adopting: socket, udevRuns: udevRuns)
    }

    /// Readable when something was plugged or unplugged.
    package var descriptor: CInt { socket.raw }

    /// Calls `recvmsg` until there is no more, and tells whether one was about an IIO device or an event node.
    ///
    /// The kernel drops messages that do not fit in the socket's buffer, and says so once by `ENOBUFS`; those that did fit
    /// come after that.
    package func drain() -> HotplugNews {
        var news = HotplugNews.nothing
        var message = clinux_uevent()
        while true {
            let count = buffer.withUnsafeMutableBytes {
                clinux_receive_uevent(socket.raw, $0.baseAddress, $0.count, &message)
            }
            guard count >= 0 else {
                switch clinux_errno() {
                case EINTR: continue
                case ENOBUFS where news != .overrun: news = .overrun
                default: return news
                }
                continue
            }
            guard news == .nothing, let sender = sender(of: message) else { continue }
            // Of one that is too long the beginning is here, which does not have to name its device.
            news =
                message.is_truncated != 0 ? .changed : UeventMessage.news(in: buffer[..<count], from: sender)
        }
    }

    /// Who sent a message; `nil` for whom nobody should believe, and for the kernel where udevd will tell.
    ///
    /// `CAP_NET_ADMIN` is enough to send to either group, but udevd is root, and the kernel's port is 0 and its process none.
    private func sender(of message: clinux_uevent) -> UeventMessage.Sender? {
        guard message.has_credentials != 0, message.uid == 0 else { return nil }
        switch message.group {
        case Self.udevGroup: return .udev
        case Self.kernelGroup:
            guard message.port == 0, message.pid == 0, !udevRuns() else { return nil }
            return .kernel
        default: return nil
        }
    }
}
