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
        guard slice.has("") else { return running(among: SysfsDirectory(procRoot)) }
        let first = (slice.text("iio-sensor-proxy.service/cgroup.procs") ?? "").utf8
            .prefix { $0 != UInt8(ascii: "\n") }
        return first.isEmpty ? nil : said(String(decoding: first, as: UTF8.self))
    }

    /// The first process of that name, of which `comm` has 15 letters.
    private static func running(among proc: SysfsDirectory) -> String? {
        proc.names().first {
            $0.utf8.allSatisfy { $0 &- 48 < 10 } && proc.text($0 + "/comm") == "iio-sensor-prox"
        }
        .map { said($0) }
    }

    private static func said(_ process: String) -> String { "iio-sensor-proxy (pid " + process + ")" }
}
