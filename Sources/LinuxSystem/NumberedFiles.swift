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

    /// Why files were not put aside: the one that is ``number`` files old was in the way, or could not be renamed.
    package struct Failure: Error {
        package let number: Int
        /// `EEXIST` where it is another's.
        package let errno: CInt

        /// The same as what `rename` says of the file.
        package func error(at path: String) -> SystemError {
            SystemError("rename", NumberedFiles.name(path, number), errno: errno)
        }
    }

    /// Renames `FILE` to `FILE.1`, that to `FILE.2` and so on, up to the first number that is free of `files` in all.
    ///
    /// Where none is, the last one is written over: only then is the oldest to go. Where a ``stranger(at:from:keeping:_:)``
    /// is among them nothing is touched.
    package static func putAside(
        _ path: String, keeping files: Int, _ start: String
    ) throws(Failure) {
        if let number = stranger(at: path, keeping: files, start) {
            throw Failure(number: number, errno: EEXIST)
        }
        let free = (0..<files).first { !exists(name(path, $0)) } ?? files - 1
        for number in stride(from: free, to: 0, by: -1) {
            guard rename(name(path, number - 1), name(path, number)) == 0 else {
                throw Failure(number: number - 1, errno: clinux_errno())
            }
        }
    }

    /// The first of `files` in all that does not begin with `start`; `nil` where there is none.
    ///
    /// With an empty file, as a power cut leaves of one, nothing is lost. What is no file, a link among it, or cannot be
    /// read is taken for another's.
    package static func stranger(
        at path: String, from first: Int = 0, keeping files: Int, _ start: String
    ) -> Int? {
        (first..<files).first { number in
            let name = name(path, number)
            return exists(name) && !isEmpty(name, orBeginsWith: start)
        }
    }

    private static func isEmpty(_ path: String, orBeginsWith start: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: start.utf8.count)
        do throws(SystemError) {
            // A pipe would be waited for, and a device is as empty as a file may be.
            let file = try OwnedDescriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
            var status = stat()
            guard fstat(file.raw, &status) == 0, CInt(status.st_mode) & S_IFMT == S_IFREG else {
                return false
            }
            let count = read(file.raw, &bytes, bytes.count)
            return count == 0 || String(decoding: bytes, as: UTF8.self) == start
        } catch {
            return false
        }
    }
}
