import CLibudev
import CLinux
package import LinuxSystem

/// Owns a `struct udev_monitor *` on udev's own events for the subsystems `iio` and `input`.
///
/// The source is "udev", not "kernel": an event then comes after the rules have run, so permissions and properties are
/// set. IIO devices of a HID hub appear long after `udevadm settle`; plugging at start-up is normal.
package final class UdevMonitor {
    private let context: OpaquePointer
    private let monitor: OpaquePointer

    private init(adopting monitor: OpaquePointer, on context: OpaquePointer) {
        self.monitor = monitor
        self.context = context
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(context)
    }

    /// Calls `udev_monitor_new_from_netlink` and starts to receive.
    ///
    /// - Throws: ``SystemError``, for one where the sandbox has no `AF_NETLINK`.
    package static func open() throws(SystemError) -> UdevMonitor {
        guard let context = udev_new() else { throw SystemError("udev_new") }
        guard let pointer = udev_monitor_new_from_netlink(context, "udev") else {
            let error = SystemError("udev_monitor_new_from_netlink")
            udev_unref(context)
            throw error
        }
        let monitor = UdevMonitor(adopting: pointer, on: context)
        for subsystem in DeviceRecord.Subsystem.allCases {
            let status = udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem.rawValue, nil)
            guard status >= 0 else {
                throw SystemError("udev_monitor_filter_add_match_subsystem_devtype", errno: -status)
            }
        }
        let status = udev_monitor_enable_receiving(pointer)
        guard status >= 0 else { throw SystemError("udev_monitor_enable_receiving", errno: -status) }
        return monitor
    }

    /// Readable when something was plugged or unplugged.
    ///
    /// Calls `udev_monitor_get_fd`.
    package var descriptor: CInt { udev_monitor_get_fd(monitor) }

    /// Calls `udev_monitor_receive_device` until there is no more, and tells whether one was an IIO device or an event
    /// node.
    ///
    /// The kernel drops events that do not fit in the socket's buffer, as when udevd is restarted and every device is
    /// announced anew, and says so once by `ENOBUFS`; those that did fit come after that.
    package func drain() -> HotplugNews {
        var news = HotplugNews.nothing
        while true {
            guard let device = udev_monitor_receive_device(monitor) else {
                guard clinux_errno() == ENOBUFS, news != .overrun else { return news }
                news = .overrun
                continue
            }
            let name = udev_device_get_sysname(device).map { String(cString: $0) } ?? ""
            if name.hasPrefix("iio:device") || name.hasPrefix("event"), news == .nothing { news = .changed }
            udev_device_unref(device)
        }
    }
}
