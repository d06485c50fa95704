/// No file beside the one that is read: it came through a pipe, or from memory.
final class NoFiles: FileGroup {
    var names: [String] { [] }
    func open(_ name: String) throws(ImportError) -> any ByteSource { throw .noLog(names: []) }
}
