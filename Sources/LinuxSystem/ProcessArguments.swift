import CLinux
internal import PlainText

/// The command line this process was started with.
package enum ProcessArguments {
    /// The words after the program's name, from /proc/self/cmdline: Embedded Swift has no `CommandLine`.
    ///
    /// - Throws: ``SystemError`` where that cannot be read to its end, as without /proc or without a free descriptor, or is no
    ///   UTF-8: a program that went on would do something else than it was told.
    package static func words() throws(SystemError) -> [String] {
        let path = "/proc/self/cmdline"
        let file = try open(path)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { read(file.raw, $0.baseAddress, $0.count) }
            if count < 0, clinux_errno() == EINTR { continue }
            guard count >= 0 else { throw SystemError("read", path) }
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        if bytes.last == 0 { bytes.removeLast() }
        var words: [String] = []
        for word in bytes.split(separator: 0, omittingEmptySubsequences: false).dropFirst() {
            // What is repaired names another file.
            guard let text = String(whole: Array(word)) else {
                throw SystemError("read the argument", String(decoding: word, as: UTF8.self), errno: EILSEQ)
            }
            words.append(text)
        }
        return words
    }

    private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor {
        while true {
            do throws(SystemError) { return try .open(path, O_RDONLY) } catch {
                guard error.errno == EINTR else { throw error }
            }
        }
    }
}
