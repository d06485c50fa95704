import TiltCore

/// One format: lines in, readings out.
protocol LineReader: AnyObject {
    /// The sensor, once the file has told; at the latest when the first reading is handed out.
    var header: LogHeader? { get }
    /// Readings that the recording itself says were lost.
    var dropped: Int { get }
    /// What was read besides readings, and no log has a place for; one sentence part each.
    var losses: [String] { get }
    /// What was taken for granted and may be wrong; a sentence part each.
    var doubts: [String] { get }
    /// False where a last line without its LF may be half a line and still read as a whole one.
    var acceptsUnfinishedLine: Bool { get }
    /// True where it refuses by itself a row that goes back in time or that no sensor measures.
    var checksRows: Bool { get }
    /// Reads one line, without its LF; `nil` where it completes no reading.
    ///
    /// - Throws: ``ImportError``; after one that is ``ImportError/isSkippable`` the next line may be read.
    func read(_ line: UnsafeBufferPointer<UInt8>, number: Int) throws(ImportError) -> Reading?
    /// Tells that a line was left out of which this is the beginning: it is longer than any of a file.
    func passesOver(_ start: UnsafeBufferPointer<UInt8>)
    /// Tells that the line of the last reading has no LF: what ends it may be cut off.
    func endsUnfinished(_ line: UnsafeBufferPointer<UInt8>, number: Int)
    /// Tells what is missing at the end of the file, after so many readings.
    func finish(rows: Int) throws(ImportError)
}

extension LineReader {
    var checksRows: Bool { false }
    var losses: [String] { [] }
    var doubts: [String] { [] }
    func passesOver(_ start: UnsafeBufferPointer<UInt8>) {}
    func endsUnfinished(_ line: UnsafeBufferPointer<UInt8>, number: Int) {}
}
