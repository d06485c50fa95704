/// What logs are packed in and is not unpacked here, told by its first bytes, so that the error can name the program.
struct ForeignPacking: Equatable {
    /// What it is called in messages.
    let format: String
    /// What to type.
    let command: String

    /// The packing that begins like this; `nil` where none of those known does.
    init?(start: [UInt8]) {
        // POSIX pax: the magic of a tar header stands at byte 257.
        if start.count > 262, Array(start[257..<262]) == Array("ustar".utf8) {
            self.init(format: "tar", command: "tar -xf FILE")
            return
        }
        let known: [(first: [UInt8], format: String, command: String)] = [
            ([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "xz", "xz -dk FILE"),
            (Array("BZh".utf8), "bzip2", "bzip2 -dk FILE"),
            ([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z", "7z x FILE"),
            (Array("Rar!".utf8), "rar", "unrar x FILE"),
            ([0x04, 0x22, 0x4d, 0x18], "lz4", "lz4 -dk FILE"),
            // Its mark begins with that of UTF-16.
            ([0xff, 0xfe, 0, 0], "UTF-32", "iconv -f UTF-32 -t UTF-8 FILE"),
            ([0, 0, 0xfe, 0xff], "UTF-32", "iconv -f UTF-32 -t UTF-8 FILE"),
            ([0xff, 0xfe], "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
            ([0xfe, 0xff], "UTF-16", "iconv -f UTF-16 -t UTF-8 FILE"),
        ]
        if let found = known.first(where: { start.starts(with: $0.first) }) {
            self.init(format: found.format, command: found.command)
            return
        }
        // Without a mark: letters and digits, each with a byte of zero.
        let unmarked = [("UTF-16LE", 0), ("UTF-16BE", 1)].first { _, odd in
            let bytes = start.prefix(64)
            return bytes.count == 64 && bytes.indices.allSatisfy { (bytes[$0] == 0) == ($0 & 1 != odd) }
        }
        guard let unmarked else { return nil }
        self.init(format: unmarked.0, command: "iconv -f \(unmarked.0) -t UTF-8 FILE")
    }

    private init(format: String, command: String) {
        self.format = format
        self.command = command
    }
}
