import CLinux
import LinuxSystem

extension FilePath {
    /// Where the file would be that a link at `path` points to; `nil` where there is no link.
    static func linkTarget(_ path: String) -> String? {
        var path = path
        // As many as the kernel follows: path_resolution(7).
        for depth in 0..<40 {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(path, &target, target.count)
            guard count > 0 else { return depth == 0 ? nil : path }
            let text = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
            path = text.hasPrefix("/") ? text : directory + text
        }
        return path
    }
}
