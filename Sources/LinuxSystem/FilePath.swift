/// What the text of a path says of it.
package enum FilePath {
    /// What a path to read from is called in messages; `-` is standard input.
    package static func inputName(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// What a path to write to is called in messages; `-` is standard output.
    package static func outputName(_ path: String) -> String { path == "-" ? "standard output" : path }

    /// The directory part: `/run/x` of `/run/x/y.sock`, `.` of `y.sock`.
    @inline(never) package static func directory(of path: String) -> String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    }
}
