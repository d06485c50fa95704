import LinuxSystem

/// iio-sensor-proxy, the desktop's daemon for screen rotation: it reads the same accelerometers.
///
/// It switches a buffer on for good and opens the node only every 0.7 s, for one read; so a node that opens is no sign
/// that nobody uses the buffer.
package enum IIOSensorProxy {
    /// Its name and number where systemd runs it: `iio-sensor-proxy (pid 812)`; `nil` where it does not.
    ///
    /// From the list of processes of its control group, which everybody may read: `/proc/PID` of another user is closed
    /// to a service with `ProtectProc=invisible`, and `/proc/PID/fd` to everybody but root.
    package static func running(in cgroups: String = "/sys/fs/cgroup") -> String? {
        let group = SysfsDirectory(cgroups + "/system.slice/iio-sensor-proxy.service")
        let first = (group.text("cgroup.procs") ?? "").utf8.prefix { $0 != UInt8(ascii: "\n") }
        return first.isEmpty ? nil : "iio-sensor-proxy (pid " + String(decoding: first, as: UTF8.self) + ")"
    }
}
