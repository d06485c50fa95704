import CLinux
import LinuxSystem

/// The files of a directory, those in directories within it left out.
final class Folder: FileGroup {
    /// More than this are not looked at: no export has as many.
    private static let mostFiles = 1024

    let names: [String]
    private let path: String

    /// Reads the directory; empty where that is not possible.
    init(_ path: String) {
        self.path = path
        var names: [String] = []
        if let directory = opendir(path) {
            while names.count < Self.mostFiles, let entry = readdir(directory) {
                guard entry.pointee.d_type != UInt8(DT_DIR) else { continue }
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if !name.hasPrefix(".") { names.append(name) }
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

    func open(_ name: String) throws(ImportError) -> any ByteSource { try FileBytes(path + "/" + name) }
}
