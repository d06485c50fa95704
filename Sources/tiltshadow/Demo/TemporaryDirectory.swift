import CLinux
import LinuxSystem

/// A directory for a few files of ours, removed with them at the end of this value.
struct TemporaryDirectory: ~Copyable {
    /// Where it is.
    let path: String
    private let files: [String]

    private init(path: String, files: [String]) {
        self.path = path
        self.files = files
    }

    deinit {
        for file in files { unlink(self.path + "/" + file) }
        rmdir(path)
    }

    /// Calls `mkdtemp` in /tmp, whatever TMPDIR says: a socket's path may have 107 bytes at most.
    ///
    /// `files` are the names of all files that will be in it.
    static func create(for files: [String]) throws(SystemError) -> TemporaryDirectory {
        var template = Array("/tmp/tiltshadow.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp", "/tmp/tiltshadow.XXXXXX") }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return TemporaryDirectory(path: path, files: files)
    }
}
