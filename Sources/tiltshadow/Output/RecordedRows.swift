import CLinux

/// The rows that are whole in a .tiltlog, cut off or not.
enum RecordedRows {
    /// Counts them; `nil` where there is no such file, or it is none that keeps what is written.
    static func count(in path: String) -> Int? {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
        else { return nil }
        var (rows, isRow, isAtStart) = (0, false, true)
        do throws(ToolError) {
            let file = try InputFile(path)
            while try file.next({ bytes in
                for byte in bytes {
                    // Only a row begins with a number, and it is whole with its end.
                    if isAtStart { isRow = byte &- 48 < 10 || byte == UInt8(ascii: "-") }
                    isAtStart = byte == UInt8(ascii: "\n")
                    if isAtStart, isRow { rows += 1 }
                }
            }) {}
        } catch {
            return nil
        }
        return rows
    }
}
