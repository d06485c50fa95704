import CLinux

/// A directory of a test's own, removed with what is in it.
final class ScratchDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/tiltclient.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ScratchError(errno: clinux_errno()) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        if let entries = opendir(path) {
            while let entry = readdir(entries) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { unlink(path + "/" + name) }
            }
            closedir(entries)
        }
        rmdir(path)
    }
}

struct ScratchError: Error {
    let errno: CInt
}
