/// Files that belong together: a folder, or what is in an archive.
protocol FileGroup: AnyObject {
    /// The names of the files, in order.
    var names: [String] { get }
    /// Opens one of ``names``.
    func open(_ name: String) throws(ImportError) -> any ByteSource
}

/// No file beside the one that is read: it came through a pipe, or from memory.
final class NoFiles: FileGroup {
    var names: [String] { [] }
    func open(_ name: String) throws(ImportError) -> any ByteSource { throw .noLog(names: []) }
}
