import CLinux

/// The command line this process was started with.
package enum ProcessArguments {
    /// The words after the program's name, from /proc/self/cmdline: Embedded Swift has no `CommandLine`.
    package static func words() -> [String] {
        guard let file = try? OwnedDescriptor.open("/proc/self/cmdline", O_RDONLY) else { return [] }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(file.raw, $0.baseAddress, $0.count) }
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        if bytes.last == 0 { bytes.removeLast() }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst()
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
