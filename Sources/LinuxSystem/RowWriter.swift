import CLinux

/// Writes rows of text to files by a thread of its own, so that neither a full pipe nor a disk ever keeps the loop.
///
/// The thread shares no memory with the loop: every command is one message on a socket pair, which the kernel keeps whole
/// and in order. What does not fit there any more is refused where it is rows, and waits here where it is another command:
/// those are few, and the files make no sense without them.
package final class RowWriter {
    /// What the thread has to say.
    package enum Report: Equatable {
        /// The file is broken, and no rows are taken before the next one is begun; what is in it ends with a whole row.
        case failed(SystemError)
        /// A file has come to its end, and is on the disk.
        case ended
    }

    /// The first byte of a message.
    enum Command: UInt8 {
        case open, rotate, write, end
    }

    /// A message of the thread.
    struct Answer {
        /// An index of ``calls``, or -1 for an end.
        var call: CInt = -1
        var errno: CInt = 0
        /// How many files old the one is that it is about.
        var number: CInt = 0
    }

    /// The calls that may fail.
    static let calls: InlineArray<5, StaticString> = ["open", "fcntl", "rename", "write", "fdatasync"]

    /// The bytes of the longest message: the kernel's own limit is lower, `net.core.wmem_max`.
    static let longestMessage = 1 << 18

    /// What the files are called in messages.
    private let path: String
    private let channel: OwnedDescriptor
    /// Commands that found no room, oldest first.
    private var waiting: [[UInt8]] = []
    /// Ends that were not reported yet.
    private var unended = 0

    /// Starts the thread; nothing is opened before ``open(suffix:)``.
    ///
    /// The path `-` is standard output. Of files that do not begin with `start`, ``rotate(keeping:)`` touches none.
    package init(path: String, startingWith start: String, standardOutput: CInt = 1) throws(SystemError) {
        let pair = try SocketPair(clinux_packets)
        self.path = FilePath.outputName(path)
        channel = pair.near
        let thread = RowWriterThread(
            path: path, start: start, standardOutput: standardOutput, channel: pair.far)
        try DetachedThread.start { thread.run() }
    }

    /// Readable when ``report()`` has something to give.
    package var descriptor: CInt { channel.raw }

    /// True where commands wait.
    package var isWaiting: Bool { !waiting.isEmpty }

    /// True where they wait for room: call ``flush()`` when ``descriptor`` is writable.
    ///
    /// Where the kernel had no memory it is writable all the time, and they go with what comes next.
    package var isWaitingForRoom: Bool { isWaiting && !lacksMemory }
    private var lacksMemory = false

    /// Begins a file at the path with this ending, which must not be there yet; an open one is closed.
    package func open(suffix: String = "") { command(.open, Array(suffix.utf8)) }

    /// Renames `FILE` to `FILE.1`, that to `FILE.2` and so on up to `keeping` files in all, and begins `FILE` anew.
    ///
    /// Where one of them is another's this fails with `EEXIST`.
    package func rotate(keeping files: Int) { command(.rotate, Array("\(files)".utf8)) }

    /// Ends the file; ``Report/ended`` follows when it is on the disk.
    package func end() {
        unended += 1
        command(.end, [])
    }

    /// Appends rows, each with its line feed; false where the thread is so far behind that it did not take them.
    ///
    /// - Throws: ``SystemError``, with `EMSGSIZE` where they are more than the kernel takes at once.
    package func write(_ rows: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
        flush()
        guard waiting.isEmpty else { return false }
        return try send(.write, rows)
    }

    /// Appends what no file makes sense without, its header or its last line: it waits where there is no room.
    package func mark(_ bytes: UnsafeRawBufferPointer) { command(.write, Array(bytes)) }

    /// Sends the commands that wait, as far as there is room.
    package func flush() {
        while let next = waiting.first, let kind = next.first.flatMap(Command.init) {
            let isSent = next.withUnsafeBytes { bytes in
                (try? send(kind, UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))) == true
            }
            guard isSent else { return }
            waiting.removeFirst()
        }
    }

    /// What the thread has said since the last call, oldest first; `nil` where nothing more.
    package func report() -> Report? {
        var answer = Answer()
        let size = MemoryLayout<Answer>.size
        let count = withUnsafeMutableBytes(of: &answer) {
            recv(channel.raw, $0.baseAddress, size, CInt(MSG_DONTWAIT))
        }
        guard count == size else {
            // It stays readable: without a pause the loop would spin until the kernel has memory again.
            if count < 0, clinux_errno() == ENOMEM { _ = poll(nil, 0, 1) }
            return nil
        }
        guard answer.call >= 0 else {
            unended -= 1
            return .ended
        }
        let name = Self.calls[min(Int(answer.call), Self.calls.count - 1)].description
        let file = NumberedFiles.name(path, Int(answer.number))
        return .failed(SystemError(name, file, errno: answer.errno))
    }

    /// Waits until all files are ended, or until an instant in nanoseconds of ``MonotonicClock``; hands out what the
    /// thread says meanwhile.
    ///
    /// - Returns: false where it is too late; the thread goes on as long as the process does.
    package func wait(until deadline: Int64, _ body: (Report) -> Void) -> Bool {
        while true {
            flush()
            while let report = report() { body(report) }
            guard unended > 0 else { return true }
            let left = deadline - MonotonicClock.now()
            guard left > 0 else { return false }
            let events = isWaitingForRoom ? POLLIN | POLLOUT : POLLIN
            var request = pollfd(fd: channel.raw, events: Int16(events), revents: 0)
            let milliseconds = CInt(clamping: left / 1_000_000 + 1)
            _ = poll(&request, 1, isWaiting && lacksMemory ? min(10, milliseconds) : milliseconds)
        }
    }

    private func command(_ command: Command, _ payload: [UInt8]) {
        waiting.append([command.rawValue] + payload)
        flush()
    }

    /// Calls `sendmsg`, with the kind before the bytes; false where there is no room.
    private func send(_ command: Command, _ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Bool {
        let count = clinux_send_tagged(channel.raw, command.rawValue, bytes.baseAddress, bytes.count)
        lacksMemory = false
        guard count < 0 else { return true }
        let error = SystemError("sendmsg", path)
        switch error.errno {
        case EAGAIN, EINTR: return false
        case ENOBUFS, ENOMEM:
            lacksMemory = true
            return false
        default: throw error
        }
    }
}
