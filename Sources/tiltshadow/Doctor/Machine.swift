import CLinux
import LinuxSystem
import TiltCore
import TiltSensors

/// The files a doctor looks at: this machine's, or a test's copy of some below another directory.
struct Machine {
    /// What goes before every path; empty for this machine.
    let root: String

    init(root: String = "") { self.root = root }

    /// True where the files are the ones that libudev and the kernel speak of.
    var isThisOne: Bool { root.isEmpty }

    /// The place of an absolute path of the machine.
    func path(_ path: String) -> String { root + path }

    /// A directory of the machine.
    func directory(_ path: String) -> SysfsDirectory { SysfsDirectory(root + path) }

    /// True where a file or directory is there.
    func has(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// The first `limit` bytes of a file as text; `nil` where it cannot be read.
    func text(_ path: String, limit: Int = 1 << 16) -> String? {
        guard let file = try? OwnedDescriptor.open(root + path, O_RDONLY | O_NONBLOCK) else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let count = read(file.raw, &chunk, min(chunk.count, limit - bytes.count))
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A file of one line, without spaces and NULs around it; `nil` where there is none or it is empty.
    func line(_ path: String) -> String? {
        guard let text = text(path, limit: 4096) else { return nil }
        let bytes = text.utf8.prefix { $0 != 0 && $0 != 10 }
        let line = String(decoding: bytes, as: UTF8.self).trimmingSpaces
        return line.isEmpty ? nil : line
    }
}
