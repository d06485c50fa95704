import CLinux

/// How a picture is written.
enum PlotFormat: String {
    /// Text that every browser shows, at any size.
    case svg
    /// Pixels, made by another program.
    case png

    /// The format that the ending of a file's name asks for, `nil` for another ending; `-` is SVG.
    init?(path: String) {
        guard path != "-" else {
            self = .svg
            return
        }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: path[path.index(after: dot)...].lowercased())
    }

    /// The picture that is written where none is named: beside a file or a folder, and on standard output of what has
    /// no place of its own, as a pipe, `/dev/stdin` or a shell's `/dev/fd/63`.
    static func path(beside log: String) -> String {
        var status = stat()
        guard log != "-", stat(log, &status) == 0 else { return path(for: log) }
        let kind = status.st_mode & mode_t(S_IFMT)
        guard kind == mode_t(S_IFREG) || kind == mode_t(S_IFDIR), !isDescriptor(log) else { return "-" }
        // `.` and `..` are no names.
        let last = log.split(separator: "/").last ?? "."
        guard last == "." || last == "..", let resolved = realpath(log, nil) else { return path(for: log) }
        defer { free(resolved) }
        let real = String(cString: resolved)
        return real == "/" ? "-" : path(for: real)
    }

    /// True for `/dev/stdin`, `/dev/fd/63` and `/proc/self/fd/63`: beside them no file can be written.
    private static func isDescriptor(_ path: String) -> Bool {
        let names = path.split(separator: "/")
        guard path.hasPrefix("/"), names.count > 1 else { return false }
        if names == ["dev", "stdin"] { return true }
        let isOfFolder =
            names.dropLast() == ["dev", "fd"] || names.count == 4 && names[0] == "proc" && names[2] == "fd"
        return isOfFolder && names[names.count - 1].allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// The picture's name for a log's: `desk.svg` beside `desk.tiltlog`, `desk.csv.gz` or the folder `desk`; `-` for
    /// standard input.
    static func path(for log: String) -> String {
        guard log != "-" else { return "-" }
        let whole = String(log.reversed().drop { $0 == "/" }.reversed())
        let start = whole.lastIndex(of: "/").map { whole.index(after: $0) } ?? whole.startIndex
        var name = whole[start...]
        for packed in [".gz", ".zst"] where name.hasSuffix(packed) { name.removeLast(packed.count) }
        if let dot = name.lastIndex(of: "."), dot > name.startIndex { name = name[..<dot] }
        return whole[..<start] + name + ".svg"
    }
}
