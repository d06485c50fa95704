/// Unpacks gzip and zstd, told by content, one in the other twice at most.
enum PackedBytes {
    private static let mostLayers = 2

    /// True where a frame of zstd begins, or one that its library skips, as pzstd writes first (RFC 8878, 3.1).
    private static func isZstd(_ start: [UInt8]) -> Bool {
        start.starts(with: [0x28, 0xb5, 0x2f, 0xfd])
            || (0x50...0x5f).contains(start.first ?? 0) && start.dropFirst().starts(with: [0x2a, 0x4d, 0x18])
    }

    /// The bytes of a source unpacked, with as much looked at as a format is told by.
    static func unpacked(_ source: any ByteSource) throws(ImportError) -> PeekedBytes {
        var source = source
        var layers = 0
        while true {
            let bytes = PeekedBytes(source, isUnpacked: layers > 0)
            try bytes.read(atMost: 4) { $0.count < 4 }
            if layers < mostLayers, bytes.start.starts(with: [0x1f, 0x8b]) {
                source = try Inflation(bytes, .gzip)
            } else if layers < mostLayers, isZstd(bytes.start) {
                source = try ZstdBytes(bytes)
            } else {
                // Only a whole line tells more: a long one that comes in small pieces is not looked through for each.
                var looked = 0
                try bytes.read(atMost: Import.longestStart) { start in
                    defer { looked = start.count }
                    return !start[looked...].contains(0x0a) || LogFormat(start: start, isWhole: false) == nil
                }
                bytes.findLineEnds()
                return bytes
            }
            layers += 1
        }
    }
}
