package import TiltCore

/// Where readings come from: one file, or several that belong together.
package protocol ReadingSource: AnyObject {
    /// The sensor and its clock; there once the first reading was handed out.
    var header: LogHeader? { get }
    /// Readings that the recording itself says were lost.
    var dropped: Int { get }
    /// What was read besides readings, and no log has a place for; one sentence part each.
    var losses: [String] { get }
    /// What was taken for granted and may be wrong, and what was left out; a sentence part each, whole at the end.
    var doubts: [String] { get }
    /// The next reading, later than all before; `nil` at the end.
    ///
    /// - Throws: ``ImportError``; after one that is ``ImportError/isSkippable`` the next call goes on.
    func next() throws(ImportError) -> Reading?
}

extension ReadingSource {
    package var losses: [String] { [] }
    package var doubts: [String] { [] }
}
