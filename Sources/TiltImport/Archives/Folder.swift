import CLinux
import LinuxSystem

/// The regular files of a directory.
///
/// Directories within it are left out, as are sockets and devices; merely to open a FIFO would wait for its writer.
final class Folder: FileGroup {
    /// More than this are not looked at: no export has as many.
    private static let mostFiles = 1024

    let names: [String]
    private let path: String
    private var opened: [Opened] = []

    /// Reads the directory; empty where that is not possible.
    init(_ path: String) {
        self.path = path
        var names: [String] = []
        if let directory = opendir(path) {
            while names.count < Self.mostFiles, let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix("."), Self.isFile(name, in: directory) { names.append(name) }
            }
            closedir(directory)
        }
        self.names = names.sorted()
    }

    /// The directory that the file at `path` is in.
    convenience init(of path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let parent = parts.joined(separator: "/")
        self.init(parts.isEmpty ? "." : parent.isEmpty ? "/" : parent)
    }

    func open(_ name: String) throws(ImportError) -> any ByteSource {
        let file = try FileBytes(path + "/" + name)
        opened.removeAll { $0.file == nil }
        opened.append(Opened(file: file))
        return file
    }

    /// The files that are being read now.
    var descriptors: [CInt] { opened.compactMap { $0.file?.descriptor } }

    /// A file for as long as somebody reads it: most are only looked at.
    private struct Opened {
        weak var file: FileBytes?
    }

    /// Calls `fstatat`, which follows a link to what it points to.
    private static func isFile(_ name: String, in directory: OpaquePointer) -> Bool {
        var status = stat()
        return fstatat(dirfd(directory), name, &status, 0) == 0
            && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }
}
