import TiltCore

/// The readings of one log among several, of which the others are named.
final class LeftFiles: ReadingSource {
    private let source: any ReadingSource
    private let taken: String
    private let left: [String]

    /// `taken` is the file that is read, `left` those that are not.
    init(_ source: any ReadingSource, taken: String, left: [String]) {
        self.source = source
        self.taken = taken
        self.left = left
    }

    var header: LogHeader? { source.header }
    var dropped: Int { source.dropped }
    var losses: [String] { source.losses }
    var doubts: [String] {
        let names = left.prefix(6).map { $0.excerpt }.joined(separator: ", ")
        let more = left.count > 6 ? " and \(left.count - 6) more" : ""
        return source.doubts + [
            "\(taken.excerpt) is read, and not \(names)\(more): to have another, name it; unpack an archive first"
        ]
    }

    func next() throws(ImportError) -> Reading? { try source.next() }
}
