import TiltCore

/// The readings of an archive that is cut off: what is there is read, and that more was there is said.
final class CutReadings: ReadingSource {
    private let source: any ReadingSource
    private let last: String

    /// `last` is the last file that is there, or a part of which is.
    init(_ source: any ReadingSource, last: String) {
        self.source = source
        self.last = last
    }

    var header: LogHeader? { source.header }
    var dropped: Int { source.dropped }
    var losses: [String] { source.losses }
    var doubts: [String] {
        source.doubts + ["the zip is cut off in or behind \(last.excerpt), and what came after is missing"]
    }

    func next() throws(ImportError) -> Reading? { try source.next() }
}
