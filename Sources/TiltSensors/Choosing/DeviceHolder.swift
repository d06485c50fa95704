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
            return name(of: process, in: proc) + " (pid " + process + ")"
        }
        return nil
    }

    /// The file name of the program; `comm` has only 15 letters of it, one too few for iio-sensor-proxy.
    private static func name(of process: String, in proc: SysfsDirectory) -> String {
        let program = (proc.text(process + "/cmdline") ?? "").utf8.prefix { $0 != 0 }
        let name = SysfsDirectory(String(decoding: program, as: UTF8.self)).name
        return name.isEmpty ? proc.text(process + "/comm") ?? "a process" : name
    }
}
