import CZlib
import CZstd
import Foundation

/// How a recording lies on the disk: as it is, or packed at the level its program packs by default.
enum PackedFile: String, CaseIterable {
    case plain, gzip, zstd

    /// Writes `bytes` to `path`; false where it could not.
    func write(_ bytes: [UInt8], to path: String) -> Bool {
        switch self {
        case .plain: return FileManager.default.createFile(atPath: path, contents: Data(bytes))
        case .gzip:
            guard let file = gzopen(path, "wb") else { return false }
            let count = gzwrite(file, bytes, UInt32(bytes.count))
            return gzclose(file) == Z_OK && Int(count) == bytes.count
        case .zstd:
            var packed = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
            let count = ZSTD_compress(&packed, packed.count, bytes, bytes.count, ZSTD_CLEVEL_DEFAULT)
            guard ZSTD_isError(count) == 0 else { return false }
            return FileManager.default.createFile(atPath: path, contents: Data(packed[..<count]))
        }
    }
}
