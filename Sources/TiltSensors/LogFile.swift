import CLinux
import LinuxSystem
package import TiltCore

/// Reads a log file reading by reading, holding one chunk, whatever the file's length.
///
/// Rows that cannot be used are left out and counted; the first problem is kept for a message.
package final class LogFile {
    private let path: String
    private let file: OwnedDescriptor
    private var splitter = LineSplitter()
    private var reader = LogReader()
    private var lineNumber = 0
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var readings: [Reading] = []
    private var position = 0
    private var isAtEnd = false
    private var fatalProblem: LogError?

    /// Rows left out so far.
    package private(set) var skippedRows = 0
    /// The first problem met that was not the end of everything.
    package private(set) var firstProblem: LogError?

    /// Opens `path`; `-` is standard input.
    package init(path: String) throws(SensorError) {
        self.path = path
        do throws(SystemError) {
            file =
                path == "-"
                ? try .checked(clinux_fcntl(0, F_DUPFD_CLOEXEC, 3), "fcntl", "standard input")
                : try .open(path, O_RDONLY)
        } catch {
            throw .system(error)
        }
    }

    /// The header; reads on until the column names have come.
    package func header() throws(SensorError) -> LogHeader {
        while reader.header == nil, !isAtEnd { try fill() }
        guard let header = reader.header else { throw log(.empty) }
        return header
    }

    /// The next reading, or `nil` at the end.
    package func next() throws(SensorError) -> Reading? {
        while position == readings.count, !isAtEnd { try fill() }
        guard position < readings.count else { return nil }
        defer { position += 1 }
        return readings[position]
    }

    private func fill() throws(SensorError) {
        readings.removeAll(keepingCapacity: true)
        position = 0
        let count = chunk.withUnsafeMutableBytes { read(file.raw, $0.baseAddress, $0.count) }
        guard count >= 0 else {
            if clinux_errno() == EINTR { return }
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
    }

    /// Reads one line; false where the file makes no sense from here on.
    private func take(_ line: LineSplitter.Line) -> Bool {
        lineNumber += 1
        do throws(LogError) {
            switch line {
            case .whole(let bytes):
                if let reading = try reader.read(bytes, number: lineNumber) { readings.append(reading) }
            case .tooLong:
                throw LogError.lineTooLong(line: lineNumber, limit: LineSplitter.longestLine)
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

    private func log(_ error: LogError) -> SensorError { .log(path: path, text: error.description) }
}
