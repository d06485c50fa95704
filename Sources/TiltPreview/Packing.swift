import CZlib
import NIOCore

/// Files as they travel where the other end unpacks them: a quarter of their size, which tells over `ssh -L`.
enum Packing {
    /// What HTTP calls it: the zlib format, whatever its name says (RFC 9110, 8.4.1.2).
    static let name = "deflate"

    /// Calls `compress2` at its highest level; `nil` where nothing is gained.
    static func packed(_ content: NIOCore.ByteBuffer) -> NIOCore.ByteBuffer? {
        let bytes = Array(content.readableBytesView)
        var length = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        let result = compress2(&packed, &length, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
        guard result == Z_OK, Int(length) < bytes.count else { return nil }
        return NIOCore.ByteBuffer(bytes: packed[..<Int(length)])
    }

    /// True where these `Accept-Encoding` headers name it, and not as what is unwanted.
    static func isTaken(by headers: [String]) -> Bool {
        headers.contains { header in
            header.split(separator: ",").contains { entry in
                let parts = entry.lowercased().filter { $0 != " " && $0 != "\t" }.split(separator: ";")
                guard parts.first == Substring(name) else { return false }
                return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            }
        }
    }
}
