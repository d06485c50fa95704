/// Files that belong together: a folder, or what is in an archive.
protocol FileGroup: AnyObject {
    /// The names of the files, in order.
    var names: [String] { get }
    /// The names of files with nothing in them, which are not among ``names``.
    var emptyNames: [String] { get }
    /// The last file of what is cut off behind it, or in it; `nil` of what is whole.
    var lastBeforeCut: String? { get }
    /// Opens one of ``names``.
    func open(_ name: String) throws(ImportError) -> any ByteSource
}

extension FileGroup {
    var lastBeforeCut: String? { nil }
    var emptyNames: [String] { [] }
}

/// No file beside the one that is read: it came through a pipe, or from memory.
final class NoFiles: FileGroup {
    var names: [String] { [] }
    func open(_ name: String) throws(ImportError) -> any ByteSource { throw .noLog(names: []) }
}
