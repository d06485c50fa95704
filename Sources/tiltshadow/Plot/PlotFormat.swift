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
