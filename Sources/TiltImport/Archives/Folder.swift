import CLinux
import LinuxSystem

/// The regular files of a directory, and, where that is asked for, of those within it.
///
/// Sockets and devices are left out; merely to open a FIFO would wait for its writer. What has a file's name and is no file, as a
/// link to nothing, counts as a file with nothing in it.
final class Folder: FileGroup {
    /// More than this are not looked at: no export has as many.
    private static let mostFiles = 1024

    let names: [String]
    let emptyNames: [String]
    private let path: String
    private var opened: [FileNumber] = []

    /// Reads the directory, and those within it down to so many levels; what cannot be read is empty.
    ///
    /// Files come before those of the levels below them: EuRoC's `mav0` has an IMU beside thousands of pictures.
    init(_ path: String, levels: Int = 0) {
        self.path = path
        var (names, emptyNames): ([String], [String]) = ([], [])
        var directories = [""]
        for level in 0...levels {
            var below: [String] = []
            for directory in directories {
                let entries = Self.entries(path + "/" + directory, most: Self.mostFiles - names.count)
                names += entries.files.map { directory + $0 }
                emptyNames += entries.empty.map { directory + $0 }
                if level < levels { below += entries.directories.map { directory + $0 + "/" } }
            }
            directories = Array(below.prefix(Self.mostFiles))
        }
        self.names = names
        self.emptyNames = emptyNames
    }

    /// The directory that the file at `path` is in.
    convenience init(of path: String) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let parent = parts.joined(separator: "/")
        self.init(parts.isEmpty ? "." : parent.isEmpty ? "/" : parent)
    }

    func open(_ name: String) throws(ImportError) -> any ByteSource {
        let file = try FileBytes(path + "/" + name)
        opened.removeAll { !$0.isOpen }
        opened.append(file.number)
        return file
    }

    /// The files that are being read now; most are only looked at.
    var descriptors: [CInt] { opened.filter { $0.isOpen }.map { $0.descriptor } }

    /// At most so many regular files of a directory, and as many directories in it; in order, and none that is hidden.
    private static func entries(_ path: String, most: Int) -> (
        files: [String], empty: [String], directories: [String]
    ) {
        guard let directory = opendir(path) else { return ([], [], []) }
        defer { closedir(directory) }
        var (files, empty, directories): ([String], [String], [String]) = ([], [], [])
        while files.count < most, directories.count < mostFiles, let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            if kind(name, in: directory, flags: 0) == mode_t(S_IFREG) {
                files.append(name)
            } else if kind(name, in: directory, flags: 0, ofEmpty: mode_t(S_IFREG)) == mode_t(S_IFREG) {
                empty.append(name)
            } else if name.contains("."), empty.count < mostFiles {
                empty.append(name)
            }
            // A link to a directory may lead anywhere, as back to this one.
            if kind(name, in: directory, flags: AT_SYMLINK_NOFOLLOW) == mode_t(S_IFDIR) {
                directories.append(name)
            }
        }
        return (files.sorted(), empty.sorted(), directories.sorted())
    }

    /// Calls `fstatat`, which follows a link to what it points to but for that flag.
    private static func kind(
        _ name: String, in directory: OpaquePointer, flags: CInt, ofEmpty: mode_t = 0
    ) -> mode_t {
        var status = stat()
        guard fstatat(dirfd(directory), name, &status, flags) == 0 else { return 0 }
        let kind = status.st_mode & mode_t(S_IFMT)
        // An empty file holds no log; those of procfs look empty, and some are waited for without end.
        return kind == mode_t(S_IFREG) && status.st_size == 0 ? ofEmpty : kind
    }
}
