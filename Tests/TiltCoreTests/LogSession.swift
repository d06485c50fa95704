import TiltCore

/// A whole log read in one go: what a program that reports and goes on would see.
struct LogSession {
    var readings: [Reading] = []
    var errors: [LogError] = []
    var header: LogHeader?

    /// Reads `text` as the tools do: skippable errors are noted, others end it.
    init(_ text: String) {
        var splitter = LineSplitter()
        var reader = LogReader()
        var lineNumber = 0
        var isReadable = true
        var session = self
        func take(_ line: LineSplitter.Line) -> Bool {
            lineNumber += 1
            do throws(LogError) {
                guard case .whole(let bytes) = line else {
                    throw .lineTooLong(line: lineNumber, limit: 4096)
                }
                if let reading = try reader.read(bytes, number: lineNumber) {
                    session.readings.append(reading)
                }
            } catch {
                session.errors.append(error)
                isReadable = error.isSkippable
            }
            return isReadable
        }
        withBytes(text) { splitter.feed($0, take) }
        if isReadable, reader.acceptsUnfinishedLine { splitter.flush(take) }
        if isReadable {
            do throws(LogError) { try reader.finish() } catch { session.errors.append(error) }
        }
        self = session
        header = reader.header
    }
}
