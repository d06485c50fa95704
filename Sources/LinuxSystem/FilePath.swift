/// What the text of a path says of it.
package enum FilePath {
    /// The directory part: `/run/x` of `/run/x/y.sock`, `.` of `y.sock`.
    @inline(never) package static func directory(of path: String) -> String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
    }
}
