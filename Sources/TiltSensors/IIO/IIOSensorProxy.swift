import LinuxSystem

/// iio-sensor-proxy, the desktop's daemon for screen rotation: it reads the same accelerometers.
///
/// It switches a buffer on for good and opens the node only every 0.7 s, for one read; so a node that opens is no sign
/// that nobody uses the buffer.
package enum IIOSensorProxy {
    /// Its name and number where it runs: `iio-sensor-proxy (pid 812)`; `nil` where it does not.
    ///
    /// From the list of processes of its control group, which everybody may read: `/proc/PID` of another user is closed
    /// to a service with `ProtectProc=invisible`, and `/proc/PID/fd` to everybody but root. Where systemd has no control
    /// groups, as OpenRC, runit and dinit start it, from the names of all processes.
    package static func running(in cgroups: String = "/sys/fs/cgroup", procRoot: String = "/proc") -> String?
    {
        let slice = SysfsDirectory(cgroups + "/system.slice")
        var process = ""
        if slice.has("") {
            let group = (slice.text("iio-sensor-proxy.service/cgroup.procs") ?? "").utf8
            process = String(decoding: group.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        } else {
            let proc = SysfsDirectory(procRoot)
            // Of a name 15 letters are kept.
            for name in proc.names() where name.utf8.allSatisfy({ $0 &- 48 < 10 }) {
                guard proc.text(name + "/comm") == "iio-sensor-prox" else { continue }
                process = name
                break
            }
        }
        return process.isEmpty ? nil : "iio-sensor-proxy (pid " + process + ")"
    }
}
