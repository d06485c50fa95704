import CLinux
import LinuxSystem
import TiltClient
import TiltCore

/// A file, pipe or terminal that is written in large pieces; a file is there, or replaced, only once it is whole.
final class OutputFile {
    /// Bytes not yet written; whoever appends calls ``flushIfLarge()`` now and then, and ``finish()`` at the end.
    var buffer = ByteBuffer(capacity: 80 * 1024)

    /// What it is called in messages.
    private let name: String
    private let descriptor: CInt
    /// What is written where it is, and ours to close.
    private let file: OwnedDescriptor?
    /// True where what is in ``file`` goes with the first that is written.
    private var isOldContentThere: Bool
    /// What is to have its name in the end.
    private var pending: PendingFile?
    /// What ends a wait for room; `nil` where nothing does.
    private var leaves: (stop: CInt, end: Int64?)?
    /// A terminal's other number, which does not block.
    private var nonblocking: OwnedDescriptor?

    /// What a pipe takes at once where there is room at all, in bytes: `PIPE_BUF` of pipe(7).
    private static let atomicCount = 4096

    private init(_ name: String, descriptor: CInt, _ file: consuming OwnedDescriptor?) {
        self.name = name
        self.descriptor = descriptor
        isOldContentThere = file != nil
        self.file = file
        pending = nil
        nonblocking = nil
    }

    private init(_ name: String, _ pending: consuming PendingFile) {
        self.name = name
        descriptor = pending.file.raw
        file = nil
        isOldContentThere = false
        self.pending = consume pending
        nonblocking = nil
    }

    /// Standard output, which stays open.
    static func standardOutput() -> OutputFile {
        OutputFile("standard output", descriptor: Console.current.output, nil)
    }

    /// Opens `path` for writing, `-` for standard output.
    ///
    /// What is in the file stays there until ``finish()``.
    ///
    /// - Throws: ``ToolError/sameFile(path:)`` where it is one of the files behind `inputs`, ``ToolError/exists(path:)`` where
    ///   there is a file and `overwrite` is false.
    static func open(
        _ path: String, besides inputs: [CInt] = [], overwrite: Bool
    ) throws(ToolError) -> OutputFile {
        guard path != "-" else { return standardOutput() }
        var old = stat()
        do throws(SystemError) {
            // The file that has no name yet could never get this one.
            guard !path.isEmpty else { return try inPlace(path) }
            guard stat(path, &old) == 0 else {
                return OutputFile(path, try .begin(FilePath.linkTarget(path) ?? path, replacing: nil))
            }
            guard old.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else { return try inPlace(path) }
        } catch {
            throw .system(error)
        }
        try refuse(path, whereItIsOneOf: inputs)
        guard overwrite else { throw .exists(path: path) }
        do throws(SystemError) { return try replacing(path, old) } catch { throw .system(error) }
    }

