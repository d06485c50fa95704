import TiltCore

/// The readings of one file among several: what is wrong with it names it.
final class NamedReadings: ReadingSource {
    private let name: String
    private let source: any ReadingSource

    init(_ name: String, _ source: any ReadingSource) {
        self.name = name
        self.source = source
    }

    var header: LogHeader? { source.header }
    var dropped: Int { source.dropped }
    var losses: [String] { source.losses }
    var doubts: [String] { source.doubts }

    func next() throws(ImportError) -> Reading? {
        do throws(ImportError) { return try source.next() } catch { throw .member(name: name, error) }
    }
}
