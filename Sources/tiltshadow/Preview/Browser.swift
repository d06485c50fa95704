import CLinux
import LinuxSystem

/// The browser of whoever sits before this machine.
enum Browser {
    /// Opens a page with `xdg-open`, and says so where there is none.
    ///
    /// The shell leaves it running and goes: it may become the browser itself, which must not end with us.
    static func open(_ url: String) {
        let script = "command -v xdg-open >/dev/null || exit 127; xdg-open \"$1\" >/dev/null 2>&1 &"
        var status = CInt(127)
        do throws(SystemError) {
            var shell = try ChildProcess.start("/bin/sh", ["-c", script, "sh", url], errors: "/dev/null")
            status = shell.wait()
        } catch {
            Diagnostics.warn(error.description)
        }
        guard status != 0 else { return }
        Diagnostics.warn("there is no xdg-open here to open a browser: go to \(url) yourself")
    }
}
