package import CLinux

/// The address of a Unix socket (unix(7)): a path, or a name in the abstract namespace.
package struct UnixAddress {
    /// The most bytes a path may have: `sun_path` holds 108 with the closing NUL.
    package static let longestPath = 107

    private var storage = sockaddr_un()
    private let length: socklen_t

    /// The socket file `path`; `nil` where it is empty, longer than ``longestPath`` bytes or holds a NUL.
    package init?(path: String) {
        guard !path.isEmpty else { return nil }
        self.init(name: path.utf8, isAbstract: false)
    }

    /// A path, or an abstract name written with a leading `@`, as systemd does; `nil` for anything else.
    package init?(serviceManagerText text: String) {
        switch text.utf8.first {
        case UInt8(ascii: "/"): self.init(name: text.utf8, isAbstract: false)
        case UInt8(ascii: "@"): self.init(name: text.utf8, isAbstract: true)
        default: return nil
        }
    }

    private init?(name: String.UTF8View, isAbstract: Bool) {
        guard name.count <= Self.longestPath, !name.contains(0) else { return nil }
        storage.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &storage.sun_path) { bytes in
            bytes.copyBytes(from: name)
            if isAbstract { bytes[0] = 0 }
        }
        // An abstract name ends with the length, so one byte more would be another name.
        let header = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: storage.sun_path)
        length = socklen_t(header + name.count + (isAbstract ? 0 : 1))
    }

    /// Lends the address to a socket call.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
