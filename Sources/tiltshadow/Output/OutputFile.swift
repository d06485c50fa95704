import CLinux
import LinuxSystem
import TiltCore

/// A file, pipe or terminal that is written in large pieces.
final class OutputFile {
    /// Bytes not yet written; whoever appends calls ``flushIfLarge()`` now and then.
    var buffer = ByteBuffer(capacity: 80 * 1024)

    private let descriptor: CInt
    /// The file, where it is ours to close.
    private let file: OwnedDescriptor?

    private init(descriptor: CInt, file: consuming OwnedDescriptor?) {
        self.descriptor = descriptor
        self.file = file
    }

    /// Standard output, which stays open.
    static func standardOutput() -> OutputFile { OutputFile(descriptor: STDOUT_FILENO, file: nil) }

    /// Opens `path` for writing, `-` for standard output; what was in the file is gone.
    ///
    /// - Throws: ``ToolError/sameFile(path:)`` where it is the file behind `input`.
    static func open(_ path: String, besides input: CInt) throws(ToolError) -> OutputFile {
        guard path != "-" else { return standardOutput() }
        let file: OwnedDescriptor
        do throws(SystemError) { file = try .open(path, O_WRONLY | O_CREAT, mode: 0o666) } catch {
            throw .system(error)
        }
        guard !isSame(file.raw, input) else { throw .sameFile(path: path) }
        // A pipe or a device cannot be emptied, and need not be.
        _ = ftruncate(file.raw, 0)
        let descriptor = file.raw
        return OutputFile(descriptor: descriptor, file: file)
    }

    /// Makes `path` and opens it for writing, `-` for standard output.
    ///
    /// - Throws: ``ToolError/exists(path:)`` where it is there already and `overwrite` is false.
    static func create(_ path: String, overwrite: Bool) throws(ToolError) -> OutputFile {
        guard path != "-" else { return standardOutput() }
        let flags = O_WRONLY | O_CREAT | (overwrite ? O_TRUNC : O_EXCL)
        do throws(SystemError) {
            let file = try OwnedDescriptor.open(path, flags, mode: 0o666)
            let descriptor = file.raw
            return OutputFile(descriptor: descriptor, file: file)
        } catch {
            throw error.errno == EEXIST ? .exists(path: path) : .system(error)
        }
    }

    /// Writes what has been gathered once it is 64 KiB.
    func flushIfLarge() throws(ToolError) {
        if buffer.count >= 64 * 1024 { try flush() }
    }

    /// Calls `write` until all is written.
    ///
    /// - Throws: ``ToolError/outputClosed`` where nobody reads any more.
    func flush() throws(ToolError) {
        var start = 0
        while start < buffer.count {
            let count = buffer.bytes.withUnsafeBytes { bytes in
                write(descriptor, bytes.baseAddress?.advanced(by: start), bytes.count - start)
            }
            if count >= 0 {
                start += count
            } else {
                let error = SystemError("write")
                if error.errno == EPIPE { throw .outputClosed }
                guard error.errno == EINTR else { throw .system(error) }
            }
        }
        buffer.removeAll()
    }

    private static func isSame(_ a: CInt, _ b: CInt) -> Bool {
        var (first, second) = (stat(), stat())
        guard fstat(a, &first) == 0, fstat(b, &second) == 0 else { return false }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
            && first.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }
}
