import TiltCore

/// Whether calibration wrote a settings file: it holds nothing but the lines of a ``SettingsSnippet``.
enum OwnLines {
    private static let keys = ["device", "mount_matrix", "matrix_convention", "raw_sign", "accel_scale"]

    /// The first line that is a person's, or another program's, and its number; `nil` where all are calibration's.
    static func firstForeign(in bytes: [UInt8]) -> (number: Int, text: String)? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self).trimmingSpaces
            guard text.isEmpty || isOwn(text) else { return (index + 1, text) }
        }
        return nil
    }

    private static func isOwn(_ line: String) -> Bool {
        guard !line.hasPrefix("#") else {
            return SettingsSnippet.makers.contains { line.hasPrefix("# \($0)") }
        }
        guard line != "[sensor]" else { return true }
        guard let equals = line.firstIndex(of: "=") else { return false }
        return keys.contains(String(line[..<equals]).trimmingSpaces)
    }
}
