extension String {
    /// The text that bytes of UTF-8 are; `nil` for any others, which `init(decoding:as:)` would repair.
    @inline(never) package init?(whole bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
        let isWhole = withUTF8 { text in
            text.count == bytes.count && bytes.indices.allSatisfy { text[$0] == bytes[$0] }
        }
        guard isWhole else { return nil }
    }
}
