import NIOCore

/// A file of the page, in the program itself; `files`, all of them, is written by the plugin EmbedPage at each build.
struct EmbeddedPage {
    /// Its name, which is its path on the server.
    let name: StaticString
    /// What is in it; of what is no text, such as a font, each byte as the character of that number.
    let text: StaticString
    /// False where each character of `text` stands for a byte.
    var isText = true

    /// Its bytes.
    var content: NIOCore.ByteBuffer {
        if isText { return NIOCore.ByteBuffer(staticString: text) }
        let bytes = text.description.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        return NIOCore.ByteBuffer(bytes: bytes)
    }
}