    /// Opens `path` as ``open(_:besides:overwrite:)`` does, but what was in it is gone, and others see it grow.
    static func openLive(
        _ path: String, besides inputs: [CInt], overwrite: Bool
    ) throws(ToolError) -> OutputFile {
        guard path != "-" else { return standardOutput() }
        try refuse(path, whereItIsOneOf: inputs)
        var old = stat()
        if !overwrite, stat(path, &old) == 0, old.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) {
            throw .exists(path: path)
        }
        do throws(SystemError) { return try inPlace(path) } catch { throw .system(error) }
    }

    /// A file in the place of another: behind a link, where there is one.
    private static func replacing(_ path: String, _ old: stat) throws(SystemError) -> OutputFile {
        // What may not be written may not be replaced either, though its directory may.
        guard access(path, W_OK) == 0, let resolved = realpath(path, nil) else {
            throw SystemError("open", path)
        }
        defer { free(resolved) }
        do throws(SystemError) {
            return OutputFile(path, try .begin(String(cString: resolved), replacing: old))
        } catch {
            // A file of one's own in a directory of another's.
            guard error.errno == EACCES else { throw SystemError("open", path, errno: error.errno) }
            return try inPlace(path)
        }
    }

    private static func inPlace(_ path: String) throws(SystemError) -> OutputFile {
        let file = try OwnedDescriptor.open(path, O_WRONLY | O_CREAT, mode: 0o666)
        let descriptor = file.raw
        return OutputFile(path, descriptor: descriptor, file)
    }

    /// Gives the file these permission bits, whatever the `umask` or those of the one before.
    ///
    /// Calls `fchmod`. A device or a pipe, which is not ours, stays as it is, and so does a file where there are no such bits.
    func permit(_ mode: mode_t) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) else {
            return
        }
        _ = fchmod(descriptor, mode)
    }

    /// Writes what has been gathered once it is 64 KiB.
    func flushIfLarge() throws(ToolError) {
        if buffer.count >= 64 * 1024 { try flush() }
    }

    /// Writes the rest, and gives the file its name.
    ///
    /// - Throws: ``ToolError/exists(path:)`` where another has taken the name meanwhile.
    func finish() throws(ToolError) {
        try flush()
        do throws(SystemError) { try pending?.commit() } catch {
            throw error.errno == EEXIST ? .exists(path: name) : .system(error)
        }
    }

    /// Has a wait for room end once `stop` is readable, or at `end`, in nanoseconds of CLOCK_MONOTONIC.
    ///
    /// What is left then is dropped, and a ``flush()`` throws as where nobody reads any more: signals that are held back could
    /// not end a `write` that waits.
    func leave(on stop: CInt, at end: Int64? = nil) {
        leaves = (stop, end)
        guard nonblocking == nil, isatty(descriptor) == 1 else { return }
        // A terminal may take a part of what it is given and then wait. The number at hand is the shell's, too, which is not to
        // be made non-blocking.
        let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY
        nonblocking = try? OwnedDescriptor.open("/proc/self/fd/\(descriptor)", flags)
    }

    /// Waits for room where there is something that ends it, which then throws.
    private func waitForRoom() throws(ToolError) {
        guard let leaves else { return }
        while true {
            let left = leaves.end.map { $0 - MonotonicClock.now() }
            if DescriptorWait.writable(descriptor, until: leaves.stop, nanoseconds: left) { return }
            try pause(nanoseconds: 0)
        }
    }

    /// Throws where a wait for room is to end, at once or within this time.
    private func pause(nanoseconds: Int64) throws(ToolError) {
        guard let leaves else { return }
        let isStopped = DescriptorWait.readable([leaves.stop], nanoseconds: nanoseconds)[0]
        guard isStopped || leaves.end.map({ $0 <= MonotonicClock.now() }) == true else { return }
        buffer.removeAll()
        throw .outputClosed
    }

    /// Calls `write` until all is written.
    ///
    /// - Throws: ``ToolError/outputClosed`` where nobody reads any more, or in time: ``leave(on:at:)``.
    func flush() throws(ToolError) {
        if isOldContentThere {
            // A pipe or a device cannot be emptied, and need not be.
            _ = ftruncate(descriptor, 0)
            isOldContentThere = false
        }
        let target = nonblocking?.raw ?? descriptor
        var start = 0
        while start < buffer.count {
            try waitForRoom()
            let most = leaves == nil ? buffer.count : Self.atomicCount
            let count = buffer.bytes.withUnsafeBytes { bytes in
                write(target, bytes.baseAddress?.advanced(by: start), min(most, bytes.count - start))
            }
            if count >= 0 {
                start += count
            } else if leaves != nil, clinux_errno() == EAGAIN {
                // Room for one byte is room for `poll`, and none for the end of a line, which is two on a terminal.
                try pause(nanoseconds: 10_000_000)
            } else if !OwnedDescriptor.isWorthAnotherWrite(descriptor) {
                let error = SystemError("write", name)
                throw error.errno == EPIPE ? .outputClosed : .system(error)
            }
        }
        buffer.removeAll()
    }

    /// Throws ``ToolError/sameFile(path:)`` where the file at `path` is one of those behind `inputs`.
    static func refuse(_ path: String, whereItIsOneOf inputs: [CInt]) throws(ToolError) {
        var written = stat()
        guard path != "-", stat(path, &written) == 0 else { return }
        let isRead = inputs.contains { input in
            var read = stat()
            return fstat(input, &read) == 0 && written.st_dev == read.st_dev
                && written.st_ino == read.st_ino && read.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        }
        if isRead { throw .sameFile(path: path) }
    }
}
