import CLinux
import LinuxSystem

/// The process that has a device node open, as far as `/proc` lets us look.
package enum DeviceHolder {
    /// The name and number of the first other process with `path` open: `iio-sensor-proxy (pid 812)`.
    ///
    /// `nil` where there is none, or where `/proc` shows only our own processes.
    package static func named(of path: String, procRoot: String = "/proc") -> String? {
        let own = getpid().description
        let proc = SysfsDirectory(procRoot)
        for process in proc.names() where process != own && process.utf8.allSatisfy({ $0 &- 48 < 10 }) {
            let descriptors = SysfsDirectory(proc.path + "/" + process + "/fd")
            guard descriptors.names().contains(where: { descriptors.link($0) == path }) else { continue }
            return (proc.text(process + "/comm") ?? "a process") + " (pid " + process + ")"
        }
        return nil
    }
}
