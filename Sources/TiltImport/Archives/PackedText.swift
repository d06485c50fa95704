/// The text of a small file that gzip packed, such as the kernel's `/proc/config.gz`.
package enum PackedText {
    /// Unpacks the file at `path`, `limit` bytes at most; `nil` where it cannot be read or is damaged.
    package static func gzip(_ path: String, limit: Int) -> String? {
        do throws(ImportError) {
            let bytes = try Inflation(try FileBytes(path), .gzip)
            var text: [UInt8] = []
            while text.count < limit, let piece = try bytes.next() { text += piece }
            return String(decoding: text.prefix(limit), as: UTF8.self)
        } catch { return nil }
    }
}
