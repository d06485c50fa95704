import CLinux
import LinuxSystem
package import TiltCore

/// Reads a log file reading by reading, holding one chunk, whatever the file's length.
///
/// Rows that cannot be used are left out and counted; the first problem is kept for a message.
package final class LogFile {
    private let path: String
    private let isPatient: Bool
    private let file: OwnedDescriptor
    private var splitter = LineSplitter()
    private var reader = LogReader()
    private var lineNumber = 0
    private var chunk: [UInt8]
    private var readings: [Reading] = []
    private var position = 0
    private var fatalProblem: LogError?

    /// True once the last byte was read.
    package private(set) var isAtEnd = false

    /// Rows left out so far.
    package private(set) var skippedRows = 0
    /// The first problem met that was not the end of everything.
    package private(set) var firstProblem: LogError?

    /// Chunks that an impatient reader takes at once, 128 kB together: of lines that cannot be used, 7 ms of a loop.
    private static let chunksAtOnce = 16

    /// Opens `path`; `-` is standard input.
    ///
    /// A patient reader waits for a pipe that brings nothing yet. One that is not gives up for now, since the daemon's
    /// loop must go on, and holds 8 kB at a time instead of 64.
    package init(path: String, isPatient: Bool = true) throws(SensorError) {
        self.path = FilePath.inputName(path)
        self.isPatient = isPatient
        chunk = [UInt8](repeating: 0, count: isPatient ? 1 << 16 : 1 << 13)
        do throws(SystemError) {
            file =
                path == "-"
                ? try .checked(clinux_fcntl(0, F_DUPFD_CLOEXEC, 3), "fcntl", "standard input")
                : try .open(path, O_RDONLY | (isPatient ? 0 : O_NONBLOCK))
        } catch {
            throw .system(error)
        }
    }

    /// The header; reads on until the column names have come.
    ///
    /// - Throws: ``SensorError/log(path:text:)``; ``SensorError/silent(path:reason:)`` where an impatient reader may
    ///   try again later.
    package func header() throws(SensorError) -> LogHeader {
        try fill { reader.header == nil }
        if let header = reader.header { return header }
        throw isAtEnd ? log(.empty) : .silent(path: path, reason: "the header has not come yet")
    }

    /// The next reading, or `nil` at the end, and for an impatient reader where there is none yet.
    package func next() throws(SensorError) -> Reading? {
        try fill { position == readings.count }
        guard position < readings.count else { return nil }
        defer { position += 1 }
        return readings[position]
    }

    private func fill(while isLacking: () -> Bool) throws(SensorError) {
        var chunks = 0
        while isLacking(), !isAtEnd {
            guard isPatient || (chunks < Self.chunksAtOnce && hasBytes) else { return }
            chunks += 1
            try readChunk()
        }
    }

    /// True where a read would not wait: always for a file, and at the end of a pipe.
    private var hasBytes: Bool {
        var waiting = pollfd(fd: file.raw, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) != 0
    }

    private func readChunk() throws(SensorError) {
        readings.removeAll(keepingCapacity: true)
        position = 0
        let count = chunk.withUnsafeMutableBytes { read(file.raw, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            // Without waiting, a pipe can be empty again in spite of poll(2).
            if clinux_errno() == EINTR || (!isPatient && clinux_errno() == EAGAIN) { return }
            throw .system(SystemError("read", path))
        }
        if count > 0 {
            chunk.withUnsafeBufferPointer { splitter.feed(UnsafeBufferPointer(rebasing: $0[..<count]), take) }
        } else {
            isAtEnd = true
            if reader.acceptsUnfinishedLine { splitter.flush(take) }
            do throws(LogError) { try reader.finish() } catch { note(error) }
        }
        if let fatalProblem { throw log(fatalProblem) }
        if reader.header == nil, splitter.isSkipping {
            // No log begins like this, and what is left of the line may be gigabytes.
            throw log(.lineTooLong(line: lineNumber + 1, limit: ProtocolVersion.longestLine))
        }
    }

    /// Reads one line; false where the file makes no sense from here on.
    private func take(_ line: LineSplitter.Line) -> Bool {
        lineNumber += 1
        do throws(LogError) {
            switch line {
            case .whole(let bytes):
                if let reading = try reader.read(bytes, number: lineNumber) { readings.append(reading) }
            case .tooLong:
                throw LogError.lineTooLong(line: lineNumber, limit: ProtocolVersion.longestLine)
            }
        } catch {
            note(error)
        }
        return fatalProblem == nil
    }

    private func note(_ error: LogError) {
        guard error.isSkippable else {
            fatalProblem = error
            return
        }
        skippedRows += 1
        firstProblem = firstProblem ?? error
    }

    private func log(_ error: LogError) -> SensorError {
        // Where every row was left out, the first tells what is wrong.
        guard error == .empty, let firstProblem else { return .log(path: path, text: error.description) }
        return .log(path: path, text: "none of its rows can be used; \(firstProblem.description)")
    }
}
