import NIOCore

/// A file of the page, ready to be sent.
struct PageFile {
    /// Its media type.
    let type: String
    /// What is in it, but for what is said to readers of its source.
    let content: NIOCore.ByteBuffer
    /// The same packed, where that is less.
    let packed: NIOCore.ByteBuffer?
    /// Changes with the content; with its quotes, as HTTP writes it.
    let tag: String

    init(name: String, content source: NIOCore.ByteBuffer) {
        type = FileType.of(name)
        let hasNotes = type.hasPrefix("text/javascript") || type.hasPrefix("text/css")
        let notesless = hasNotes ? ReaderNotes.dropped(from: source.readableBytesView) : nil
        content = notesless.map { NIOCore.ByteBuffer(bytes: $0) } ?? source
        packed = Packing.packed(content)
        tag = "\"\(String(Self.hash(content), radix: 16))\""
    }

    /// The tag of what is packed: other bytes have another one.
    var packedTag: String { "\"\(tag.dropFirst().dropLast())-packed\"" }

    /// True where a browser that sent these `If-None-Match` headers has this very content.
    func isKnown(by headers: [String]) -> Bool {
        headers.contains { header in
            header.split(separator: ",").contains { entry in
                var entry = entry.drop { $0 == " " }
                while entry.last == " " { entry.removeLast() }
                let value = entry.hasPrefix("W/") ? entry.dropFirst(2) : entry
                return value == "*" || value == tag || value == packedTag
            }
        }
    }

    /// FNV-1a, 64 bits: it tells versions of a file apart, and nobody gains by making two alike.
    private static func hash(_ content: NIOCore.ByteBuffer) -> UInt64 {
        content.readableBytesView.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
