import CLinux
import LinuxSystem

/// Whether udevd runs: whether somebody listens at its control socket.
///
/// The file alone does not tell: where systemd does not hold it, it outlives udevd. Only root may connect, but everybody may
/// read the kernel's list of the sockets of this network namespace, at whose border udevd's messages end, too.
package enum UdevDaemon {
    /// The socket by which udevd is commanded.
    package static let control = "/run/udev/control"
    /// The kernel's list.
    package static let sockets = "/proc/self/net/unix"
    /// The most bytes that are read of it, some ten thousand sockets.
    package static let limit = 1 << 20

    /// Looks for the file and into the list, where there is a file.
    package static var runs: Bool {
        guard access(control, F_OK) == 0 else { return false }
        return listens(in: try? WholeFile.read(sockets, limit: limit))
    }

    /// Whether the list has somebody who listens at the control socket; a list that cannot be had, or not whole, denies nobody.
    package static func listens(in list: [UInt8]?) -> Bool {
        guard let list, list.count < limit else { return true }
        return list.split(separator: UInt8(ascii: "\n")).contains { line in
            guard line.suffix(control.utf8.count).elementsEqual(control.utf8) else { return false }
            let words = line.split(separator: UInt8(ascii: " "))
            // The fourth word are the flags, of which there is one: `__SO_ACCEPTCON` (`net/unix/af_unix.c`).
            return words.count == 8 && words[3].elementsEqual("00010000".utf8)
                && words[7].count == control.utf8.count
        }
    }
}
