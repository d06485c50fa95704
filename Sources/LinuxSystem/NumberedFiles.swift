import CLinux

/// A file and those that it was before: `FILE`, `FILE.1`, `FILE.2` and so on, each older than the one before it.
package enum NumberedFiles {
    /// The name of the file that is `number` files old.
    package static func name(_ path: String, _ number: Int) -> String {
        number == 0 ? path : "\(path).\(number)"
    }

    /// Calls `lstat`: a link that leads nowhere has the name, too, and so has what cannot be looked at.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || clinux_errno() != ENOENT
    }

    /// Renames `FILE` to `FILE.1`, that to `FILE.2` and so on, up to the first number that is free of `files` in all.
    ///
    /// Where none is, the last one is written over: only then is the oldest to go.
    package static func putAside(_ path: String, keeping files: Int) throws(SystemError) {
        let free = (0..<files).first { !exists(name(path, $0)) } ?? files - 1
        for number in stride(from: free, to: 0, by: -1) {
            let from = name(path, number - 1)
            guard rename(from, name(path, number)) == 0 else { throw SystemError("rename", from) }
        }
    }
}
